import { z } from 'zod/mini'
import { CAP_KINDS, MAX_CAP, MAX_CPA_DOLLARS, MAX_CRG_PERCENT, MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { readTypedGeo } from '#domain/kernel/countries.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { MAX_NOTE_LENGTH, MOST_WEEKS } from '#domain/plans/plan.ts'
import { defineCall } from './call.ts'
import { filledHours } from './cap-fields.ts'
import { atMost, body, changeWith, day, dollars, geo, percent, source, text } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { capTexts } from './texts/caps.ts'
import { planTexts } from './texts/plans.ts'

const words = planTexts

/** The most plans that one commit may add. */
export const MOST_PLANS = 500
/** Days of a preview: four weeks. */
export const PREVIEW_DAYS = 28

const id = text(words.notFound)
const cpa = z.nullable(dollars(MAX_CPA_DOLLARS, capTexts.cpa))
const crg = z.nullable(percent(MAX_CRG_PERCENT, capTexts.crg))
/** Leads of a day. */
export const count = z
  .number({ error: capTexts.cap })
  .check(z.int({ error: capTexts.cap }), z.gte(0, { error: capTexts.cap }), z.lte(MAX_CAP, { error: capTexts.cap }))

const numbers = z.array(z.nullable(count), { error: words.numbers }).check(z.length(7, { error: words.numbers }))

const optionalNote = z.pipe(
  z.optional(z.nullable(text(capTexts.longText('Note', MAX_NOTE_LENGTH), MAX_NOTE_LENGTH))),
  z.transform((note) => note || null),
)

const lastDay = z.pipe(
  z.optional(z.nullable(day(words.lastDay))),
  z.transform((last) => last ?? null),
)

/** The place of a plan's caps. An affiliate's has no advertiser. */
const place = {
  geo: geo(capTexts.fillBroker, capTexts.geo, readTypedGeo),
  sourceNumber: source(capTexts.fillBroker, capTexts.source),
  advertiserId: z.pipe(
    z.optional(z.nullable(text(capTexts.advertiserId, MAX_ID_LENGTH, capTexts.advertiserId))),
    z.transform((advertiserId) => advertiserId || null),
  ),
}

/** The fields of a plan that can change. Its place cannot. */
const terms = {
  numbers,
  workingHours: filledHours,
  cpa: z.optional(cpa),
  crg: z.optional(crg),
  everyWeeks: z.optional(
    z
      .int({ error: words.everyWeeks })
      .check(z.gte(1, { error: words.everyWeeks }), z.lte(MOST_WEEKS, { error: words.everyWeeks })),
  ),
  firstDay: day(words.firstDay),
  lastDay,
  note: optionalNote,
}

/** A stored plan. */
export const StandingPlan = z.object({
  _id: z.string(),
  kind: z.enum(CAP_KINDS),
  geo: z.string(),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.pipe(z.string(), z.transform(foldSource)),
  numbers: z.array(z.nullable(z.number())),
  workingHours: z.nullable(z.string()),
  alwaysOn: z.boolean(),
  cpa,
  crg,
  everyWeeks: z.number(),
  firstDay: day(words.firstDay),
  lastDay: z.nullable(day(words.lastDay)),
  note: z.nullable(z.string()),
  createdBy: z.string(),
  version: z.number(),
})

type ReadTerms = z.output<z.ZodMiniObject<typeof terms>>

/** Completes terms: missing values become null, and always-on hours become a flag. */
function fillTerms<T extends ReadTerms>({ workingHours, cpa: price, crg: guarantee, everyWeeks, ...rest }: T) {
  return { ...rest, ...workingHours, cpa: price ?? null, crg: guarantee ?? null, everyWeeks: everyWeeks ?? 1 }
}

/** A new plan as people fill it in. */
export const PlanBody = z.pipe(
  body({ kind: z.enum(CAP_KINDS), ...place, ...terms }, StandingPlan.shape).check(
    z.refine(({ kind, advertiserId }) => kind === 'affiliate' || advertiserId !== null, {
      error: capTexts.fillBroker,
      path: ['advertiserId'],
    }),
  ),
  z.transform((read) => {
    const { kind, advertiserId, ...rest } = read
    return { kind, advertiserId: kind === 'broker' ? advertiserId : null, ...fillTerms(rest) }
  }),
)

const version = z.optional(z.nullable(z.int({ error: capTexts.version })))

/** A change of a plan, and its first day. */
export const PlanChangeBody = z.pipe(
  body({ ...terms, version, from: day(words.from) }, StandingPlan.shape),
  z.transform(({ version: seen, from, ...rest }) => ({ version: seen ?? null, from, terms: fillTerms(rest) })),
)

/**
 * A day on which a plan changes something, or would have but does not. `before` and `after` are leads; null means no
 * cap.
 */
export const PlanLine = z.object({
  /** The position of the plan among the saved ones. */
  plan: z.number(),
  day: day(words.firstDay),
  state: z.enum(['make', 'change', 'remove', 'same', 'by-hand', 'stands', 'off']),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
})

export type PlanLine = z.output<typeof PlanLine>

const Saved = z.object({ batchId: z.string(), plans: z.array(StandingPlan), days: z.array(PlanLine) })
const Undone = z.object({ batchId: z.string() })

export const planCalls = {
  list: defineCall({
    method: 'GET',
    path: '/plans',
    access: 'member',
    summary: 'All plans that repeat, by place',
    answers: { 200: z.array(StandingPlan) },
  }),
  create: defineCall({
    method: 'POST',
    path: '/plans',
    access: 'capEditor',
    summary: 'Adds plans in one commit, and makes the caps of their first days; all or none',
    body: body({
      plans: z.array(PlanBody).check(z.minLength(1, { error: words.nothing }), atMost(MOST_PLANS, words.tooMany)),
    }),
    answers: { 201: Saved },
    refusals: [400, 409],
  }),
  preview: defineCall({
    method: 'POST',
    path: '/plans/preview',
    access: 'capEditor',
    summary: `The effect of saving new plans in the next ${PREVIEW_DAYS} days, a day a line; nothing is saved`,
    body: body({
      plans: z.array(PlanBody).check(z.minLength(1, { error: words.nothing }), atMost(MOST_PLANS, words.tooMany)),
    }),
    answers: { 200: z.array(PlanLine) },
    refusals: [400, 409],
    readsOnly: true,
  }),
  change: defineCall({
    method: 'POST',
    path: '/plans/:id/changes',
    access: 'capEditor',
    summary: 'Changes a plan from a day on; for a later day, the plan ends the day before and a new one continues',
    params: z.object({ id }),
    body: PlanChangeBody,
    answers: { 200: Saved },
    refusals: [400, 404, 409],
  }),
  previewChange: defineCall({
    method: 'POST',
    path: '/plans/:id/changes/preview',
    access: 'capEditor',
    summary: `The effect of changing a plan in the next ${PREVIEW_DAYS} days, a day a line; nothing is saved`,
    params: z.object({ id }),
    body: PlanChangeBody,
    answers: { 200: z.array(PlanLine) },
    refusals: [400, 404, 409],
    readsOnly: true,
  }),
  setDay: defineCall({
    method: 'POST',
    path: '/plans/:id/days/:day',
    access: 'capEditor',
    summary: 'Sets the number of one day of a plan (null means no cap); the plan never changes that day again',
    params: z.object({ id, day: day(words.firstDay) }),
    body: body({ number: z.nullable(count) }),
    answers: { 200: z.object({ batchId: z.nullable(z.string()) }) },
    refusals: [400, 404, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/plans/:id',
    access: 'capEditor',
    summary: 'Deletes a plan and its unchanged caps of today and later',
    params: z.object({ id }),
    answers: { 200: Undone },
    refusals: [400, 404],
  }),
  undo: defineCall({
    method: 'POST',
    path: '/plans/batches/:id/undo',
    access: 'capEditor',
    summary: 'Undoes a whole commit of plans, if no plan of it was changed later; their caps follow',
    params: z.object({ id }),
    answers: { 200: Undone },
    refusals: [400, 404, 409],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/plans/history',
    access: 'member',
    summary: `Who changed which plan; newest first, at most ${MOST_CHANGES}`,
    query: z.object({ id: z.optional(id) }),
    answers: {
      200: z.array(changeWith(StandingPlan, { batchId: z.string(), planId: z.string() })),
    },
    refusals: [400],
  }),
  export: defineCall({
    method: 'GET',
    path: '/plans/export',
    access: 'member',
    summary: 'All plans as a table; the days off are a second sheet of XLSX',
    query: z.object({ format: tableFormat }),
    answers: { 200: namedFile },
    refusals: [400],
    file: Object.values(TABLE_TYPES),
  }),
} as const
