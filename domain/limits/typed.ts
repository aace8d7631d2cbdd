import { countryOfName } from '#domain/kernel/countries.ts'

/** Typed geos, by commas; by blanks where there is none, but for a country whose name has one. */
export function splitGeos(text: string): string[] {
  const typed = text.trim()
  const isOne = countryOfName(typed) !== null
  return typed
    .split(/[,;\n]/.test(typed) || isOne ? /[,;\n]/ : /\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
