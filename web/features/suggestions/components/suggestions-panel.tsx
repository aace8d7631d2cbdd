import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useId } from 'react'
import type { Suggestion, SuggestionDay } from '#contract/suggestion-days.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMomentFrom } from '#web/lib/format.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSweep } from '../api.ts'
import { suggestionsQuery } from '../day-api.ts'
import { isStanding } from './suggestions-button.tsx'
import page from '#web/ui/page.module.css'
import classes from './suggestions-panel.module.css'

const loadCard = () => import('./suggestion-card.tsx')
const SuggestionCard = lazy(async () => ({ default: (await loadCard()).SuggestionCard }))

interface SuggestionsPanelProps {
  today: Day
  zone: Zone
  canEdit: boolean
  onClose: () => void
}

/** Suggestions for today and tomorrow, with their numbers and buttons. */
export const SuggestionsPanel = memo(function SuggestionsPanel({
  today,
  zone,
  canEdit,
  onClose,
}: SuggestionsPanelProps) {
  const { data, error, refetch } = useQuery(suggestionsQuery(today))
  const id = useId()
  const focusAfter = useFocusAfter<HTMLUListElement>()
  return (
    <section className={`${page.card} ${classes.panel}`} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          Suggestions
        </h2>
        {canEdit && <SweepNow isPending={data?.sweepPending === true} isTold={data?.isTold !== false} />}
        <ActionIcon size={28} aria-label="Close the suggestions" title="Close" onClick={onClose}>
          <CloseIcon size={14} />
        </ActionIcon>
      </header>
      <div className={classes.body}>
        {data && <LastSweep list={data} today={today} zone={zone} />}
        {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={60} radius={8} />}
        {data?.isTold === false && <p className={classes.why}>{suggestionTexts.noGroup}</p>}
        {data?.why && <p className={classes.why}>{data.why.sentence}</p>}
        {data && !data.why && data.suggestions.length === 0 && (
          <p className={classes.why}>{suggestionTexts.nothingOpen}</p>
        )}
        {data && data.suggestions.length > 0 && (
          <Suspense fallback={<Skeleton height={60} radius={8} />}>
            <ul {...focusAfter} className={classes.list}>
              {inOrder(data.suggestions).map((suggestion) => (
                <li key={suggestion.id}>
                  <SuggestionCard suggestion={suggestion} today={today} zone={zone} canEdit={canEdit} />
                </li>
              ))}
            </ul>
          </Suspense>
        )}
      </div>
    </section>
  )
})

/** Open suggestions first, then all others; of each, the surest first. */
function inOrder(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestions.toSorted(
    (a, b) =>
      Number(isStanding(b)) - Number(isStanding(a)) || b.confidence - a.confidence || compareCodePoints(a.id, b.id),
  )
}

function LastSweep({ list, today, zone }: { list: SuggestionDay; today: Day; zone: Zone }) {
  const { lastSweep, enabled, intervalMinutes } = list
  const loop = enabled ? `Checks every ${countOf(intervalMinutes, 'minute')}` : 'The loop is off'
  return (
    <p className={classes.sweep}>
      {loop}
      {lastSweep && `, last at ${formatMomentFrom(today, lastSweep.at, zone)} (${countOf(lastSweep.caps, 'cap')})`}.
      {lastSweep?.wordingFailure && ` ${lastSweep.wordingFailure}`}
    </p>
  )
}

function SweepNow({ isPending, isTold }: { isPending: boolean; isTold: boolean }) {
  const sweep = useSweep()
  const begin = () =>
    sweep.mutate(undefined, {
      onSuccess: () => toastSuccess(isTold ? settingTexts.sweepRequested : suggestionTexts.requestedUntold),
      onError: () => toastError(settingTexts.sweepFailed),
    })
  return (
    <Button size="compact-sm" variant="default" loading={isPending || sweep.isPending} onClick={begin}>
      Check now
    </Button>
  )
}
