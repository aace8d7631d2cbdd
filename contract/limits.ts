import { z } from 'zod/mini'
import { CAP_KINDS, MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { readTypedGeo } from '#domain/kernel/countries.ts'
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
import { atMost, body, changeOf, day, geo, source, text } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { Limit, LimitRange, limitStateCalls, shownLimit } from './limit-states.ts'
import { limitTexts } from './texts/limits.ts'

const words = limitTexts
/** The most periods of a limit that are shown. */
export const MOST_PERIODS = 26
/** The most days of a call over all limits. */
export const MOST_DAYS = 186

const listOf = <S extends z.ZodMiniType>(item: S) =>
  z.array(item, { error: words.list(MOST_NAMED) }).check(atMost(MOST_NAMED, words.list(MOST_NAMED)))

const Draft = body(
  {
    name: text(words.name(MAX_LIMIT_NAME_LENGTH), MAX_LIMIT_NAME_LENGTH, words.name(MAX_LIMIT_NAME_LENGTH)).check(
      z.refine((name) => name !== '', { error: words.name(MAX_LIMIT_NAME_LENGTH) }),
    ),
    side: z.enum(CAP_KINDS, { error: words.side }),
    /** An empty list means all. */
    geos: listOf(geo(words.geo, words.geo, readTypedGeo)),
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
  shownLimit,
)

/** `batchId` undoes it. */
const Saved = z.object({ limit: Limit, batchId: z.string() })
const IdParams = z.object({ id: text(words.notFound) })

export const limitCalls = {
  ...limitStateCalls,
  listPeriods: defineCall({
    method: 'GET',
    path: '/limits/:id/periods',
    access: 'member',
    summary: `Planned and delivered numbers of a limit in its last periods, newest first, at most ${MOST_PERIODS}`,
    params: IdParams,
    answers: { 200: z.array(z.object({ period: LimitRange, delivered: z.number(), planned: z.number() })) },
    refusals: [400, 404],
  }),
  listRange: defineCall({
    method: 'GET',
    path: '/limits/periods',
    access: 'member',
    summary: `Planned and delivered numbers of every limit in its periods within a range of at most ${MOST_DAYS} days`,
    query: z.object({ start: day(words.day), end: day(words.day) }),
    answers: {
      200: z.array(z.object({ limit: Limit, period: LimitRange, delivered: z.number(), planned: z.number() })),
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
