import { isCountry } from '#domain/kernel/countries.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { fold } from '#domain/kernel/fold.ts'
import { normalizeGeo } from '#domain/kernel/identity.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { meaningOf } from './lexicon.ts'
import { scopeOf, type Scope } from './scope.ts'
import { isWord, keyAt, type Token } from './token.ts'
import { parseLine } from './tokens.ts'

/** The caps that somebody asks for. `unread`: what was not understood. */
export interface DayQuestion {
  day: Day | null
  geo: string | null
  unread: string | null
}

const GEO = /^[A-Z0-9_/-]{2,16}$/i
/** A word before a weekday. `last Friday` is over, `this Friday` comes. */
const WHICH = /\b(?:this(?! weekend)|(last|past|prev|previous)) /i
const SAYS_NOTHING = new Set(['filler', 'unit', 'question', 'from'])

/** Reads `tomorrow`, `22.11 DE`, `Monday Germany`, `last Friday`, `de`. */
export function parseDayQuestion(text: string, today: Day): DayQuestion {
  const asked = text.replace(/\s+/g, ' ')
  const which = WHICH.exec(asked)
  const { raw, tokens } = parseLine(asked.replace(WHICH, ''), scopeOfDay(today))
  const days = tokens.flatMap((token) => (token.kind === 'days' ? [token] : []))
  const geos = tokens.flatMap((token) => (token.kind === 'geo' ? [token.geo] : []))
  const others = tokens.filter((token) => !saysNothing(token) && token.kind !== 'days' && token.kind !== 'geo')
  // Without any geo, a name alone is read as a geo.
  const name = geos.length === 0 ? nameOf(raw, days) : null
  const isName = others.length > 0 && others.every((token) => token.kind === 'unknown' || isWord(token, 'region'))
  if (name !== null && (isName || isCountry(fold(name))) && tokens.length > days.length) {
    geos.push(isCountry(fold(name)) ? fold(name) : normalizeGeo(name))
    others.length = 0
  }
  const [first] = days
  // In a question, today's weekday means today.
  const coming = first?.days[0] ?? null
  const isFine = !which || (first?.at === which.index && (first.weekday ?? 0) > 0)
  // `20-22 Nov` is several days. Of a weekend its first day is meant.
  const isWeekend = meaningOf(keyAt(first, raw))?.kind === 'weekend'
  const isSpan = first !== undefined && !first.isOpen && first.days.length > 1 && !isWeekend
  const isOne = days.length < 2 && !isSpan && geos.length < 2
  const isClear = others.length === 0 && isOne && (!first || coming !== null) && isFine
  const day = coming && which?.[1] ? addDays(coming, -7) : coming
  return { day, geo: geos[0] ?? null, unread: isClear ? null : text }
}

/** Reads days, times and geos of whatever day; it knows no partner and no cap. */
export function scopeOfDay(today: Day): Scope {
  return scopeOf({
    today,
    isAnyDay: true,
    minutes: 0,
    zone: zoneOf(DEFAULT_ZONE),
    writer: { kind: 'team' },
    mayPlan: false,
    advertisers: [],
    publishers: [],
    standing: [],
    readOn: null,
    meaningless: [],
  })
}

/** Whether a token is of no meaning in a question. */
export function saysNothing(token: Token): boolean {
  return token.kind === 'mark' || (token.kind === 'word' && SAYS_NOTHING.has(token.word))
}

/** The one word beside the day that can be a geo. */
function nameOf(raw: string, days: readonly Token[]): string | null {
  const rest = days.reduce((left, { at, end }) => left.slice(0, at) + ' '.repeat(end - at) + left.slice(end), raw)
  const [only = '', ...more] = rest.trim().split(/[\s,]+/)
  return more.length === 0 && GEO.test(only) ? only : null
}
