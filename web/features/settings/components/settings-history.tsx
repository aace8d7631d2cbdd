import type { SettingChange } from '#contract/settings.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { isSettingKey, settingOf } from '#domain/settings/settings.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { settingHistoryQuery } from '../admin-api.ts'

/** Who changed which setting, and how. */
export function SettingsHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog of="the settings" query={settingHistoryQuery} describe={describe} zone={zone} onClosed={onClosed} />
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
