import { z } from 'zod/mini'

/** The body of a call that answers a file. Its name says what it holds; its pieces are sent as they come. */
export interface NamedFile {
  type: string
  name: string
  pieces: AsyncIterable<string | Uint8Array>
}

export const namedFile = z.custom<NamedFile>()

/** The formats in which tables can be had, by what a query calls them. */
export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type TableFormat = keyof typeof TABLE_TYPES

/** Of a query: which format is wanted; CSV where it does not say. */
export const tableFormat = z.optional(z.enum(['csv', 'xlsx']))
