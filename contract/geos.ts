import { z } from 'zod/mini'
import { codeOfGeo, countryOfName } from '#domain/kernel/countries.ts'
import { normalizeGeo } from '#domain/kernel/identity.ts'
import { GEO, text } from './fields.ts'

/** A geo that people type, as it is shown: a country by its name is its code. */
export function parseGeo(typed: string): string {
  return normalizeGeo(codeOfGeo(typed.trim()))
}

/** The most words of a country's name. */
const MOST_WORDS = 4

/** Typed geos, parted by commas or blanks; a country may have a name of several words. */
export function splitGeos(list: string): string[] {
  return list.split(/[,;\n]/).flatMap((part) => {
    const words = part.split(/\s+/).filter((word) => word !== '')
    const geos: string[] = []
    while (words.length > 0) {
      const lengths = Array.from({ length: Math.min(MOST_WORDS, words.length) }, (_, n) => n + 1).toReversed()
      const length = lengths.find((some) => countryOfName(words.slice(0, some).join(' ')) !== null) ?? 1
      geos.push(words.splice(0, length).join(' '))
    }
    return geos
  })
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
