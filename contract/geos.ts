import { z } from 'zod/mini'
import { codeOfGeo } from '#domain/kernel/countries.ts'
import { normalizeGeo } from '#domain/kernel/identity.ts'
import { GEO, text } from './fields.ts'

/** A geo that people type, as it is shown: a country by its name is its code. */
export function parseGeo(typed: string): string {
  return normalizeGeo(codeOfGeo(typed))
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
