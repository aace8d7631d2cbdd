import { OTHER_CLOCK } from '#domain/hours/other-clock.ts'
import { COUNTRY_NAMES, isCountry } from '#domain/kernel/countries.ts'
import { anyWord } from '#domain/kernel/fold.ts'
import { pattern, SEP, START, STOP, type Found, type Scan } from './scan.ts'

const ALWAYS = pattern(
  `${START}(?:24 *[/\\\\x*] *7|24 *-? *(?:H|HRS?|HOURS?)|${anyWord(
    `around the clock|round the clock|non stop|non-stop|nonstop|all day|always on|круглосуточно|цілодобово|rund um die uhr|las 24 horas`,
  )})${STOP}(?![/.]\\d)`,
)

const LABEL = anyWord(
  `working hours|work hours|working time|work time|opening hours|hours|hour|hrs|wh|time|timing|schedule|shift|часы работы
  |рабочие часы|рабочее время|время работы|часы|время|график|години|робочі години|stunden|zeit|arbeitszeit|horario
  |horas|heures|horaires|orario|godziny`,
)
const FROM = anyWord('from|с|з|von|ab|desde|dalle|od')
const TO = `(?:-|${anyWord('to|till|until|til|до|bis|a|à|hasta|alle|do')})`

const NOT_INSIDE = '(?<![\\p{L}\\d.,:/+$#%])(?<!\\d-)'
const ENDS = '(?![\\p{L}\\d%$])(?![:/%$+]\\d)(?!-\\d)(?![.,]\\d)'
const CLOCK = '(\\d{1,2})(?:[:.](\\d{2}))? *(H|AM|PM|A\\.M\\.|P\\.M\\.)?'

/** `10:00 - 18:00`, `9am-5pm`, `from 10 to 18`, `10-18`, `1000-1800`; not a part of something longer. */
const WINDOWS = [
  pattern(`${START}(?:${LABEL}${SEP}|${FROM} +)${CLOCK} *${TO} *${CLOCK}${ENDS}`),
  pattern(`${NOT_INSIDE}(\\d{1,2})[:.](\\d{2}) *(AM|PM)? *${TO} *(\\d{1,2})[:.](\\d{2}) *(AM|PM)?${ENDS}`),
  pattern(`${NOT_INSIDE}(\\d{1,2})(?:[:.](\\d{2}))? *(H|AM|PM)? *${TO} *(\\d{1,2})(?:[:.](\\d{2}))? *(H|AM|PM)${ENDS}`),
  // Without any sign of a clock only where nothing stands between: `20 - 44` may be two numbers.
  pattern(`${NOT_INSIDE}(\\d{1,2})(?:[:.](\\d{2}))?()-(\\d{1,2})(?:[:.](\\d{2}))?()${ENDS}`),
  pattern(`${NOT_INSIDE}([012]\\d)([0-5]\\d)()-([012]\\d)([0-5]\\d)()${ENDS}`),
]

/** Written behind hours; what it means is read in `domain/hours/other-clock.ts`. */
const ZONE = pattern(`\\(? *${START}(?:${OTHER_CLOCK})${STOP} *\\)?`)
const TIME_OF = pattern(`${START}(?:${anyWord('local time|geo time|own time|по местному|местное время')})${STOP}`)
/** `10-18 Cyprus time`: a clock, and no geo. */
const TIME_IN = pattern(`\\(? *${START}(?:${anyWord(COUNTRY_NAMES)}|([A-Z]{2})) +TIME${STOP}(?! *[:=]) *\\)?`)
const LABELS = pattern(`${START}${LABEL}${STOP}${SEP}`)

/** Within hours, a dotted part of 1 to 12 may as well be a month: `10.11-12.11`. */
const MAY_BE_MONTH = /\d\.(?:0[1-9]|1[0-2])(?!\d)/

/** When the caps of a line take leads. */
export function takeHours(scan: Scan): void {
  scan.take(ALWAYS, () => [{ kind: 'hours', value: '24/7' }])
  for (const found of WINDOWS) scan.take(found, parseWindow)
  scan.take(ZONE, (_, text) => [{ kind: 'zone', value: text.replace(/[()]/g, '').trim() }])
  scan.take(TIME_OF, (_, text) => [{ kind: 'zone', value: text }])
  const hasZone = scan.items.some(({ kind }) => kind === 'zone')
  scan.take(TIME_IN, (match, text) => (hasZone && parseClockOf(match, text) ? [] : parseClockOf(match, text)))
  scan.take(LABELS, () => [])
}

/** In letters only as a code is written: `no time` is none. */
function parseClockOf([, letters]: RegExpExecArray, text: string): readonly Found[] | null {
  const clock = text.replace(/[()]/g, '').trim()
  if (letters !== undefined && !(isCountry(letters) && clock.startsWith(letters))) return null
  return [
    {
      kind: 'problem',
      message: `“${clock}” leaves the offset open. Write hours with it, such as 10:00-18:00 GMT+3.`,
    },
  ]
}

function parseWindow(match: RegExpExecArray, text: string): readonly Found[] | null {
  const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = match
  if (MAY_BE_MONTH.test(text)) {
    return [{ kind: 'problem', message: `“${text}” may be hours or dates. Write hours as 10:00-18:00.` }]
  }
  const from = clockOf(fromHour, fromMinute, fromHalf)
  const to = clockOf(toHour, toMinute, toHalf)
  if (from === null || to === null) return null
  if (isHalfDay(fromHalf) === isHalfDay(toHalf) && !isHalfDayMeant(text, from, to))
    return [{ kind: 'hours', value: `${from}-${to}` }]
  return [{ kind: 'problem', message: `“${text}” leaves open which half of the day it begins in.` }]
}

/** `9-5`: hardly from nine in the morning to five in the next one. Written in full, `09:00-05:00`, it is just that. */
function isHalfDayMeant(text: string, from: string, to: string): boolean {
  return !isHalfDayText(text) && from <= '12:59' && to < from && !/\d{2}:\d{2}\D+\d{2}:\d{2}/.test(text)
}

function isHalfDayText(text: string): boolean {
  return /[AP]\.?M/i.test(text)
}

/** `09:00`; null where there is no such time. */
function clockOf(hour = '', minute = '00', half = ''): string | null {
  const clock = Number(hour)
  const most = isHalfDay(half) ? 12 : 24
  if (clock > most || (isHalfDay(half) && clock === 0) || Number(minute) > 59) return null
  const turned = half.startsWith('P') ? (clock % 12) + 12 : half.startsWith('A') ? clock % 12 : clock
  return `${String(turned).padStart(2, '0')}:${minute}`
}

function isHalfDay(half = ''): boolean {
  return /^[AP]/.test(half)
}
