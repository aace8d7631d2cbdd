import { z } from 'zod/mini'
import { MAX_CAP, MAX_CPA_DOLLARS, MAX_CRG_PERCENT, MAX_ID_LENGTH, MAX_NAME_LENGTH } from '#domain/caps/cap.ts'
import { foldSource, normalizeGeo, type SourceNumber } from '#domain/kernel/identity.ts'
import { formatHours, parseHours } from '#domain/hours/working-hours.ts'
import { defineCall } from './call.ts'
import { day, dollars, percent, text } from './fields.ts'
import { texts } from './texts.ts'

const words = texts.caps

/** A broker cap as it stands. */
export const BrokerCap = z.object({
  _id: z.string(),
  date: day(words.date),
  geo: z.string(),
  cap: z.number(),
  advertiserId: z.string(),
  advertiserName: z.nullable(z.string()),
  sourceNumber: z.pipe(z.string(), z.transform(foldSource)),
  workingHours: z.nullable(z.string()),
  cpa: z.nullable(dollars(MAX_CPA_DOLLARS, words.cpa)),
  crg: z.nullable(percent(MAX_CRG_PERCENT, words.crg)),
  alwaysOn: z.boolean(),
  actualCount: z.number(),
  createdBy: z.string(),
  version: z.number(),
})

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

const source = (missing: string) =>
  z.pipe(
    text(missing),
    z.pipe(
      z.transform(foldSource),
      z.custom<SourceNumber>().check(
        z.refine((value) => value.length > 0, { error: missing, abort: true }),
        z.refine((value) => value.length <= MAX_ID_LENGTH, { error: words.source }),
      ),
    ),
  )

/** An optional text; empty is absent. */
const optionalText = (max: number, error: string) =>
  z.pipe(
    z.optional(z.nullable(text(error).check(z.maxLength(max, { error })))),
    z.transform((value) => value || null),
  )

/** What people fill in: a new cap, or all fields of a changed one. */
export const BrokerCapDraft = z.object({
  date: day(words.date),
  geo: geo(words.fillBroker),
  cap: z
    .number({ error: words.fillBroker })
    .check(
      z.gte(0, { error: words.fillBroker, abort: true }),
      z.int({ error: words.cap, abort: true }),
      z.lte(MAX_CAP, { error: words.cap }),
    ),
  advertiserId: text(words.fillBroker).check(
    z.minLength(1, { error: words.fillBroker }),
    z.maxLength(MAX_ID_LENGTH, { error: words.advertiserId }),
  ),
  advertiserName: optionalText(MAX_NAME_LENGTH, words.advertiserName),
  sourceNumber: source(words.fillBroker),
  workingHours,
  cpa: z.optional(z.nullable(dollars(MAX_CPA_DOLLARS, words.cpa))),
  crg: z.optional(z.nullable(percent(MAX_CRG_PERCENT, words.crg))),
  createdBy: optionalText(MAX_NAME_LENGTH, words.createdBy),
  version: z.optional(z.nullable(z.int({ error: words.version }))),
})

export type BrokerCapWire = z.input<typeof BrokerCap>
export type BrokerCapDraft = z.output<typeof BrokerCapDraft>
export type BrokerCapDraftWire = z.input<typeof BrokerCapDraft>

const DayParams = z.object({ date: day(words.date) })
const DayQuery = z.object({ date: z.optional(day(words.date)) })
const IdParams = z.object({ id: text(words.notFound) })

export const capCalls = {
  listDay: defineCall({
    method: 'GET',
    path: '/caps/day/:date',
    access: 'member',
    summary: 'Broker caps of a day, by geo, then planned descending',
    params: DayParams,
    answers: { 200: z.array(BrokerCap) },
    refusals: [400],
  }),
  summarizeDay: defineCall({
    method: 'GET',
    path: '/caps/summary',
    access: 'member',
    summary: 'How many broker caps a day has, and their leads planned and delivered',
    query: DayQuery,
    answers: {
      200: z.object({
        date: day(words.date),
        count: z.number(),
        plannedTotal: z.number(),
        actualTotal: z.number(),
      }),
    },
    refusals: [400],
  }),
  countLeads: defineCall({
    method: 'GET',
    path: '/caps/total',
    access: 'member',
    summary: 'Every lead of a day, those that no cap plans included',
    query: DayQuery,
    answers: { 200: z.object({ date: day(words.date), total: z.number() }) },
    refusals: [400],
  }),
  create: defineCall({
    method: 'POST',
    path: '/caps',
    access: 'capEditor',
    summary: 'Adds a broker cap',
    body: BrokerCapDraft,
    answers: { 201: BrokerCap },
    refusals: [400, 409],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/caps/:id',
    access: 'capEditor',
    summary: 'Replaces the fields of a broker cap',
    params: IdParams,
    body: BrokerCapDraft,
    answers: { 200: BrokerCap },
    refusals: [400, 404, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/caps/:id',
    access: 'capEditor',
    summary: 'Deletes a broker cap',
    params: IdParams,
    answers: { 204: null },
    refusals: [404],
  }),
} as const
