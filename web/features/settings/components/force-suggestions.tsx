import { Button } from '@mantine/core'
import { settingTexts } from '#contract/texts/settings.ts'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { readNow } from '#web/lib/now.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSaveSetting } from '../admin-api.ts'

/** Asks for a suggestion sweep now: whatever text stands there, a new one is a new request. */
export function ForceSuggestions({ isTold }: { isTold: boolean }) {
  const { mutate, isPending } = useSaveSetting()
  const force = () =>
    mutate(
      { key: 'ai_suggestion_force_token', value: formatInstant(readNow()) },
      {
        onSuccess: () => toastSuccess(isTold ? settingTexts.sweepRequested : suggestionTexts.requestedUntold),
        onError: () => toastError(settingTexts.sweepFailed),
      },
    )
  return (
    <Button variant="default" loading={isPending} onClick={force}>
      Force suggestions now
    </Button>
  )
}
