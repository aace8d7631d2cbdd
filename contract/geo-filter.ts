import { z } from 'zod/mini'
import { codeOfGeo } from '#domain/kernel/countries.ts'
import { word } from './fields.ts'

/** A geo that is looked for: a code, or the name of a country, which is read as its code. */
export const geoFilter = z.pipe(word, z.optional(z.pipe(z.string(), z.transform(codeOfGeo))))
