import { z } from 'zod/mini'

/** The body of a call that answers a file: its pieces, as they come. */
export const fileBody = z.custom<AsyncIterable<string | Uint8Array>>()
