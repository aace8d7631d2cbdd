import { parseDay } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'

/** The instant at which a zone's clock shows `2026-11-26T08:00`; null if there is none. */
export function readSendTime(typed: string, zone: Zone): Instant | null {
  const [, date = '', hour, minute] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? []
  const day = parseDay(date)
  return day && zone.instantAt({ day, minutes: Number(hour) * 60 + Number(minute) })
}
