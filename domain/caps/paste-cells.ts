import { codeOfGeo, countryOfName } from '#domain/kernel/countries.ts'
import { MONTHS, type Day } from '#domain/kernel/day.ts'
import { parseTypedDay } from '#domain/kernel/typed-day.ts'
import { parseDollars, parseNumber, parsePercent } from '#domain/kernel/typed-number.ts'
import { geoOfFlag, stripFlags } from './flag.ts'

// Parsers for cells as people write them. A parser returns null if it cannot read the cell. The rules of the form check
// the values later.

/** Dollars and percent, as they were written. */
export interface TypedPrice {
  cpa: number | null
  crg: number | null
}

/**
 * Dollars for a deposit, with the guarantee if written together: `$900`, `1200+10%`, `+10%`. Pasted text comes from
 * elsewhere, where a point may group.
 */
export function parsePrice(text: string, read = parseNumber): TypedPrice | null {
  const [dollars = '', percent, ...others] = text.split('+').map((part) => part.trim())
  if (others.length > 0) return null
  const cpa = dollars === '' ? null : (parseDollars(dollars, read) ?? undefined)
  const crg = percent === undefined ? null : (parsePercent(percent) ?? undefined)
  return cpa === undefined || crg === undefined ? null : { cpa, crg }
}

const NAMED_DAY = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(\d{1,2}) ([a-z]{3})(?: (\d{4}))?$/i

/** A day in numbers, or as Capline shows it: `Sat 21 Nov`, `21 Nov 2026`. The weekday is not compared. */
export function parseDayCell(text: string, near: Day): Day | null {
  const [, day, name = '', year = ''] = NAMED_DAY.exec(text) ?? []
  if (day === undefined) return parseTypedDay(text, near)
  const month = MONTHS.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1
  return month === 0 ? null : parseTypedDay(`${day}.${month}.${year}`, near)
}

/** The code of a country's name. Other letters stay as they are, and so does any geo in quotes. */
export function parseGeo(text: string): string {
  const letters = parseLetters(text)
  return /^"(.*)"$/.exec(letters)?.[1] ?? codeOfGeo(letters)
}

/** The letters as they are, or those of a single flag. */
export function parseLetters(text: string): string {
  return stripFlags(text) || (geoOfFlag(text) ?? '')
}

/** Writes a geo so that `parseGeo` reads it back: in quotes if it looks like a country's name. */
export function writeGeo(geo: string): string {
  return countryOfName(geo) === null ? geo : `"${geo}"`
}
