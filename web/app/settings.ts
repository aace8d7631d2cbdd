import { useQuery } from '@tanstack/react-query'
import { DEFAULT_ZONE, labelOfZone, zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { publicSettingsQuery } from '#web/features/settings/api.ts'

export const DEFAULT_TITLE = 'Capline'

interface AppSettings {
  title: string
  zone: Zone
  zoneLabel: string
  viewerReadOnly: boolean
}

/** The public settings, or null while they are on their way; their defaults where they cannot be had. */
export function useAppSettings(): AppSettings | null {
  const { data, isPending } = useQuery(publicSettingsQuery)
  if (isPending) return null
  const name = data?.timezone ?? DEFAULT_ZONE
  return {
    title: data?.title ?? DEFAULT_TITLE,
    zone: zoneOf(name),
    zoneLabel: labelOfZone(name),
    viewerReadOnly: data?.viewerReadOnly ?? false,
  }
}
