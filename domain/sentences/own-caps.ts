import { compareCaps } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { DayClock } from '#domain/caps/pace.ts'
import { flagOf } from '#domain/caps/flag.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import type { OwnCaps } from './broadcast.ts'
import { describeGeo, sayPausedHours } from './cap-lines.ts'
import { countOf, formatDayName } from './written.ts'

/**
 * The caps of one partner in a message to that partner: the day with its zone, then one line per cap, without prices
 * and other partners' names.
 */
export function describeOwnCaps(caps: readonly Cap[], day: Day, clock: DayClock): OwnCaps {
  const head = `${formatDayName(day)} (${labelOfZone(clock.zone.name)})`
  if (caps.length === 0) return { text: `${head}: no caps`, geos: [] }
  const sorted = caps.toSorted((a, b) => compareCodePoints(a.geo, b.geo) || compareCaps(a, b))
  const geos = [...new Set(sorted.map(({ geo }) => String(foldGeo(geo))))]
  return { text: [head, ...sorted.map((cap) => describeOwnCap(cap, clock))].join('\n'), geos }
}

/** `🇩🇪 DE · #44 · 20 leads · 10:00-18:00 · paused 12:00-14:00` */
function describeOwnCap(cap: Cap, clock: DayClock): string {
  const { geo, sourceNumber } = cap
  const hours = formatStoredHours(cap)
  const place = describeGeo({ geo, flag: flagOf(geo) })
  const line = [place, `#${sourceNumber}`, countOf(cap.cap, 'lead'), ...(hours === null ? [] : [hours])].join(' · ')
  return line + sayPausedHours(cap, clock)
}
