import {
  basisPointsFromPercent,
  centsFromDollars,
  hasTwoDecimals,
  type BasisPoints,
  type Cents,
} from '#domain/kernel/cents.ts'
import { addDays, daysBetween, parseDay, type Day } from '#domain/kernel/day.ts'
import { parseTypedDay } from '#domain/kernel/typed-day.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import type { Window } from '#domain/hours/working-hours.ts'
import type { World } from './world.ts'

// Reads what begins with a digit or a sign at one place of a folded line. Each expression is anchored there and has no
// unbounded part, so the time grows with the length of the line.

export type Numeric =
  /** None for `12/03` and `31.11`: not a day, or one of two days. */
  | { kind: 'days'; days: readonly Day[] }
  | { kind: 'hours'; windows: readonly Window[]; isPlain: boolean }
  | { kind: 'always' }
  /** One time of a clock: `14:00`, `10am`. */
  | { kind: 'clock'; minutes: number }
  | { kind: 'duration'; minutes: number }
  | { kind: 'offset'; minutes: number | null }
  | { kind: 'price'; cpa: Cents; crg: BasisPoints | null }
  | { kind: 'percent'; points: BasisPoints }
  | { kind: 'delta'; by: number; isPercent: boolean }
  | { kind: 'range' }
  | { kind: 'number'; value: number; isHashed: boolean }
  | { kind: 'odd' }

/** The day of writing, and whether any day may be named or only one that can be planned. */
export type When = Pick<World, 'today' | 'isAnyDay'>

interface Reader {
  found: RegExp
  read(match: RegExpExecArray, when: When): Numeric | null
}

const DIGITS = "(?:\\d{1,3}(?:[,.']\\d{3}){1,3}(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?)"
const ENDS = '(?![\\d\\p{L}])(?![.,:]\\d)'
const DOLLAR = '(?:USD|US ?\\$|\\$)'
/** `1350 CPA + 10`, `1350 CPA and 10 CR`. The 20 of `1350 CPA and 20 FR` is a cap. */
const PLUS = '(?: ?CPA(?= ?\\+| ?(?:&|AND) ?[\\d.,]{1,6} ?(?:%|CRG?(?!\\p{L}))))? ?(?:\\+|&|AND) ?'
const CLOCK = '(\\d{1,2})(?:[:.H](\\d{2}))?(?: ?(A\\.?M\\.?|P\\.?M\\.?|UHR|HRS?|HS|H))?'
const at = (source: string) => new RegExp(source, 'uy')
const PERCENT = '(\\d{1,3}(?:[.,]\\d{1,2})?)'

const READERS: readonly Reader[] = [
  { found: at(`24 ?[/x*] ?7${ENDS}`), read: () => ({ kind: 'always' }) },
  { found: at(`(?:GMT|UTC)(?:/GMT|/UTC)? ?([+-]) ?(\\d{1,2})(?::?([0-5]\\d))?(?!\\d)`), read: parseOffset },
  { found: at(`(?:GMT|UTC)(?:/GMT|/UTC)?(?![\\p{L}\\d])`), read: () => ({ kind: 'offset', minutes: 0 }) },
  { found: at(`(\\d{4})-(\\d{2})-(\\d{2})${ENDS}`), read: ([text]) => daysOf(parseDay(text)) },
  // 1200+10%, 1.050$ + 8%, 1k + 9%, 800+9
  { found: at(`${DOLLAR}? ?(${DIGITS}) ?(K)? ?${DOLLAR}?${PLUS}${PERCENT} ?%`), read: parseMoney },
  {
    found: at(`${DOLLAR}? ?(\\d{3,5}|\\d{1,2}[,.]\\d{3}|\\d{1,2}K) ?()${DOLLAR}?${PLUS}${PERCENT}${ENDS}(?! ?[%$])`),
    read: parseMoney,
  },
  { found: at(`${DOLLAR} ?(${DIGITS}) ?(K)?${ENDS}`), read: parseMoney },
  { found: at(`(${DIGITS}) ?(K)? ?${DOLLAR}${ENDS}`), read: parseMoney },
  {
    found: at(`\\+ ?(\\d{1,4}) ?(%)?${ENDS}`),
    read: ([, by, sign]) => ({ kind: 'delta', by: Number(by), isPercent: sign === '%' }),
  },
  { found: at(`${PERCENT} ?- ?${PERCENT} ?%`), read: () => ({ kind: 'range' }) },
  { found: at(`${PERCENT} ?%`), read: ([, text = '']) => parsePercent(text) },
  // 3-5.12, 3.12-5.12
  {
    found: at(`(\\d{1,2})(?:\\.(\\d{1,2}))?\\.? ?- ?(\\d{1,2})\\.(\\d{2})\\.?(?![\\d%$\\p{L}])(?![.,/:]\\d)`),
    read: parseDays,
  },
  { found: at(`${CLOCK} ?- ?${CLOCK}(?![\\d\\p{L}%$])(?![.,:/]\\d)(?! ?-\\d)`), read: parseHoursOf },
  {
    found: at(`([012]\\d)([0-5]\\d) ?()-() ?([012]\\d)([0-5]\\d)${ENDS}`),
    read: ([, a, b, , , c, d]) => hoursOf(minutesOf(a, b), minutesOf(c, d), false),
  },
  { found: at(`\\d{1,6}-\\d{1,6}${ENDS}`), read: () => ({ kind: 'range' }) },
  {
    found: at(`(\\d{1,2})([./])(\\d{1,2})(?:[./](\\d{4}|\\d{2}))?\\.?(?![\\d%$\\p{L}])(?![.,/:]\\d)`),
    read: parseDate,
  },
  {
    found: at(`(\\d{1,2})(?:ST|ND|RD|TH)(?!\\p{L})`),
    read: ([, day], { today }) => daysOf(dayOfMonth(Number(day), today)),
  },
  { found: at(`(\\d{1,2})[:](\\d{2})(?: ?(A\\.?M\\.?|P\\.?M\\.?|UHR|HRS?|H))?${ENDS}`), read: parseClock },
  { found: at(`(\\d{1,2})() ?(A\\.?M\\.?|P\\.?M\\.?|UHR)${ENDS}`), read: parseClock },
  {
    found: at(
      `(\\d{1,2}) ?(?:H|HR|HRS|HOUR|HOURS|ЧAC|ЧACA|ЧACOB|ГOДИНY|ГOДИНИ|STUNDE|STUNDEN|HORA|HORAS)(?![\\p{L}\\d])`,
    ),
    read: ([, hours]) => ({ kind: 'duration', minutes: Number(hours) * 60 }),
  },
  {
    found: at(`(\\d{1,3}) ?(?:MIN|MINS|MINUTES|МИН|МИНУT|XB)(?![\\p{L}\\d])`),
    read: ([, minutes]) => ({ kind: 'duration', minutes: Number(minutes) }),
  },
  {
    found: at(`[#№] ?(\\d{1,9})(?!\\d)`),
    read: ([, digits]) => ({ kind: 'number', value: Number(digits), isHashed: true }),
  },
  { found: at(`\\d{1,7}(?:\\+(?! ?\\d)| ?/ ?\\d{1,7}${ENDS})`), read: () => ({ kind: 'range' }) },
  { found: at(`(\\d{1,3})K${ENDS}`), read: () => ({ kind: 'odd' }) },
  { found: at(`(${DIGITS})${ENDS}`), read: parsePlain },
  { found: at(`[\\d.,:]{1,40}`), read: () => ({ kind: 'odd' }) },
]

/** Reads the number, day or hours at a place of a folded line, and where it ends. Null if there is none. */
export function parseNumeric(line: string, from: number, when: When): { value: Numeric; end: number } | null {
  for (const { found, read } of READERS) {
    found.lastIndex = from
    const match = found.exec(line)
    const value = match && read(match, when)
    if (value) return { value, end: from + match[0].trimEnd().length }
  }
  return null
}

function daysOf(day: Day | null): Numeric {
  return { kind: 'days', days: day ? [day] : [] }
}

function parseOffset([, sign, hours, minutes = '0']: RegExpExecArray): Numeric {
  const offset = Number(hours) * 60 + Number(minutes)
  return { kind: 'offset', minutes: offset > 14 * 60 ? null : sign === '-' ? -offset : offset }
}

function parseMoney([, money = '', thousands, share]: RegExpExecArray): Numeric | null {
  const cpa = moneyOf(money, thousands)
  const crg = share === undefined ? null : percentOf(share)
  return cpa === null || (share !== undefined && crg === null) ? null : { kind: 'price', cpa, crg }
}

function moneyOf(text: string, thousands?: string): Cents | null {
  const isThousands = thousands === 'K' || text.endsWith('K')
  const value = parseNumber(text.replace(/K$/, ''))
  const dollars = value === null ? null : value * (isThousands ? 1000 : 1)
  return dollars === null || dollars > 1_000_000 || !hasTwoDecimals(dollars) ? null : centsFromDollars(dollars)
}

function percentOf(text: string): BasisPoints | null {
  const value = parseNumber(text)
  return value === null || value > 100 || !hasTwoDecimals(value) ? null : basisPointsFromPercent(value)
}

function parsePercent(text: string): Numeric {
  const points = percentOf(text)
  return points === null ? { kind: 'odd' } : { kind: 'percent', points }
}

function parseHoursOf([text, ...parts]: RegExpExecArray): Numeric | null {
  const [fromHour, fromMinute, fromSign = '', toHour, toMinute, toSign = ''] = parts
  const half = halfOf(toSign)
  const from = minutesOf(fromHour, fromMinute, halfOf(fromSign))
  const to = minutesOf(toHour, toMinute, half)
  const isPlain = !/[:.HAPU]/.test(text)
  // `52 - 18` is more likely two numbers than hours.
  if (isPlain && text.includes(' ')) return null
  // `3.12 - 25` is a day and a number.
  if (/^\d{1,2}\.(?:0[1-9]|1[0-2]) - \d{1,3}$/.test(text)) return null
  // `10.11-12.11` may be days or hours.
  if (/\d\.(?:0[1-9]|1[0-2])(?!\d)/.test(text)) return { kind: 'range' }
  return hoursOf(from, to, isPlain)
}

export function hoursOf(from: number | null, to: number | null, isPlain: boolean): Numeric | null {
  if (from === null || to === null || from === to || from === 1440) return null
  return { kind: 'hours', windows: [{ from, to }], isPlain }
}

function halfOf(sign: string): 'A' | 'P' | '' {
  return sign.startsWith('A') ? 'A' : sign.startsWith('P') ? 'P' : ''
}

function minutesOf(hour = '', minute = '0', half: 'A' | 'P' | '' = ''): number | null {
  const written = Number(hour)
  if (half !== '' && (written > 12 || written === 0)) return null
  const turned = half === 'P' ? (written % 12) + 12 : half === 'A' ? written % 12 : written
  const minutes = turned * 60 + Number(minute)
  return Number(minute) < 60 && minutes <= 1440 ? minutes : null
}

function parseClock([, hour, minute, sign = '']: RegExpExecArray): Numeric | null {
  const minutes = minutesOf(hour, minute || '0', halfOf(sign))
  return minutes === null ? null : { kind: 'clock', minutes }
}

/** Days ahead. Nobody plans caps further ahead, so a date beyond this is asked. */
const FAR = 60

/** Reads days of one month, from one to another. Null if they cannot be planned, so they may be hours or numbers. */
function parseDays([, first, own, last, month = '']: RegExpExecArray, when: When): Numeric | null {
  if ((own !== undefined && own !== month) || Number(month) > 12) return null
  const [from, to] = [first, last].map((day) => parseTypedDay(`${day}.${month}`, when.today))
  if (!from || !to || from >= to || !isPlannable(from, when) || !isPlannable(to, when)) return null
  return { kind: 'days', days: daysFrom(from, to) }
}

/** Each day of a span. None if the end is before the start. */
export function daysFrom(first: Day, end: Day): Day[] {
  const days: Day[] = []
  for (let day = first; day <= end && days.length < MOST_DAYS; day = addDays(day, 1)) days.push(day)
  return days
}

const MOST_DAYS = 31

function parseDate([text, day = '', mark, month = '', year]: RegExpExecArray, when: When): Numeric | null {
  if (Number(day) > 31 || Number(day) === 0) return null
  // `1.5` and `15.50` are more likely numbers than days.
  if (mark === '.' && year === undefined && (month.length === 1 || Number(month) > 12) && !text.endsWith(`${month}.`))
    return null
  if (mark === '/' && Number(month) > 12 && Number(day) > 12) return null
  const read = parseTypedDay(text.replace(/[./]$/, ''), when.today)
  return daysOf(read && isPlannable(read, when) ? read : null)
}

export function isPlannable(day: Day, { today, isAnyDay = false }: When): boolean {
  const ahead = daysBetween(today, day)
  return isAnyDay || (ahead >= 0 && ahead <= FAR)
}

function dayOfMonth(day: number, today: Day): Day | null {
  const [year = '', month = ''] = today.split('-')
  const own = parseDay(`${year}-${month}-${String(day).padStart(2, '0')}`)
  if (own !== null && own >= today) return own
  const next = Number(month) === 12 ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}`
  return parseDay(`${next}-${String(day).padStart(2, '0')}`)
}

function parsePlain([, text = '']: RegExpExecArray): Numeric {
  const value = parseNumber(text)
  return value === null || !Number.isInteger(value) ? { kind: 'odd' } : { kind: 'number', value, isHashed: false }
}
