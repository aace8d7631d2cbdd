import { z } from 'zod'
import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import { parseJson } from '#sandbox/json.ts'
import type { Position } from './source.ts'

/** Where a walk through the pages goes on. Opaque to the client. */
export interface Cursor {
  /** The `updatedSince` that the walk began with. */
  since: Instant | null
  after: Position
  /** Set after two pages were swapped: serve what lies up to `last`, then go on behind `resume`. */
  detour?: { last: Position; resume: Position }
}

const position = z
  .tuple([z.int().transform(instantFromMilliseconds), z.string()])
  .transform(([at, id]): Position => ({ at, id }))

const schema = z.union([
  z.tuple([z.int().transform(instantFromMilliseconds).nullable(), position]),
  z.tuple([z.int().transform(instantFromMilliseconds).nullable(), position, position, position]),
])

function toPair({ at, id }: Position): [number, string] {
  return [at, id]
}

export function writeCursor({ since, after, detour }: Cursor): string {
  const parts = [since, toPair(after), ...(detour ? [toPair(detour.last), toPair(detour.resume)] : [])]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Null where the text is no cursor of ours. */
export function readCursor(text: string): Cursor | null {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) return null
  const [since, after, last, resume] = parsed.data
  return last && resume ? { since, after, detour: { last, resume } } : { since, after }
}
