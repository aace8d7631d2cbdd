import { useQuery } from '@tanstack/react-query'
import type { SettingChange } from '#contract/settings.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { isSettingKey, settingOf } from '#domain/settings/settings.ts'
import { messageOf } from '#web/lib/api.ts'
import { ChangeList } from '#web/ui/change-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { settingHistoryQuery } from '../admin-api.ts'

/** Who changed which setting, and how. */
export function SettingsHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const { data, error } = useQuery(settingHistoryQuery)
  return (
    <Dialog title="History of the settings" size={560} dialog={dialog} onCloseAsked={dialog.close}>
      <ChangeList
        changes={data?.map(({ _id: id, ...change }) => ({ ...change, id, words: describe(change) }))}
        problem={error && !data ? messageOf(error) : null}
        zone={zone}
      />
    </Dialog>
  )
}

function describe({ key, before, after }: Omit<SettingChange, '_id'>): string {
  const label = isSettingKey(key) ? settingOf(key).label : key
  return `${label}: ${show(before)} → ${show(after)}`
}

function show(text: string): string {
  if (text === '') return 'empty'
  if (text === 'true') return 'on'
  return text === 'false' ? 'off' : text.replaceAll('\n', ', ')
}
