import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { nameZone } from '#domain/kernel/zone.ts'
import { formatHours, parseHours, type Hours, type HoursRefusal } from './working-hours.ts'

/** Hours as they are written: wall-clock hours of their own zone, or (null) of the installation's zone. */
export interface WrittenHours {
  hours: Hours
  /** As `nameZone` gives it. */
  zone: string | null
}

type WrittenHoursRefusal = HoursRefusal | { reason: 'hours.unknown-zone'; part: string }

const WITH_ZONE = /^(.*\d)\s*[,(]?\s*([a-z][a-z_/]*(?:-[a-z_]+)*(?:[+-]?\d+)?)\)?$/i

/** Parses hours that may be followed by a zone: `10-18 Europe/Berlin`, `10:00-18:00 GMT+3`. */
export function parseWrittenHours(text: string | null | undefined): Result<WrittenHours, WrittenHoursRefusal> {
  const [, own, written] = WITH_ZONE.exec(text?.trim() ?? '') ?? []
  const hours = parseHours(own ?? text)
  if (!hours.ok) return hours
  if (written === undefined) return accept({ hours: hours.value, zone: null })
  const zone = nameZone(written)
  if (zone === null) return refuse({ reason: 'hours.unknown-zone', part: written })
  // The whole day is the same in every zone, so the zone is dropped.
  return accept({ hours: hours.value, zone: hours.value.kind === 'windows' ? zone : null })
}

/** The stored form, `10:00-18:00 Europe/Berlin`; null for always on and for unknown. */
export function formatWrittenHours({ hours, zone }: WrittenHours): string | null {
  const windows = formatHours(hours)
  return windows === null || zone === null ? windows : `${windows} ${zone}`
}
