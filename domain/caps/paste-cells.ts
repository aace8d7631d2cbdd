import { countryOfName } from '#domain/kernel/countries.ts'
import { daysBetween, parseDay, type Day } from '#domain/kernel/day.ts'
import { readDollars, readPercent } from '#domain/kernel/typed-number.ts'
import { geoOfFlag, stripFlags } from './flag.ts'

// What people write in the cells of a spreadsheet. A reader answers null where it cannot read; what it reads is judged
// later, with the rules of the form.

/** Dollars and percent, as they were written. */
export interface TypedPrice {
  cpa: number | null
  crg: number | null
}

/** Dollars for a deposit, with the guarantee where it is written along: `$900`, `1200+10%`, `+10%`. */
export function readPrice(text: string): TypedPrice | null {
  const [dollars = '', percent, ...others] = text.split('+').map((part) => part.trim())
  if (others.length > 0) return null
  const cpa = dollars === '' ? null : (readDollars(dollars) ?? undefined)
  const crg = percent === undefined ? null : (readPercent(percent) ?? undefined)
  return cpa === undefined || crg === undefined ? null : { cpa, crg }
}

/** The code of a country's name; other letters as they are, and what stands in quotes whatever it is. */
export function readGeo(text: string): string {
  const letters = readLetters(text)
  return /^"(.*)"$/.exec(letters)?.[1] ?? countryOfName(letters) ?? letters
}

/** The letters as they are, or those of a flag that stands alone. */
export function readLetters(text: string): string {
  return stripFlags(text) || (geoOfFlag(text) ?? '')
}

/** A geo as `readGeo` reads it back: one that looks like a country's name in quotes. */
export function writeGeo(geo: string): string {
  return countryOfName(geo) === null ? geo : `"${geo}"`
}

/**
 * `2026-11-21`, `2026/11/21`, `21.11.2026`, `21/11/26`, `21.11.`, `21/11`: the day always before the month. Without a
 * year it is the one that brings the day nearest to `near`, so that `02/01` is next year's in December.
 */
export function readDay(text: string, near: Day): Day | null {
  const yearFirst = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text)
  if (yearFirst) return composeDay(Number(yearFirst[1]), yearFirst[2], yearFirst[3])
  const dayFirst = /^(\d{1,2})[-./](\d{1,2})(?:[-./](\d{4}|\d{2})?)?$/.exec(text)
  if (!dayFirst) return null
  const [, day, month, year] = dayFirst
  if (year !== undefined) return composeDay(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  return findNearest(near, (candidate) => composeDay(candidate, month, day))
}

function findNearest(near: Day, inYear: (year: number) => Day | null): Day | null {
  const year = Number(near.slice(0, 4))
  const distance = (day: Day) => Math.abs(daysBetween(near, day))
  const [nearest = null] = [year - 1, year, year + 1]
    .flatMap((candidate) => inYear(candidate) ?? [])
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest
}

function composeDay(year: number, month = '', day = ''): Day | null {
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
