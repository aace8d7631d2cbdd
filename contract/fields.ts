import { z } from 'zod/mini'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { basisPointsFromPercent, centsFromDollars, hasTwoDecimals } from '#domain/kernel/cents.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { findNearest } from '#domain/kernel/likeness.ts'
import { foldSource, type SourceNumber } from '#domain/kernel/identity.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { isVisibleText, tidyWord, UNSEEN_CHARACTERS } from '#domain/kernel/visible.ts'
import { httpTexts } from './texts/http.ts'

/** The most characters of a text that has no bound of its own. What leads bring has no more (`domain/leads/fields.ts`). */
const LONGEST_TEXT = 1_000

/** Anything: it is not looked at. */
const asRead = z.optional(z.unknown().check(z.meta({ readOnly: true })))

/**
 * The body of a call, or an object in it: what it does not know is refused by its name, since it may be a slip of the pen.
 * `answered` are the fields of what answers show of the same thing. Programs read it, change a field and send all of it
 * back: what the body does not take of these is dropped.
 */
export function body<Fields extends z.core.$ZodShape>(fields: Fields, answered: z.core.$ZodShape = {}) {
  const dropped = Object.keys(answered).filter((name) => !Object.hasOwn(fields, name))
  const known = { ...fields, ...Object.fromEntries(dropped.map((name) => [name, asRead])) }
  return z
    .strictObject<Fields>(known, {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? sayUnknownFields(issue.keys, Object.keys(fields)) : undefined,
    })
    .check(
      z.overwrite((value) => {
        for (const name of dropped) Reflect.deleteProperty(value, name)
        return value
      }),
    )
}

/** Names that are compared with the known ones: somebody may send as many as fit into a request. */
const MOST_COMPARED = 5

/** A sentence that names fields which are not known, and those of the known ones that may have been meant. */
export function sayUnknownFields(names: readonly string[], known: readonly string[]): string {
  const meant = new Set(names.slice(0, MOST_COMPARED).flatMap((name) => findNearest(name, known) ?? []))
  return httpTexts.unknownFields(names, [...meant])
}

// The field types that several calls share. A schema's input is the JSON, its output what the code works with.

/** Refuses a text or a list with more, by a sentence that names the field where no other sentence is given. */
export function atMost(longest = LONGEST_TEXT, tooLong?: string) {
  return z.maxLength(longest, {
    error: ({ path, input }) => {
      const field = path?.findLast((part) => typeof part === 'string') ?? 'The value'
      const sentence = typeof input === 'string' ? httpTexts.longText : httpTexts.longList
      return tooLong ?? sentence(field, longest)
    },
  })
}

/** A text as it is, blanks and all. */
export const verbatim = z.string().check(atMost())

/**
 * A trimmed text; a whole number is taken as its digits, since ids of other systems often are numbers. One that is too
 * large for a float is refused: its digits were lost on the way.
 */
export function text(missing: string, longest = LONGEST_TEXT, tooLong?: string) {
  return z.pipe(
    z.union([z.string().check(z.trim(), atMost(longest, tooLong)), z.pipe(z.int(), z.transform(String))], {
      error: missing,
    }),
    z.string().check(z.refine(isVisibleText, { error: UNSEEN_CHARACTERS })),
  )
}

/** A source, without its `#`. */
export function source(missing: string, tooLong: string) {
  return z.pipe(
    text(missing),
    z.pipe(
      z.transform(foldSource),
      z.custom<SourceNumber>().check(
        z.refine((value) => value.length > 0, { error: missing, abort: true }),
        z.refine((value) => value.length <= MAX_ID_LENGTH, { error: tooLong }),
      ),
    ),
  )
}

/** `YYYY-MM-DD`, a day that the calendar has. */
export function day(error: string) {
  return z.codec(z.string({ error }).check(z.meta({ format: 'date' })), z.custom<Day>(), {
    decode: (value, context) => {
      const found = parseDay(value.trim())
      if (found) return found
      context.issues.push({ code: 'custom', message: error, input: value })
      return z.NEVER
    },
    encode: String,
  })
}

/** Dollars with at most two decimals, to whole cents. */
export function dollars(max: number, error: string) {
  return z.pipe(
    z.number({ error }).check(z.gte(0, { error }), z.lte(max, { error }), z.refine(hasTwoDecimals, { error })),
    z.transform(centsFromDollars),
  )
}

/** Dollars with cents, as an answer has them: a sum may be larger than any one price, and less than 0. */
export const money = z.number()

/** A percentage with at most two decimals, to basis points. */
export function percent(max: number, error: string) {
  return z.pipe(
    z.number({ error }).check(z.gte(0, { error }), z.lte(max, { error }), z.refine(hasTwoDecimals, { error })),
    z.transform(basisPointsFromPercent),
  )
}

/** An ISO 8601 instant with its offset. */
export const instant = z.pipe(
  z.string().check(z.meta({ format: 'date-time' })),
  z.transform((value, context): Instant => {
    const found = parseInstant(value)
    if (found !== null) return found
    context.issues.push({ code: 'custom', message: 'Not an instant such as 2026-11-21T10:00:00Z.', input: value })
    return z.NEVER
  }),
)

/** A change as the history tells it, with what stood before and after it; null where nothing did. */
export function changeOf<const Standing extends z.ZodMiniType>(standing: Standing) {
  return z.object({
    id: z.string(),
    batchId: z.string(),
    at: instant,
    actor: z.string(),
    action: z.string(),
    before: z.nullable(standing),
    after: z.nullable(standing),
  })
}

/** A word of a query, left out where nothing of it remains. */
export const word = z.optional(
  z.pipe(
    verbatim,
    z.transform((value) => tidyWord(value) || undefined),
  ),
)
