import { formatLocal } from '#domain/hours/working-hours.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { REASON_WORDS } from '#domain/sentences/pauses.ts'
import type { XlsxCell, XlsxColumn } from '#platform/xlsx.ts'

/** A pause of a table; times are by the clock of the zone. */
export function columnsOf(zone: Zone): XlsxColumn[] {
  const time = (name: string): XlsxColumn => ({ heading: `${name} (${labelOfZone(zone.name)})`, kind: 'time' })
  const text = (heading: string): XlsxColumn => ({ heading, kind: 'text' })
  return [
    text('Geo'),
    text('Advertiser ID'),
    text('Source'),
    time('From'),
    time('Until'),
    time('Ended'),
    text('Reason'),
    text('Note'),
    text('By'),
    text('Made from'),
    text('Ended by'),
  ]
}

export function rowOf(pause: Pause, zone: Zone): XlsxCell[] {
  const at = (instant: Instant | null) => instant && formatLocal(instant, zone)
  return [
    pause.geo,
    pause.advertiserId,
    pause.sourceNumber,
    at(pause.from),
    at(pause.until),
    at(pause.endedAt),
    REASON_WORDS[pause.reason],
    pause.note,
    pause.by,
    pause.way,
    pause.endedBy,
  ]
}
