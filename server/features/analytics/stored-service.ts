import { z } from 'zod'
import type { AnalyticsFile, FileWish } from '#domain/analytics/file.ts'
import { COUNTINGS, PRESETS } from '#domain/analytics/choices.ts'
import { ANALYTICS_TABLES } from '#domain/analytics/tables.ts'
import type { Kept } from '#server/features/history/service.ts'
import type { FileRow } from './file-store.ts'

// Files as they are kept: written by us and never by others, so that anything else is a bug.

const nullableText = z.nullable(z.string())

const wishFields = {
  table: z.enum(ANALYTICS_TABLES),
  preset: z.enum(PRESETS),
  geo: nullableText,
  advertiserId: nullableText,
  sourceNumber: nullableText,
  countBy: z.enum(COUNTINGS),
  sorting: z.object({ column: z.string(), descending: z.boolean() }),
}

const StoredWish: z.ZodType<FileWish> = z.object(wishFields)
const Format = z.enum(['csv', 'xlsx'])
const Weekdays = z.array(z.literal([1, 2, 3, 4, 5, 6, 7]))

/** As the history keeps it. */
export const KEPT: Kept<AnalyticsFile> = {
  subject: 'analytics-file',
  standing: z.object({
    ...wishFields,
    _id: z.string(),
    version: z.number(),
    format: Format,
    chatId: z.string(),
    weekdays: Weekdays,
    minutes: z.number(),
    isPaused: z.boolean(),
    owner: z.string(),
  }),
}

/** As its row keeps it. */
export function fileOf({ id, version, wish, format, weekdays, ...row }: FileRow): AnalyticsFile {
  const { chatId, minutes, isPaused, owner } = row
  return {
    ...StoredWish.parse(wish),
    _id: id,
    version,
    format: Format.parse(format),
    chatId,
    weekdays: Weekdays.parse(weekdays),
    minutes,
    isPaused,
    owner,
  }
}
