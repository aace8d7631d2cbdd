import { z } from 'zod'
import { FILE_DATE_FORMATS } from '#domain/leads/file-dates.ts'
import { CONSTANT_FIELDS, FILE_FIELDS, FILE_KINDS, type FileMapping } from '#domain/leads/file-mapping.ts'

const Stored = z.object({
  rows: z.enum(FILE_KINDS),
  columns: z.partialRecord(z.enum(FILE_FIELDS), z.string()),
  constants: z.partialRecord(z.enum(CONSTANT_FIELDS), z.string()),
  dates: z.object({ format: z.enum(FILE_DATE_FORMATS), zone: z.string() }),
})

/** Reads a stored mapping; null if an older version of the product wrote it in another form. */
export function readStoredMapping(stored: unknown): FileMapping | null {
  return Stored.safeParse(stored).data ?? null
}
