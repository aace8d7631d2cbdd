import { z } from 'zod/mini'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { normalizeGeo } from '#domain/kernel/identity.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import {
  LIMIT_PERIODS,
  LIMIT_UNITS,
  MAX_LIMIT,
  MAX_LIMIT_NAME_LENGTH,
  MAX_LIMIT_NOTE_LENGTH,
  MOST_NAMED,
} from '#domain/limits/limit.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeOf, day, source, text } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { limitTexts } from './texts/limits.ts'

const words = limitTexts
const sides = ['broker', 'affiliate'] as const
/** The most periods of a limit that are shown. */
export const MOST_PERIODS = 26
/** The most days of a call over all limits. */
export const MOST_DAYS = 186

const shownFields = {
  _id: z.string(),
  version: z.number(),
  name: z.string(),
  side: z.enum(sides),
  geos: z.array(z.string()),
  advertiserIds: z.array(z.string()),
  sourceNumbers: z.array(z.string()),
  /** 0 allows nothing; null means no limit. */
  number: z.nullable(z.number()),
  unit: z.enum(LIMIT_UNITS),
  period: z.enum(LIMIT_PERIODS),
  firstDay: z.nullable(day(words.day)),
  lastDay: z.nullable(day(words.day)),
  note: z.nullable(z.string()),
}
export const Limit = z.object(shownFields)
const Range = z.object({ start: day(words.day), end: day(words.day) })

export const LimitState = z.object({
  limit: Limit,
  /** The days over which it counts; null if it does not hold on that day. */
  period: z.nullable(Range),
  delivered: z.number(),
  planned: z.number(),
  /** The day and minute since 00:00 at which it will be full; null if it is full, or will not be in its period. */
  fullAt: z.nullable(z.object({ day: day(words.day), minutes: z.number() })),
})

const listOf = <S extends z.ZodMiniType>(item: S) =>
  z.array(item, { error: words.list(MOST_NAMED) }).check(atMost(MOST_NAMED, words.list(MOST_NAMED)))

const Draft = body(
  {
    name: text(words.name(MAX_LIMIT_NAME_LENGTH), MAX_LIMIT_NAME_LENGTH, words.name(MAX_LIMIT_NAME_LENGTH)).check(
      z.refine((name) => name !== '', { error: words.name(MAX_LIMIT_NAME_LENGTH) }),
    ),
    side: z.enum(sides, { error: words.side }),
    /** An empty list means all. */
    geos: listOf(
      z.pipe(
        text(words.geo),
        z.pipe(z.transform(normalizeGeo), z.string().check(z.regex(/^[A-Z0-9\-_/]{2,16}$/, { error: words.geo }))),
      ),
    ),
    advertiserIds: listOf(text(words.list(MOST_NAMED), MAX_ID_LENGTH)),
    sourceNumbers: listOf(source(words.list(MOST_NAMED), words.list(MOST_NAMED))),
    number: z.nullable(z.int({ error: words.number }).check(z.gte(0, words.number), z.lte(MAX_LIMIT, words.number))),
    unit: z.enum(LIMIT_UNITS, { error: words.unit }),
    period: z.enum(LIMIT_PERIODS, { error: words.period }),
    firstDay: z.optional(z.nullable(day(words.day))),
    lastDay: z.optional(z.nullable(day(words.day))),
    note: z.optional(
      z.nullable(text(words.note(MAX_LIMIT_NOTE_LENGTH), MAX_LIMIT_NOTE_LENGTH, words.note(MAX_LIMIT_NOTE_LENGTH))),
    ),
    version: z.optional(z.nullable(z.int({ error: words.version }))),
  },
  shownFields,
)

/** `batchId` undoes it. */
const Saved = z.object({ limit: Limit, batchId: z.string() })
const IdParams = z.object({ id: text(words.notFound) })

export const limitCalls = {
  list: defineCall({
    method: 'GET',
    path: '/limits',
    access: 'member',
    summary: 'Every limit with its count on a day; those that will be full first come first',
    query: z.object({ date: z.optional(day(words.day)) }),
    answers: { 200: z.array(LimitState) },
    refusals: [400],
    shared: true,
  }),
  listPeriods: defineCall({
    method: 'GET',
    path: '/limits/:id/periods',
    access: 'member',
    summary: `Planned and delivered numbers of a limit in its last periods, newest first, at most ${MOST_PERIODS}`,
    params: IdParams,
    answers: { 200: z.array(z.object({ period: Range, delivered: z.number(), planned: z.number() })) },
    refusals: [400, 404],
  }),
  listRange: defineCall({
    method: 'GET',
    path: '/limits/periods',
    access: 'member',
    summary: `Planned and delivered numbers of every limit in its periods within a range of at most ${MOST_DAYS} days`,
    query: z.object({ start: day(words.day), end: day(words.day) }),
    answers: {
      200: z.array(z.object({ limit: Limit, period: Range, delivered: z.number(), planned: z.number() })),
    },
    refusals: [400],
    shared: true,
  }),
  export: defineCall({
    method: 'GET',
    path: '/limits/export',
    access: 'member',
    summary: 'Every limit with its count of today, as a table',
    query: z.object({ format: tableFormat }),
    answers: { 200: namedFile },
    refusals: [400],
    file: Object.values(TABLE_TYPES),
  }),
  create: defineCall({
    method: 'POST',
    path: '/limits',
    access: 'capEditor',
    summary: 'Adds a limit',
    body: Draft,
    answers: { 201: Saved },
    refusals: [400],
  }),
  update: defineCall({
    method: 'POST',
    path: '/limits/:id',
    access: 'capEditor',
    summary: 'Replaces the fields of a limit',
    params: IdParams,
    body: Draft,
    answers: { 200: Saved },
    refusals: [400, 404, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/limits/:id',
    access: 'capEditor',
    summary: 'Deletes a limit; leads and deposits stay',
    params: IdParams,
    answers: { 200: Saved },
    refusals: [400, 404],
  }),
  undo: defineCall({
    method: 'POST',
    path: '/limits/batches/:id/undo',
    access: 'capEditor',
    summary: 'Undoes a change of a limit, if it was not changed later',
    params: z.object({ id: text(words.noChange) }),
    answers: { 200: Saved },
    refusals: [400, 404, 409],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/limits/history',
    access: 'member',
    summary: `Who changed which limit, newest first, at most ${MOST_CHANGES}`,
    answers: {
      200: z.array(changeOf(Limit)),
    },
  }),
} as const
