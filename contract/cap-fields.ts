import { z } from 'zod/mini'
import { MAX_CAP, MAX_CPA_DOLLARS, MAX_CRG_PERCENT, MAX_ID_LENGTH, MAX_NAME_LENGTH } from '#domain/caps/cap.ts'
import { formatHours, parseHours } from '#domain/hours/working-hours.ts'
import { foldSource, normalizeGeo } from '#domain/kernel/identity.ts'
import { day, dollars, percent, source, text } from './fields.ts'
import { capTexts } from './texts/caps.ts'

// What both kinds of cap are made of.

const words = capTexts

/** Of the hours as typed and as stored: the stored form can be the longer one, and comes back when a cap is edited. */
const MAX_HOURS_LENGTH = 200

/** Hours as typed, to the stored form; an empty text is unknown hours. */
const workingHours = z.pipe(
  z.optional(z.nullable(z.string({ error: words.hours }).check(z.maxLength(MAX_HOURS_LENGTH, { error: words.hours })))),
  z.transform((value, context) => {
    const hours = parseHours(value)
    const stored = hours.ok ? formatHours(hours.value) : null
    if (hours.ok && (stored?.length ?? 0) <= MAX_HOURS_LENGTH) {
      return { workingHours: stored, alwaysOn: hours.value.kind === 'always' }
    }
    const message = !hours.ok && hours.reason === 'hours.empty-window' ? words.hoursEmptyWindow : words.hours
    context.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  }),
)

const geo = (missing: string) =>
  z.pipe(
    text(missing),
    z.pipe(
      z.transform(normalizeGeo),
      z
        .string()
        .check(z.minLength(1, { error: missing, abort: true }), z.regex(/^[A-Z0-9\-_/]{2,16}$/, { error: words.geo })),
    ),
  )

/** An optional text; empty is absent. */
const optionalText = (max: number, error: string) =>
  z.pipe(
    z.optional(z.nullable(text(error).check(z.maxLength(max, { error })))),
    z.transform((value) => value || null),
  )

/** A cap as it stands. */
export const standingFields = {
  _id: z.string(),
  date: day(words.date),
  geo: z.string(),
  cap: z.number(),
  sourceNumber: z.pipe(z.string(), z.transform(foldSource)),
  workingHours: z.nullable(z.string()),
  cpa: z.nullable(dollars(MAX_CPA_DOLLARS, words.cpa)),
  crg: z.nullable(percent(MAX_CRG_PERCENT, words.crg)),
  alwaysOn: z.boolean(),
  actualCount: z.number(),
  createdBy: z.string(),
  version: z.number(),
}

/** A cap as it stands, and the commit that saved it. */
export const savedFields = { ...standingFields, batchId: z.string() }

/** What people fill in, in the order of the form; `missing` is the sentence where a required one is not there. */
export function draftFields(missing: string) {
  return {
    date: day(words.date),
    geo: geo(missing),
    cap: z
      .number({ error: ({ input }) => (input === undefined || input === null || input === '' ? missing : words.cap) })
      .check(
        z.gte(0, { error: words.cap, abort: true }),
        z.int({ error: words.cap, abort: true }),
        z.lte(MAX_CAP, { error: words.cap }),
      ),
    sourceNumber: source(missing, words.source),
    workingHours,
    cpa: z.optional(z.nullable(dollars(MAX_CPA_DOLLARS, words.cpa))),
    crg: z.optional(z.nullable(percent(MAX_CRG_PERCENT, words.crg))),
    createdBy: optionalText(MAX_NAME_LENGTH, words.createdBy),
    version: z.optional(z.nullable(z.int({ error: words.version }))),
  }
}

export function advertiserFields(missing: string) {
  return {
    advertiserId: text(missing).check(
      z.minLength(1, { error: missing }),
      z.maxLength(MAX_ID_LENGTH, { error: words.advertiserId }),
    ),
    advertiserName: optionalText(MAX_NAME_LENGTH, words.advertiserName),
  }
}
