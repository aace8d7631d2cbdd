import { addDays, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { isCountry } from '#domain/kernel/countries.ts'
import { anyWord } from '#domain/kernel/fold.ts'
import { parseTypedDay } from '#domain/kernel/typed-day.ts'
import { MONTHS, RELATIVE_DAYS, WEEKDAYS } from './day-words.ts'
import { pattern, SEP, START, STOP, type Found, type Scan } from './scan.ts'

const RELATIVE = RELATIVE_DAYS.map(([words, days]) => ({ found: pattern(`${START}${words}${STOP}`), days }))
const NAMED = WEEKDAYS.map((words) => pattern(`${START}${words}${STOP}\\.?`))
const ANY_WEEKDAY = `(?:${WEEKDAYS.join('|')})`
const SOME_WEEKDAY = new RegExp(`${START}${ANY_WEEKDAY}${STOP}`, 'u')
/** One cap is for one day. */
const SPAN = pattern(`${START}${ANY_WEEKDAY} *(?:-|TO|BIS|ПO|TILL) *${ANY_WEEKDAY}${STOP}`)
const MANY = pattern(
  `${START}${anyWord('weekdays|weekend|weekends|all week|every day|this week|next week|будни|выходные|ежедневно|всю неделю')}${STOP}`,
)
const NEXT = pattern(`${START}(?:NEXT|LAST) +${ANY_WEEKDAY}${STOP}`)
const ORDINAL = '(?:ST|ND|RD|TH|\\.)?'
const YEAR = '(?:,? *(20\\d{2}))?'
const BY_MONTH = MONTHS.map((words, index) => ({
  month: index + 1,
  dayFirst: pattern(`${START}(\\d{1,2})${ORDINAL} *(?:OF +|DE +)?${words}${STOP}\\.?${YEAR}`),
  monthFirst: pattern(`${START}${words}${STOP}\\.? *(\\d{1,2})${ORDINAL}(?![\\d%:.-])${YEAR}`),
}))
const ANY_MONTH = new RegExp(`(?:${MONTHS.join('|')})${STOP}`, 'u')
const YEAR_FIRST = pattern(`(?<![\\d.,/$#-])\\d{4}([-./])\\d{1,2}\\1\\d{1,2}(?![\\d/%\\p{L}])`)
const DAY_FIRST = pattern(`(?<![\\d.,:/+$#-])\\d{1,2}([-./])\\d{1,2}\\1\\d{2}(?:\\d{2})?(?![\\d.,/%$\\p{L}])`)
const DAY_OF_MONTH = '(?:[12]?\\d|3[01])'
const COUNTED = anyWord(
  'caps|cap|leads|lead|/day|/d|per day|a day|daily|each|лидов|лида|лид|лиды|лідів|ліди|капа|кап|шт',
)
/** `20 Nov 22`: either number may be the day. */
const BOTH_SIDES = pattern(
  `${START}${DAY_OF_MONTH} +(?:${MONTHS.join('|')})${STOP}\\.? +${DAY_OF_MONTH}(?:ST|ND|RD|TH)?(?![\\d:.%$+-]|[,']\\d)(?! *[%$+-])(?! *${COUNTED}${STOP})`,
)
/** `24/5`: around the clock on five days, or the 24th of May. */
const ALL_WEEK = pattern(`(?<![\\d.,:/+$#-])24 *[/x] *[56](?!\\d|[/.,]\\d| *[%$])`)
/** `crg 8.5`, `price: 7.5` is no day; `prices 22.11` and `CR 22.11`, which is Costa Rica, may be one. */
const AMOUNT_OF = `${START}(?:${anyWord('crg|guarantee|гарантия|крг|cpl|epl|cpa')}${SEP}(?:(?:IS|OF|MIN|FROM) +)?\\(?|${anyWord(
  'price|rate|payout|цена|ціна|ставка|выплата|preis|precio|prix|prezzo|preço',
)} *[:=] *)`
/** `CRG 22.11` in front of a line, without a colon: a heading with its day, or a price. */
const HEADED = pattern(
  `(?<=^[^\\p{L}\\p{N}]*${anyWord('crg|guarantee|гарантия|крг|cpl|epl|cpa')} *-? *)(?:[12]?\\d|3[01]|0[1-9])\\.(?:0[1-9]|1[0-2])(?![\\d%$]|[.,]\\d| *[%$])`,
)
/** `8.5 crg`; `22.11 CPA` heads a list sooner than it is a price. */
const SHARE = anyWord('crg|cpl|epl|крг')
const DAY_AND_MONTH = pattern(
  `(?<![\\d.,:/+$#-])(?<!\\+ *)(?<!(?:\\$ *[\\d.,]+|\\d *\\$) */ *)\\d{1,2}(?:/|\\.(?<!${AMOUNT_OF}\\d{1,2}\\.))\\d{1,2}(?:\\.(?!\\d))?(?![\\p{L}])(?! *[\\d/%$+])(?! *- *\\d)(?! *${SHARE}${STOP}(?! *[:=-]? *[$\\d]))(?![.,]\\d)`,
)

/** The day that a line is for. */
export function takeDays(scan: Scan, today: Day): void {
  const say = (message: string) => [{ kind: 'problem' as const, message }]
  if (ANY_MONTH.test(scan.rest()))
    scan.take(BOTH_SIDES, (_, text) => say(`“${text}” may be one of two days. Write it as 22.11.`))
  scan.take(ALL_WEEK, (_, text) => say(`“${text}” may be hours or a date. Write 24/7, or the date with its year.`))
  scan.take(SPAN, (_, text) => say(`“${text}” is several days. Write one day for each cap.`))
  scan.take(MANY, (_, text) => say(`“${text}” is several days. Write one day for each cap.`))
  scan.take(NEXT, (_, text) => say(`“${text}” may be one of two days. Write its date.`))
  for (const { found, days } of RELATIVE) scan.take(found, () => [{ kind: 'date', date: addDays(today, days) }])
  for (const { month, dayFirst, monthFirst } of ANY_MONTH.test(scan.rest()) ? BY_MONTH : []) {
    const read = ([, day, year]: RegExpExecArray, text: string): readonly Found[] => {
      const date = parseTypedDay(`${day}.${month}${year ? `.${year}` : ''}`, today)
      return date ? [{ kind: 'date', date }] : say(`“${text}” is not in the calendar.`)
    }
    scan.take(dayFirst, read)
    scan.take(monthFirst, read)
  }
  scan.take(HEADED, ([text], written) => {
    const date = parseTypedDay(text, today)
    return date
      ? [
          { kind: 'date', date },
          ...say(`“${written}” may be a day or a price. Write the day first, or the price with its $ or %.`),
        ]
      : null
  })
  for (const found of [YEAR_FIRST, DAY_FIRST, DAY_AND_MONTH]) {
    scan.take(found, ([text]) => {
      const date = parseTypedDay(text, today)
      return date ? [{ kind: 'date', date }] : null
    })
  }
  for (const [index, found] of (SOME_WEEKDAY.test(scan.rest()) ? NAMED : []).entries()) {
    const weekday = index + 1
    // In Latin letters `BT` is Bhutan.
    const isGeo = (text: string) => isCountry(text.toUpperCase())
    scan.take(found, (_, text) =>
      isGeo(text) ? null : [{ kind: 'weekday', date: addDays(today, (weekday - weekdayOf(today) + 7) % 7), weekday }],
    )
  }
}
