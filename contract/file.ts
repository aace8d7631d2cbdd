import { z } from 'zod/mini'
import { callTexts } from './texts/calls.ts'

/** The body of an answer with a file. Its name describes the content; its pieces are sent as they come. */
export interface NamedFile {
  type: string
  name: string
  pieces: AsyncIterable<string | Uint8Array>
}

export const namedFile = z.custom<NamedFile>()

/** The body of a call that takes a file (`takes`): bytes for the sender, arriving pieces for the receiver. */
export const sentFile = z.pipe(
  z.custom<Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>>(
    (value) =>
      value instanceof Uint8Array || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
    { error: callTexts.fileExpected },
  ),
  z.transform((value): AsyncIterable<Uint8Array> => (Symbol.asyncIterator in value ? value : inOnePiece(value))),
)

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}

/** The content type of such a body. */
export const SENT_FILE_TYPE = 'application/octet-stream'

/** The formats of downloaded tables, by their name in a query. */
export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type TableFormat = keyof typeof TABLE_TYPES

export const tableFormats = z.enum(['csv', 'xlsx'])

/** Of a query: which format is wanted; CSV where it does not say. */
export const tableFormat = z.optional(tableFormats)
