import { z } from 'zod/mini'
import { codeOfGeo, countryOfName } from '#domain/kernel/countries.ts'
import { normalizeGeo } from '#domain/kernel/identity.ts'
import { GEO, text } from './fields.ts'

/** A geo that people type, as it is shown: a country by its name is its code. */
export function parseGeo(typed: string): string {
  return normalizeGeo(codeOfGeo(typed.trim()))
}

/** Typed geos, by commas; by blanks where there is none, but for a country whose name has one. */
export function splitGeos(list: string): string[] {
  const typed = list.trim()
  const isOne = countryOfName(typed) !== null
  return typed
    .split(/[,;\n]/.test(typed) || isOne ? /[,;\n]/ : /\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function geo(missing: string, error: string) {
  return z.pipe(
    text(missing),
    z.pipe(
      z.transform(parseGeo),
      z.string().check(z.minLength(1, { error: missing, abort: true }), z.regex(GEO, { error })),
    ),
  )
}
