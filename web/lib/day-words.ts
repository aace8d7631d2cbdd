import { addDays, daysBetween, parseDay, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { parseTypedDay } from '#domain/kernel/typed-day.ts'
import { MONTH_NAMES } from './format.ts'

const NAMES: readonly [string, number][] = [
  ['today', 0],
  ['tomorrow', 1],
  ['tmrw', 1],
  ['yesterday', -1],
]
const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** `tue 24 nov`, as days are written here. */
const NAMED = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?=\d)/
/** Fewer letters could mean anything. */
const FEWEST_LETTERS = 2
const FARTHEST = 3_650

/**
 * The days that a typed text may mean (`tomorrow`, `mon`, `next mon`, `last fri`, `24`, `24 nov`, `nov 24`, `24.11.`,
 * `24/11/26`, `tue 24 nov 2027`, `2026-11-24`, `+3`, or the beginning of one of these), the likeliest first.
 */
export function readDayWords(typed: string, today: Day): Day[] {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ').replace(NAMED, '')
  const found = [
    ...readName(text, today),
    ...readWeekday(text, today),
    ...readDistance(text, today),
    ...readDate(text, today),
  ]
  return [...new Set(found)]
}

function readName(text: string, today: Day): Day[] {
  if (text.length < FEWEST_LETTERS) return []
  return NAMES.flatMap(([name, days]) => (name.startsWith(text) ? [addDays(today, days)] : []))
}

/** `mon` is the next Monday, today included; `next mon` the one at least a week later; `last mon` a past one. */
function readWeekday(text: string, today: Day): Day[] {
  const match = /^(?:(next|last) )?([a-z]+)$/.exec(text)
  const [, which, name = ''] = match ?? []
  if (name.length < FEWEST_LETTERS) return []
  return WEEKDAY_NAMES.flatMap((weekday, index) => {
    if (!weekday.startsWith(name)) return []
    const ahead = (index + 1 - weekdayOf(today) + 7) % 7
    if (which === 'last') return [addDays(today, ahead - 7)]
    return [addDays(today, which === 'next' ? ahead + 7 : ahead)]
  })
}

/** `+3`, `-1` */
function readDistance(text: string, today: Day): Day[] {
  const match = /^([+-])(\d{1,4})$/.exec(text)
  const days = Number(match?.[2])
  return match && days <= FARTHEST ? [addDays(today, match[1] === '-' ? -days : days)] : []
}

function readDate(text: string, today: Day): Day[] {
  // On the way to 2027, not 2020.
  const numbers = /\d\D20$/.test(text) ? null : parseTypedDay(text, today)
  if (numbers) return [numbers]
  const dayFirst = /^(\d{1,2})\.?(?: ([a-z]+))?(?: (\d{4}))?$/.exec(text)
  if (dayFirst) return nearest(Number(dayFirst[1]), dayFirst[2] ? readMonths(dayFirst[2]) : null, dayFirst[3], today)
  const monthFirst = /^([a-z]+) (\d{1,2})(?: (\d{4}))?$/.exec(text)
  if (!monthFirst) return []
  return nearest(Number(monthFirst[2]), readMonths(monthFirst[1] ?? ''), monthFirst[3], today)
}

function readMonths(text: string): number[] {
  if (text.length < FEWEST_LETTERS) return []
  return MONTH_NAMES.flatMap((name, index) => (name.toLowerCase().startsWith(text) ? [index + 1] : []))
}

/** For each possible month the day nearest to today; without a month, the next day with that number. */
function nearest(day: number, months: readonly number[] | null, year: string | undefined, today: Day): Day[] {
  const thisYear = Number(today.slice(0, 4))
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)]
  if (months === null) {
    const coming = years.flatMap((each) => daysOf(each, ALL_MONTHS, day)).filter((found) => found >= today)
    return coming.slice(0, 1)
  }
  return months.flatMap((month) => {
    const found = years.flatMap((each) => daysOf(each, [month], day))
    return found.toSorted((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b))).slice(0, 1)
  })
}

const ALL_MONTHS = MONTH_NAMES.map((_, index) => index + 1)

function daysOf(year: number, months: readonly number[], day: number): Day[] {
  return months.flatMap(
    (month) => parseDay(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`) ?? [],
  )
}
