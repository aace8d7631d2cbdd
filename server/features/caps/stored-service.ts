import { z } from 'zod'
import { CAP_KINDS, type AnyCap } from '#domain/caps/cap.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { StoredDay } from '#platform/json.ts'

// Caps as the history of changes and the plans of the bot keep them, in JSON. We wrote it ourselves: anything else is a
// bug. A field that came later has a default here, so that older rows stay readable and can be undone.

const fields = {
  date: StoredDay,
  geo: z.string(),
  cap: z.int(),
  sourceNumber: z.string().transform(foldSource),
  workingHours: z.string().nullable(),
  alwaysOn: z.boolean(),
  cpa: z.custom<Cents>(Number.isSafeInteger).nullable(),
  crg: z.custom<BasisPoints>(Number.isSafeInteger).nullable(),
  advertiserId: z.string().nullable(),
  advertiserName: z.string().nullable(),
}

export const StoredDraft = z.object({
  ...fields,
  createdBy: z.string().nullable(),
}) satisfies z.ZodType<CapDraft>

export const StoredCap = z.object({
  ...fields,
  _id: z.string(),
  kind: z.enum(CAP_KINDS),
  createdBy: z.string(),
  actualCount: z.int(),
  version: z.int(),
}) satisfies z.ZodType<AnyCap>
