import { z } from 'zod/mini'
import { MOST_FILES } from '#domain/analytics/file.ts'
import { COUNTINGS, PRESETS } from '#domain/analytics/choices.ts'
import { ANALYTICS_TABLES } from '#domain/analytics/tables.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import type { Weekday } from '#domain/kernel/day.ts'
import { analyticsFilter, counting } from './analytics.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeOf, instant, text } from './fields.ts'
import { tableFormats } from './file.ts'
import { analyticsFileTexts } from './texts/analytics-files.ts'
import { analyticsTexts } from './texts/analytics.ts'

const words = analyticsFileTexts

/** As ISO counts them: Monday is 1, Sunday is 7. */
const weekday = z.pipe(
  z.int({ error: words.weekdays }).check(z.gte(1, { error: words.weekdays }), z.lte(7, { error: words.weekdays })),
  z.custom<Weekday>(),
)

const shownFields = {
  _id: z.string(),
  version: z.number(),
  /** Which table, of which days seen from the one on which it is sent. */
  table: z.enum(ANALYTICS_TABLES),
  preset: z.enum(PRESETS),
  geo: z.nullable(z.string()),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.nullable(z.string()),
  countBy: z.enum(COUNTINGS),
  /** A column of the table. */
  sort: z.string(),
  descending: z.boolean(),
  format: tableFormats,
  chatId: z.string(),
  weekdays: z.array(weekday),
  /** `HH:MM`, in the zone of the settings. */
  time: z.string(),
  isPaused: z.boolean(),
  /** Whose rights it is made with. */
  owner: z.string(),
}
export const AnalyticsFile = z.object(shownFields)

const draftFields = {
  table: z.enum(ANALYTICS_TABLES, { error: analyticsTexts.table }),
  preset: z.enum(PRESETS, { error: words.preset }),
  geo: z.nullable(analyticsFilter.geo),
  advertiserId: z.nullable(analyticsFilter.advertiserId),
  sourceNumber: z.nullable(analyticsFilter.sourceNumber),
  ...counting,
  sort: z.string({ error: words.sort }).check(z.trim(), atMost(40, words.sort)),
  descending: z.boolean({ error: words.sort }),
  format: tableFormats,
  chatId: z
    .string({ error: words.chat })
    .check(z.trim(), z.minLength(1, { error: words.chat }), atMost(40, words.chat)),
  weekdays: z.array(weekday, { error: words.weekdays }).check(z.minLength(1, { error: words.weekdays }), atMost(7)),
  time: z
    .string({ error: words.time })
    .check(z.trim(), atMost(5, words.time), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: words.time })),
}

export const AnalyticsFileDraft = body(draftFields, shownFields)
const AnalyticsFileEdit = body(
  {
    ...draftFields,
    isPaused: z.boolean({ error: words.isPaused }),
    version: z.optional(z.nullable(z.int({ error: words.version }))),
  },
  shownFields,
)

/** How a file fares. */
const State = z.object({
  file: AnalyticsFile,
  isMine: z.boolean(),
  /** Its owner may not have it made any more: somebody else has to take it over. */
  isOrphaned: z.boolean(),
  /** Of the chat, as the bot knows it. */
  chatTitle: z.nullable(z.string()),
  /** Null while it is paused. */
  nextAt: z.nullable(instant),
  /** What became of it the last time; `problem`: why it did not arrive. */
  last: z.nullable(
    z.object({ at: instant, state: z.enum(['sending', 'sent', 'failed']), problem: z.nullable(z.string()) }),
  ),
})

const params = z.object({ id: text(words.notFound) })

export const analyticsFileCalls = {
  list: defineCall({
    method: 'GET',
    path: '/analytics/files',
    access: 'admin',
    summary: 'Lists the scheduled files, each with its next time and its last result',
    answers: {
      200: z.object({
        timezone: z.string(),
        /** The caller's own chat with the bot. */
        ownChatId: z.string(),
        files: z.array(State),
      }),
    },
  }),
  add: defineCall({
    method: 'POST',
    path: '/analytics/files',
    access: 'admin',
    summary: `Schedules a table for a chat on days of the week, with the rights of the caller; at most ${MOST_FILES}`,
    body: AnalyticsFileDraft,
    answers: { 201: AnalyticsFile },
    refusals: [400, 409],
  }),
  change: defineCall({
    method: 'PUT',
    path: '/analytics/files/:id',
    access: 'admin',
    summary: 'Changes the table, chat or times of a scheduled file, or pauses it; its owner stays',
    params,
    body: AnalyticsFileEdit,
    answers: { 200: AnalyticsFile },
    refusals: [400, 404, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/analytics/files/:id',
    access: 'admin',
    summary: 'Removes a scheduled file',
    params,
    answers: { 204: null },
    refusals: [400, 404],
  }),
  sendNow: defineCall({
    method: 'POST',
    path: '/analytics/files/:id/send',
    access: 'admin',
    summary: 'Sends a scheduled file now; its next time stays',
    params,
    answers: { 204: null },
    refusals: [400, 404, 409],
  }),
  takeOver: defineCall({
    method: 'POST',
    path: '/analytics/files/:id/owner',
    access: 'admin',
    summary:
      'Makes the caller the owner of a file, which is made with their rights from now on, and goes to their own chat if it went to a private one',
    params,
    answers: { 200: AnalyticsFile },
    refusals: [400, 404],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/analytics/files/history',
    access: 'admin',
    summary: `Who changed which file, newest first, at most ${MOST_CHANGES}`,
    answers: { 200: z.array(changeOf(AnalyticsFile)) },
  }),
} as const
