import { z } from 'zod/mini'
import { clampLimit, LOG_LEVELS } from '#domain/logs/entry.ts'
import { defineCall } from './call.ts'
import { atMost, instant, verbatim, word } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { logTexts } from './texts/logs.ts'

export const DebugLogEntry = z.object({
  id: z.string(),
  createdAt: instant,
  level: z.enum(LOG_LEVELS),
  area: z.string(),
  message: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  /** The request during which it was written: the header `x-request-id` of its answer. */
  requestId: z.nullable(z.string()),
})

export type DebugLogEntry = z.output<typeof DebugLogEntry>

// An unknown level filters nothing, and an invalid number means the default (spec, section 5).
const filter = {
  area: word,
  search: word,
  requestId: word,
  level: z.optional(
    z.pipe(
      verbatim,
      z.transform((value) => LOG_LEVELS.find((level) => level === value.trim())),
    ),
  ),
  from: z.optional(instant),
  to: z.optional(instant),
}

export const logCalls = {
  list: defineCall({
    method: 'GET',
    path: '/debug-logs',
    access: 'admin',
    summary: 'Entries of the debug logs, newest first; a search covers the newest 200,000 that match the other filters',
    query: z.object({
      ...filter,
      limit: z.pipe(
        z.optional(verbatim),
        z.transform((value) => clampLimit(value?.trim() ? Number(value) : undefined)),
      ),
      /** For the next page: the entries before this one. */
      before: z.optional(z.string().check(atMost(15, logTexts.before), z.regex(/^\d+$/, { error: logTexts.before }))),
    }),
    answers: { 200: z.array(DebugLogEntry) },
    refusals: [400],
  }),
  export: defineCall({
    method: 'GET',
    path: '/debug-logs/export',
    access: 'admin',
    summary: 'The same entries as a file: at most 100,000 as CSV, and 10,000 as a workbook',
    query: z.object({ ...filter, format: tableFormat }),
    answers: { 200: namedFile },
    file: Object.values(TABLE_TYPES),
    refusals: [400],
  }),
} as const
