import { codeOfGeo, countryOfName } from '#domain/kernel/countries.ts'
import { parseDollars, parseNumber, parsePercent } from '#domain/kernel/typed-number.ts'
import { geoOfFlag, stripFlags } from './flag.ts'

// What people write in the cells of a spreadsheet. A reader answers null where it cannot read; what it reads is judged
// later, with the rules of the form.

/** Dollars and percent, as they were written. */
export interface TypedPrice {
  cpa: number | null
  crg: number | null
}

/**
 * Dollars for a deposit, with the guarantee where it is written along: `$900`, `1200+10%`, `+10%`. What is pasted comes
 * from elsewhere, where a point may group.
 */
export function parsePrice(text: string, read = parseNumber): TypedPrice | null {
  const [dollars = '', percent, ...others] = text.split('+').map((part) => part.trim())
  if (others.length > 0) return null
  const cpa = dollars === '' ? null : (parseDollars(dollars, read) ?? undefined)
  const crg = percent === undefined ? null : (parsePercent(percent) ?? undefined)
  return cpa === undefined || crg === undefined ? null : { cpa, crg }
}

/** The code of a country's name; other letters as they are, and what stands in quotes whatever it is. */
export function parseGeo(text: string): string {
  const letters = parseLetters(text)
  return /^"(.*)"$/.exec(letters)?.[1] ?? codeOfGeo(letters)
}

/** The letters as they are, or those of a flag that stands alone. */
export function parseLetters(text: string): string {
  return stripFlags(text) || (geoOfFlag(text) ?? '')
}

/** A geo as `parseGeo` reads it back: one that looks like a country's name in quotes. */
export function writeGeo(geo: string): string {
  return countryOfName(geo) === null ? geo : `"${geo}"`
}
