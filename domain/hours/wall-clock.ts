import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatMinutes } from './working-hours.ts'

/** `2026-11-21 14:32`, by the clock of a zone. */
export function formatLocal(instant: Instant, zone: Zone): string {
  const { day, minutes } = zone.localTimeOf(instant)
  return `${day} ${formatMinutes(minutes)}`
}
