import { brandNumber, brandText, type Brand } from './brand.ts'

/** A calendar day, `YYYY-MM-DD`. The zone (`zone.ts`) decides which instants it covers. */
export type Day = Brand<string, 'Day'>

/** Days since 1970-01-01. */
export type DayNumber = Brand<number, 'DayNumber'>

/** Weekdays as ISO counts them: Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/**
 * The first year that people and other systems may name, so that a slip (`0202-11-21`) is refused instead of stored.
 */
export const FIRST_YEAR = 1970
export const LAST_YEAR = 2199

/** As dates are written in short, in English. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * The day of a text. Returns null if the text is not `YYYY-MM-DD`, not in the calendar (`2026-02-30`) or outside 1970
 * to 2199.
 */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return null
  return day <= daysInMonth(year, month) ? brandText<Day>(text) : null
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)
}

/**
 * Days since 1970-01-01 of a proleptic Gregorian date (Howard Hinnant, "chrono-compatible low-level date
 * algorithms": years run from March, eras are 400 years of 146,097 days).
 */
export function dayNumberOf(year: number, month: number, day: number): DayNumber {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return brandNumber(era * 146_097 + dayOfEra - 719_468)
}

export function toDayNumber(day: Day): DayNumber {
  return dayNumberOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)))
}

export function fromDayNumber(number: DayNumber): Day {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  return brandText(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`)
}

export function addDays(day: Day, days: number): Day {
  return fromDayNumber(brandNumber(toDayNumber(day) + days))
}

/** The number of days from `earlier` to `later`; negative if `later` is before `earlier`. */
export function daysBetween(earlier: Day, later: Day): number {
  return toDayNumber(later) - toDayNumber(earlier)
}

export function weekdayOf(day: Day): Weekday {
  const fromMonday = (((toDayNumber(day) + 3) % 7) + 7) % 7
  return brandNumber<Weekday>(fromMonday + 1)
}

/** The Monday of a day's week (weeks start on Monday). */
export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

function pad(value: number, width: number): string {
  return value.toString().padStart(width, '0')
}
