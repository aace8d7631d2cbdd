import { z } from 'zod/mini'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { MAX_PAUSE_NOTE_LENGTH, PAUSE_REASONS, PAUSE_WAYS, PAUSE_WHY } from '#domain/pauses/pause.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeOf, day, geo, instant, source, text } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { pauseTexts } from './texts/pauses.ts'

const words = pauseTexts
/** The most scopes that one call may pause, or pauses that it may end. */
export const MOST_AT_ONCE = 500

export const Pause = z.object({
  _id: z.string(),
  geo: z.nullable(z.string()),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.nullable(z.string()),
  from: instant,
  /** Null means without a set end. */
  until: z.nullable(instant),
  reason: z.enum(PAUSE_REASONS),
  note: z.nullable(z.string()),
  by: z.string(),
  way: z.enum(PAUSE_WAYS),
  endedAt: z.nullable(instant),
  endedBy: z.nullable(z.string()),
})

/** The pauses of one change, with their current state. `batchId` undoes it; null if nothing changed. */
const Committed = z.object({ batchId: z.nullable(z.string()), pauses: z.array(Pause) })

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))

const note = optional(text(words.note(MAX_PAUSE_NOTE_LENGTH), MAX_PAUSE_NOTE_LENGTH, words.note(MAX_PAUSE_NOTE_LENGTH)))

const scope = {
  geo: optional(geo(words.geo, words.geo)),
  advertiserId: optional(text(words.advertiser, MAX_ID_LENGTH, words.advertiser)),
  sourceNumber: optional(source(words.source, words.source)),
} as const

const Scope = body(scope)

/** A pause or resumption of whole days from a message, as a part of a commit of caps. */
export const PlannedAct = body({
  act: z.enum(['pause', 'resume'], { error: words.act }),
  ...scope,
  from: day(words.date),
  /** For a pause, the day on which traffic flows again; null or absent means without a set end. */
  until: optional(day(words.date)),
  note,
})

export const pauseCalls = {
  listDay: defineCall({
    method: 'GET',
    path: '/pauses/day/:date',
    access: 'member',
    summary: 'The pauses of a day',
    params: z.object({ date: day(words.date) }),
    answers: { 200: z.array(Pause) },
    refusals: [400],
    shared: true,
  }),
  listStanding: defineCall({
    method: 'GET',
    path: '/pauses',
    access: 'member',
    summary: 'Running and future pauses, with the leads that came during them',
    answers: { 200: z.array(z.object({ ...Pause.shape, leads: z.number() })) },
    shared: true,
  }),
  export: defineCall({
    method: 'GET',
    path: '/pauses/export',
    access: 'member',
    summary: 'Every past, running and future pause, as a table; newest first',
    query: z.object({ format: tableFormat }),
    answers: { 200: namedFile },
    refusals: [400],
    file: Object.values(TABLE_TYPES),
  }),
  begin: defineCall({
    method: 'POST',
    path: '/pauses',
    access: 'capEditor',
    summary:
      'Pauses traffic of geos, advertisers, sources or combinations of them; a running pause of the same scope gets the new end and reason',
    body: body({
      scopes: z
        .array(Scope, { error: words.scopes })
        .check(z.minLength(1, words.scopes), atMost(MOST_AT_ONCE, words.scopes)),
      /** Null or absent means from now on. */
      from: optional(instant),
      /** Null or absent means without a set end. */
      until: optional(instant),
      reason: z.enum(PAUSE_REASONS, { error: words.reason }),
      note,
      /** What running pauses of these scopes keep of their own; null or absent means nothing. */
      keeps: optional(
        z
          .array(z.enum(PAUSE_WHY, { error: words.keeps }), { error: words.keeps })
          .check(atMost(PAUSE_WHY.length, words.keeps)),
      ),
    }),
    answers: { 200: Committed },
    refusals: [400],
  }),
  end: defineCall({
    method: 'POST',
    path: '/pauses/end',
    access: 'capEditor',
    summary: 'Ends running pauses, and removes future ones; an ended pause stays as it is',
    body: body({
      ids: z
        .array(text(words.ids), { error: words.ids })
        .check(z.minLength(1, words.ids), atMost(MOST_AT_ONCE, words.ids)),
    }),
    answers: { 200: Committed },
    refusals: [400],
  }),
  undo: defineCall({
    method: 'POST',
    path: '/pauses/batches/:id/undo',
    access: 'capEditor',
    summary: 'Undoes pauses or ends that were made together, if nothing of them was changed later',
    params: z.object({ id: text(words.notFound) }),
    answers: { 200: Committed },
    refusals: [400, 404, 409],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/pauses/history',
    access: 'member',
    summary: `Changes of pauses with their authors, newest first, at most ${MOST_CHANGES}`,
    answers: {
      200: z.array(changeOf(Pause)),
    },
  }),
} as const

export type PauseWire = z.input<typeof Pause>
