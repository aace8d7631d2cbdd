import { codeOfGeo, countryOfName } from '#domain/kernel/countries.ts'
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
