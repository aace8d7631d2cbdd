import { isCountry } from '#domain/kernel/countries.ts'
import { anyWord, fold, isUpperCase } from '#domain/kernel/fold.ts'
import { DIGITS, NUMBER } from './parse-prices.ts'
import { ADDS, ADDS_TO, CHANGES, NOT_OF_CAPS, TAKES_AWAY, UP_TO } from './refused-words.ts'
import { pattern, SEP, START, STOP, type Found, type Scan } from './scan.ts'

const LABEL = anyWord(
  `cap|caps|capp|daily cap|day cap|caps per day|cap per day|limit|daily limit|daily|volume|qty|quantity|leads|lead cap
  |капа|капы|кап|кэп|кепа|лимит|ліміт|лидов|лиды|лімит|лідів|объем|tope|limite|límite|tageslimit`,
)
const UNIT = anyWord(
  `cap|caps|leads|lead|leads per day|leads a day|leads daily|per day|a day|/day|/d|daily|pcs|лидов|лида|лид|лиды|лідів
  |шт|в день|на день|leads/day|leads/d|leads pro tag|pro tag|al día|par jour`,
)
const EACH = `(?: *(?:${anyWord('each|per geo|for each|leads|leads per day|leads a day|/day|/d|per day|a day|daily|каждый|на каждое')})${STOP})*`

/** A range, a change, a number with a part: none of them is a cap. */
const NO_CAP = pattern(
  `(?<!\\d ?)${START}${LABEL}${SEP}(?:\\d[\\d.,]*(?:-| *TO *|/)\\d[\\d.,]*|\\+ *\\d+|\\d[\\d.,]* *[KК]${STOP})(?![:\\d])`,
)
const RANGE_OF = pattern(`(?<![\\d.,:])\\d+ *- *\\d+ *${UNIT}${STOP}`)
const CHANGE = pattern(`(?<![\\d$%)] *)\\+ *\\d+(?![\\d.,]* *[%$\\d])`)
/** `-20` behind a blank, where `DE - 20` and `DE-20` only part the two. */
const MINUS = pattern(`(?<=[^ ] +)-\\d+(?![\\d.,]* *[%$:\\d])`)
/** `<20`, `~ 20`; an arrow says nothing. */
const ABOUT = pattern(`(?<![-=<>])[<>≤≥~≈]=? *\\d[\\d.,]*`)
const MORE = pattern(
  `(?<![\\d.,])\\d+ *(?:${anyWord('leads|caps|лидов')} *)?${anyWord('more|extra|additional|less|ещё|еще|дополнительно|mehr|weniger|más|mas|menos')}${STOP}|(?<=[\\p{L}\\p{N}\\u0001] *)${START}${anyWord('by|на')} +\\d+(?![\\d:.-])`,
)
const CHANGED = pattern(`${START}${CHANGES}${STOP}(?!\\D* ${UP_TO} +\\d)`)
const ADDED = pattern(`${START}${ADDS} +\\d+ *(?:${anyWord('leads|caps|лидов|лідів')} *)?${ADDS_TO}${STOP}`)
const STOPS = pattern(`${START}${TAKES_AWAY}${STOP}`)
/** Signs that people put beside what is closed. */
const CLOSED = pattern('[❌✖✗✘🚫⛔🛑]')
/** `❌ FR cap 0` says what the cap will be. */
const ALL_ZERO = /^(?:\D*(?<![\d.,:/+-])0(?![.,:/]?\d| *[%$]))+\D*$/u
const OF_OTHERS = new RegExp(`^ *${NOT_OF_CAPS}${STOP}`, 'u')
const OTHER_SPAN = pattern(
  `${START}${anyWord('weekly|monthly|hourly|per hour|an hour|per week|a week|per month|a month|total|in total|overall|в час|в неделю|в месяц|всего|pro stunde|pro woche|insgesamt')}${STOP}|/ *${anyWord('hour|week|month|час|неделя')}${STOP}`,
)
const SPLIT = pattern(`${START}${LABEL}${SEP}(\\d{1,3} \\d{3})(?![\\d%$+.,:])`)

/** Behind a number the word counts that one, unless a colon says otherwise: `20 leads 44` has no cap of 44. */
const LABELLED = [
  pattern(`${START}${LABEL} *[:=] *(${NUMBER}) *(\\+(?! *\\d))?(?! *[%$])${EACH}`),
  pattern(`${START}(?:CAPS?|LIMIT)(${NUMBER})(\\+(?! *\\d))?(?! *[%$])${EACH}`),
  pattern(`(?<!\\d ?)${START}${LABEL}${STOP}${SEP}(${NUMBER}) *(\\+(?! *\\d))?(?! *[%$])${EACH}`),
]
const COUNTED = pattern(`(?<![\\p{L}\\d.,:$+-])(${DIGITS})(\\+)? *-? *${UNIT}${STOP}`)

/** What looks like a cap and is none, before hours are read: they look like ranges. */
export function takeNoCaps(scan: Scan): void {
  scan.take(OTHER_SPAN, (_, text) => [{ kind: 'problem', message: `“${text}”: a cap is for one day.` }])
  scan.take(SPLIT, ([, text = '']) => [
    { kind: 'problem', message: `“${text}” may be one number or two. Write ${text.replace(' ', '')}, or name each.` },
  ])
  scan.take(NO_CAP, refuseCap)
  scan.take(RANGE_OF, refuseCap)
}

function refuseCap(_: RegExpExecArray, text: string): readonly Found[] {
  return [{ kind: 'problem', message: `“${text}” is no cap. Write one number, such as cap 20.` }]
}

/** How many leads. */
export function takeCaps(scan: Scan): void {
  scan.take(STOPS, (match, text) => refuseStop(scan, match, text))
  const isNone = ALL_ZERO.test(scan.rest())
  scan.take(CLOSED, (_, text) =>
    isNone
      ? []
      : [{ kind: 'problem', message: `“${text}” takes caps away. Write what the cap will be, such as cap 0.` }],
  )
  scan.take(ABOUT, refuseCap)
  for (const found of [CHANGE, MINUS, MORE, ADDED, CHANGED]) {
    scan.take(found, (_, text) => [{ kind: 'problem', message: `“${text}” is a change. Write what the cap will be.` }])
  }
  for (const found of LABELLED) scan.take(found, ([, value, plus]) => capOf(value, plus))
  scan.take(COUNTED, ([, value, plus]) => capOf(value, plus))
}

/** In capitals `NO` is Norway first; what else it may be is asked where geos are read. */
function refuseStop(scan: Scan, match: RegExpExecArray, text: string): readonly Found[] | null {
  const [word] = match
  if (isCountry(word) && isUpperCase(text)) return null
  if (OF_OTHERS.test(fold(scan.raw.slice(match.index + word.length)))) return null
  return [{ kind: 'problem', message: `“${text}” takes caps away. Write what the cap will be, such as cap 0.` }]
}

function capOf(value = '', plus = ''): readonly Found[] {
  const cap: Found = { kind: 'cap', value }
  return plus === '' ? [cap] : [cap, { kind: 'note', message: `“${value}+” is taken as ${value}.` }]
}
