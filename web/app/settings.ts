import { useQuery } from '@tanstack/react-query'
import { labelOfZone, zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { publicSettingsQuery } from '#web/features/settings/api.ts'
import { messageOf } from '#web/lib/api.ts'

export const DEFAULT_TITLE = 'Capline'

export interface AppSettings {
  title: string
  zone: Zone
  zoneLabel: string
  viewerReadOnly: boolean
  sandbox: boolean
}

/** The public settings, or null while they are not there: in another zone today would be another day. */
export function useAppSettings(): AppSettings | null {
  const { data } = useQuery(publicSettingsQuery)
  if (!data) return null
  const { title, timezone, viewerReadOnly, sandbox } = data
  return { title, zone: zoneOf(timezone), zoneLabel: labelOfZone(timezone), viewerReadOnly, sandbox }
}

/** The reason that there are no settings, with a retry; null if they are loaded or loading. */
export function useSettingsProblem(): { message: string; retry: () => void } | null {
  const { data, error, refetch } = useQuery(publicSettingsQuery)
  return data || !error ? null : { message: messageOf(error), retry: () => void refetch() }
}
