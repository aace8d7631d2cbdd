import { normalizeGeo } from '#domain/kernel/identity.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { isCountry } from '#domain/kernel/countries.ts'
import { fold } from '#domain/kernel/fold.ts'
import { LONGEST_LINE, parseLine } from './parse-line.ts'
import { NO_NAMES } from './parse-partners.ts'
import type { Item } from './scan.ts'

/** Which caps somebody asks for; what was not understood is `unread`. */
export interface DayQuestion {
  day: Day | null
  geo: string | null
  unread: string | null
}

const GEO = /^[A-Z0-9_/-]{2,16}$/i

/** Reads `tomorrow`, `22.11 DE`, `Monday Germany`, `de`. */
export function parseDayQuestion(text: string, today: Day): DayQuestion {
  const line = text.slice(0, LONGEST_LINE).replace(/\s+/g, ' ')
  const items = parseLine(line, today, NO_NAMES)
  const days = items.flatMap((item) => (item.kind === 'date' || item.kind === 'weekday' ? [item.date] : []))
  const geos = items.flatMap((item) => (item.kind === 'geo' ? [item.geo] : []))
  const others = items.filter(({ kind }) => kind !== 'date' && kind !== 'weekday' && kind !== 'geo')
  const [only] = others
  // Asked for by name alone: whatever can be a geo is one.
  const name = others.length === 1 && only && geos.length === 0 ? nameOf(only, line) : null
  if (name !== null) {
    geos.push(normalizeGeo(name))
    others.pop()
  }
  const isClear = others.length === 0 && new Set(days).size < 2 && geos.length < 2
  return {
    day: days[0] === undefined ? null : brandText<Day>(days[0]),
    geo: geos[0] ?? null,
    unread: isClear ? null : text,
  }
}

/** What can be a geo; `no` is a word of caps as well, and nobody asks for caps by that. */
function nameOf(item: Item, line: string): string | null {
  if (item.kind === 'unread') return GEO.test(item.text) ? item.text : null
  const written = line.slice(item.at, item.end)
  return item.kind === 'problem' && isCountry(fold(written)) ? written : null
}
