import type { SettingChange } from '#contract/settings.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { isSettingKey, settingOf, showSetting } from '#domain/settings/settings.ts'
import { formatMoment } from '#web/lib/format.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { settingHistoryQuery } from '../admin-api.ts'

/** Who changed which setting, and how. */
export function SettingsHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog of="the settings" query={settingHistoryQuery} describe={describe} zone={zone} onClosed={onClosed} />
  )
}

function describe({ key, before, after }: Omit<SettingChange, '_id'>, zone: Zone): string {
  if (!isSettingKey(key)) return `${key}: ${show(before, zone)} → ${show(after, zone)}`
  const [was, is] = [before, after].map((text) => show(showSetting(key, text), zone))
  return `${settingOf(key).label}: ${was} → ${is}`
}

/** A whole instant as it is stored, and no other setting. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function show(text: string, zone: Zone): string {
  const instant = INSTANT.test(text) ? parseInstant(text) : null
  if (instant !== null) return formatMoment(instant, zone)
  if (text === '') return 'empty'
  if (text === 'true') return 'on'
  return text === 'false' ? 'off' : text.replaceAll('\n', ', ')
}
