import { z } from 'zod/mini'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { addDays } from '#domain/kernel/day.ts'
import { defineCall } from './call.ts'
import { capDraft, savedCap, standingCap } from './cap-fields.ts'
import { atMost, body, changeWith, day, text } from './fields.ts'
import { MOST_AT_ONCE, PlannedAct } from './pauses.ts'
import { capTexts } from './texts/caps.ts'
import { pauseTexts } from './texts/pauses.ts'

const words = capTexts

/** The most caps that one commit may add, change and delete together. */
export const MAX_EDITS = 5_000

/** The most days of one summary: a month in the calendar has at most 42. */
const MOST_DAYS = 62

const DayParams = z.object({ date: day(words.date) })
const DayQuery = z.object({ date: z.optional(day(words.date)) })
const IdParams = z.object({ id: text(words.notFound) })

export const DaySummary = z.object({
  date: day(words.date),
  count: z.number(),
  plannedTotal: z.number(),
  actualTotal: z.number(),
})

export const RecentPlace = z.object({
  geo: z.string(),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.string(),
  today: z.number(),
  sameWeekday: z.number(),
  mean: z.number(),
})

/** The reason of a commit, for its history. */
export const EDIT_ACTIONS = ['edit', 'bulk', 'copy', 'paste', 'delete'] as const

/** The result of a commit. `batchId` undoes it as a whole. */
const Committed = z.object({ batchId: z.string(), days: z.array(day(words.date)) })

/** Schemas of stored caps. */
export const STANDING_CAPS = { broker: standingCap('broker'), affiliate: standingCap('affiliate') } as const

/** Schemas of drafts. */
export const CAP_DRAFTS = { broker: capDraft('broker'), affiliate: capDraft('affiliate') } as const

/** The calls of one kind of cap. Both kinds have the same calls, with the same types. */
function createCapCalls(kind: CapKind, path: '/caps' | '/affiliate-caps') {
  const noun = `${kind} cap`
  const cap = STANDING_CAPS[kind]
  const draft = CAP_DRAFTS[kind]
  const Saved = savedCap(kind)
  const version = z.nullable(z.int({ error: words.version }))
  const id = text(words.notFound)
  const most = atMost(MAX_EDITS, words.tooManyEdits)
  const Edits = body({
    action: z.enum(EDIT_ACTIONS),
    create: z.array(draft).check(most),
    update: z.array(body({ id, draft })).check(most),
    remove: z.array(body({ id, version })).check(most),
    /** Pauses and resumptions of the same commit. An undo reverts them too. */
    acts: z.optional(z.array(PlannedAct).check(atMost(MOST_AT_ONCE, pauseTexts.scopes))),
  }).check(
    z.refine(
      ({ create, update, remove, acts = [] }) => create.length + update.length + remove.length + acts.length > 0,
      {
        error: words.nothingToCommit,
      },
    ),
    z.refine(({ create, update, remove }) => create.length + update.length + remove.length <= MAX_EDITS, {
      error: words.tooManyEdits,
    }),
  )
  return {
    listDay: defineCall({
      method: 'GET',
      path: `${path}/day/:date`,
      access: 'member',
      summary: `The ${noun}s of a day, by geo, then planned descending`,
      params: DayParams,
      answers: { 200: z.array(cap) },
      refusals: [400],
      shared: true,
    }),
    summarizeDay: defineCall({
      method: 'GET',
      path: `${path}/summary`,
      access: 'member',
      summary: `How many ${noun}s a day has, and their leads planned and delivered`,
      query: DayQuery,
      answers: { 200: DaySummary },
      refusals: [400],
      shared: true,
    }),
    summarizeDays: defineCall({
      method: 'GET',
      path: `${path}/days`,
      access: 'member',
      summary: `The same of each day from the first to the last, at most ${MOST_DAYS}; days without a ${noun} are left out`,
      query: z
        .object({ start: day(words.date), end: day(words.date) })
        .check(
          z.refine(({ start, end }) => start <= end && end < addDays(start, MOST_DAYS), { error: words.tooManyDays }),
        ),
      answers: { 200: z.array(DaySummary) },
      refusals: [400],
      shared: true,
    }),
    listRecent: defineCall({
      method: 'GET',
      path: `${path}/recent`,
      access: 'member',
      summary:
        'The leads of each place by which a day is planned: of today, of its weekday before, and the mean of seven days',
      query: DayQuery,
      answers: { 200: z.object({ date: day(words.date), sameWeekday: day(words.date), places: z.array(RecentPlace) }) },
      refusals: [400],
    }),
    countLeads: defineCall({
      method: 'GET',
      path: `${path}/total`,
      access: 'member',
      summary: 'Every lead of a day, those that no cap plans included',
      query: DayQuery,
      answers: { 200: z.object({ date: day(words.date), total: z.number() }) },
      refusals: [400],
      shared: true,
    }),
    create: defineCall({
      method: 'POST',
      path,
      access: 'capEditor',
      summary: `Adds one ${noun}`,
      body: draft,
      answers: { 201: Saved },
      refusals: [400, 409],
    }),
    update: defineCall({
      method: 'PUT',
      path: `${path}/:id`,
      access: 'capEditor',
      summary: `Replaces the fields of one ${noun}`,
      params: IdParams,
      body: draft,
      answers: { 200: Saved },
      refusals: [400, 404, 409],
    }),
    remove: defineCall({
      method: 'DELETE',
      path: `${path}/:id`,
      access: 'capEditor',
      summary: `Deletes one ${noun}`,
      params: IdParams,
      answers: { 204: null },
      refusals: [400, 404],
    }),
    commit: defineCall({
      method: 'POST',
      path: `${path}/batches`,
      access: 'capEditor',
      summary: `Adds, changes and deletes many ${noun}s: all of them or none`,
      body: Edits,
      answers: { 200: Committed },
      refusals: [400, 409],
    }),
    undo: defineCall({
      method: 'POST',
      path: `${path}/batches/:id/undo`,
      access: 'capEditor',
      summary: 'Undoes a whole commit, if nothing of it was changed later',
      params: IdParams,
      answers: { 200: Committed },
      refusals: [400, 404, 409],
    }),
    listHistory: defineCall({
      method: 'GET',
      path: `${path}/history`,
      access: 'member',
      summary: `Who changed what: of a day, or of one ${noun}; newest first, at most ${MOST_CHANGES}`,
      query: z.object({ date: z.optional(day(words.date)), id: z.optional(text(words.notFound)) }),
      answers: {
        200: z.array(
          changeWith(cap, {
            batchId: z.string(),
            /** The number of changes in the same commit, also those outside this answer. They are undone together. */
            batchSize: z.number(),
            /** The number of pauses that the same commit changed. They are undone with it. */
            pauses: z.number(),
            /** Where they are, such as `DE / source 44`; empty if they are more than two. */
            pausePlaces: z.array(z.string()),
            capId: z.string(),
            /** Whether its commit was undone. */
            undone: z.boolean(),
          }),
        ),
      },
      refusals: [400],
    }),
  }
}

export const capCalls = createCapCalls('broker', '/caps')
export const affiliateCapCalls = createCapCalls('affiliate', '/affiliate-caps')

/** The calls of each kind. */
export const CAP_CALLS = { broker: capCalls, affiliate: affiliateCapCalls } as const
