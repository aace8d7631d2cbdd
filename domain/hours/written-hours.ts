import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { nameZone } from '#domain/kernel/zone.ts'
import { formatHours, parseHours, type Hours, type HoursRefusal } from './working-hours.ts'

/** Hours as they are written: wall-clock hours of the zone that they name, else (null) of the installation's. */
export interface WrittenHours {
  hours: Hours
  /** As `nameZone` gives it. */
  zone: string | null
}

type WrittenHoursRefusal = HoursRefusal | { reason: 'hours.unknown-zone'; part: string }

const WITH_ZONE = /^(.*\d)\s*[,(]?\s*([a-z][a-z_/]*(?:[+-]?\d+)?)\)?$/i

/** Reads hours that may name a zone of their own behind them: `10-18 Europe/Berlin`, `10:00-18:00 GMT+3`. */
export function parseWrittenHours(text: string | null | undefined): Result<WrittenHours, WrittenHoursRefusal> {
  const [, own, written] = WITH_ZONE.exec(text?.trim() ?? '') ?? []
  const hours = parseHours(own ?? text)
  if (!hours.ok) return hours
  if (written === undefined) return accept({ hours: hours.value, zone: null })
  const zone = nameZone(written)
  if (zone === null) return refuse({ reason: 'hours.unknown-zone', part: written })
  // All hours of a day are the same whoever's they are.
  return accept({ hours: hours.value, zone: hours.value.kind === 'windows' ? zone : null })
}

/** The stored form, `10:00-18:00 Europe/Berlin`; null where always on or unknown. */
export function formatWrittenHours({ hours, zone }: WrittenHours): string | null {
  const windows = formatHours(hours)
  return windows === null || zone === null ? windows : `${windows} ${zone}`
}
