import { normalizeGeo } from '#domain/kernel/identity.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { LONGEST_LINE, readLine } from './read-line.ts'
import { NO_NAMES } from './read-partners.ts'

/** Which caps somebody asks for; what was not understood is `unread`. */
export interface DayQuestion {
  day: Day | null
  geo: string | null
  unread: string | null
}

const GEO = /^[A-Z0-9_/-]{2,16}$/i

/** Reads `tomorrow`, `22.11 DE`, `Monday Germany`, `de`. */
export function readDayQuestion(text: string, today: Day): DayQuestion {
  const items = readLine(text.slice(0, LONGEST_LINE).replace(/\s+/g, ' '), today, NO_NAMES)
  const days = items.flatMap((item) => (item.kind === 'date' || item.kind === 'weekday' ? [item.date] : []))
  const geos = items.flatMap((item) => (item.kind === 'geo' ? [item.geo] : []))
  const others = items.filter(({ kind }) => kind !== 'date' && kind !== 'weekday' && kind !== 'geo')
  const [only] = others
  // Asked for by name alone: whatever can be a geo is one.
  if (others.length === 1 && only?.kind === 'unread' && geos.length === 0 && GEO.test(only.text)) {
    geos.push(normalizeGeo(only.text))
    others.pop()
  }
  const isClear = others.length === 0 && new Set(days).size < 2 && geos.length < 2
  return {
    day: days[0] === undefined ? null : brandText<Day>(days[0]),
    geo: geos[0] ?? null,
    unread: isClear ? null : text,
  }
}
