import { z } from 'zod'
import { CAP_KINDS, type Cap } from '#domain/caps/cap.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import { FIELD_NAMES, fieldOf, mapFields, type CapFields, type FieldType } from '#domain/caps/fields.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { StoredDay } from '#platform/json.ts'

// Caps in the history and in the bot's plans, as JSON. We wrote it ourselves, so any other content is a bug, except for
// newer fields: an older row lacks them, and is read and undone as if they were empty.

const price = z.custom<number>(Number.isSafeInteger).nullable()

const STORED: Readonly<Record<FieldType, z.ZodType>> = {
  day: StoredDay,
  geo: z.string(),
  source: z.string().transform(foldSource),
  advertiser: z.string().nullable(),
  text: z.string().nullable().default(null),
  author: z.string(),
  count: z.int(),
  hours: z.string().nullable(),
  always: z.boolean(),
  cents: price.default(null),
  basisPoints: price.default(null),
}

const fields = new Map(FIELD_NAMES.map((name): [string, z.ZodType] => [name, STORED[fieldOf(name).type]]))

const Counted = z.object({ _id: z.string(), kind: z.enum(CAP_KINDS), actualCount: z.int(), version: z.int() })

export const StoredCap = z.record(z.string(), z.unknown()).transform((stored): Cap => ({
  ...readFields<CapFields>(stored, fields),
  ...Counted.parse(stored),
}))

/** The author may be missing. */
export const StoredDraft = z
  .record(z.string(), z.unknown())
  .transform((stored) => readFields<CapDraft>(stored, new Map(fields).set('createdBy', z.string().nullable())))

function readFields<Fields extends CapDraft>(
  stored: Readonly<Record<string, unknown>>,
  schemas: ReadonlyMap<string, z.ZodType>,
): Fields {
  return mapFields<Fields>((name) => schemas.get(name)?.parse(stored[name]))
}
