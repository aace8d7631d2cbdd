import { z } from 'zod/mini'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { basisPointsFromPercent, centsFromDollars, hasTwoDecimals } from '#domain/kernel/cents.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { findNearest } from '#domain/kernel/likeness.ts'
import { foldSource, normalizeGeo, type SourceNumber } from '#domain/kernel/identity.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { isVisibleText, tidyWord, UNSEEN_CHARACTERS } from '#domain/kernel/visible.ts'
import { callTexts } from './texts/calls.ts'

/** The most characters of a text without its own limit. Values of leads are no longer (`domain/leads/fields.ts`). */
const LONGEST_TEXT = 1_000

/** A geo once it was read. */
export const GEO: RegExp = /^[A-Z0-9\-_/]{2,16}$/

/** Any value; it is ignored. */
const asRead = z.optional(z.unknown().check(z.meta({ readOnly: true })))

/**
 * The body of a call, or an object in it. An unknown field is refused by its name, because it may be a slip. `answered`
 * are the fields that answers show of the same thing. Programs read it, change a field and send all of it back, so
 * fields of the answer that the body does not take are dropped.
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

/** The most unknown names that are compared with the known ones; a request may contain very many. */
const MOST_COMPARED = 5

/** The sentence that names unknown fields, and the known fields that may have been meant. */
export function sayUnknownFields(names: readonly string[], known: readonly string[]): string {
  const meant = new Set(names.slice(0, MOST_COMPARED).flatMap((name) => findNearest(name, known) ?? []))
  return callTexts.unknownFields(names, [...meant])
}

// Field types that several calls share. A schema's input is the JSON; its output is what the code works with.

/** Refuses a text or a list that is too long. Without `tooLong` the sentence names the field. */
export function atMost(longest = LONGEST_TEXT, tooLong?: string) {
  return z.maxLength(longest, {
    error: ({ path, input }) => {
      const field = path?.findLast((part) => typeof part === 'string') ?? 'The value'
      const sentence = typeof input === 'string' ? callTexts.longText : callTexts.longList
      return tooLong ?? sentence(field, longest)
    },
  })
}

/** A text as it is, with its blanks. */
export const verbatim = z.string().check(atMost())

/**
 * A trimmed text. A whole number becomes its digits, because ids of other systems are often numbers. A number that is
 * too large for a float is refused: it has lost digits.
 */
export function text(missing: string, longest = LONGEST_TEXT, tooLong?: string) {
  return z.pipe(
    z.union([z.string().check(z.trim(), atMost(longest, tooLong)), z.pipe(z.int(), z.transform(String))], {
      error: missing,
    }),
    z.string().check(z.refine(isVisibleText, { error: UNSEEN_CHARACTERS })),
  )
}

/** A geo as it is shown; `read` may know more ways of writing one. */
export function geo(missing: string, error: string, read: (typed: string) => string = normalizeGeo) {
  return z.pipe(
    text(missing),
    z.pipe(
      z.transform(read),
      z.string().check(z.minLength(1, { error: missing, abort: true }), z.regex(GEO, { error })),
    ),
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

/** Dollars with cents in an answer. A sum may be larger than any single price, and less than 0. */
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

/** A change in a history, with the state before and after it; null if there was none. */
export function changeOf<const Standing extends z.ZodMiniType>(standing: Standing) {
  return changeWith(standing, { batchId: z.string() })
}

/** The same, with what else is told of it in the place of its commit. */
export function changeWith<const Standing extends z.ZodMiniType, const More extends z.core.$ZodShape>(
  standing: Standing,
  more: More,
) {
  return z.object({
    id: z.string(),
    at: instant,
    actor: z.string(),
    action: z.string(),
    before: z.nullable(standing),
    after: z.nullable(standing),
    ...more,
  })
}

/** A word of a query; absent if nothing is left after trimming. */
export const word = z.optional(
  z.pipe(
    verbatim,
    z.transform((value) => tidyWord(value) || undefined),
  ),
)

/**
 * `true` or `false` in a query; absent if nothing is there. Another spelling, such as 1, is refused: it would widen the
 * question without a word.
 */
export const flag = z.pipe(
  word,
  z.optional(
    z.pipe(
      z.enum(['true', 'false'], { error: callTexts.flag }),
      z.transform((value) => value === 'true'),
    ),
  ),
)
