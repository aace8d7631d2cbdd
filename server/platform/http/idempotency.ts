import { createHash } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { httpTexts } from '#contract/texts/http.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  insertIdempotencyKey,
  updateIdempotencyKey,
} from '#platform/db/idempotency.ts'
import { isAway } from '#platform/db/unavailable.ts'
import { problem, type Reply } from './reply.ts'

export interface IdempotencyDeps {
  db: Database
  clock: Clock
}

interface Attempt {
  owner: string
  key: string
  call: Call
  /** The called address, with its parameters. */
  url: string
  /** The parsed body; unknown fields are not in it. */
  body: unknown
  run(): Promise<Reply<Call>>
}

/** Answers a POST with an Idempotency-Key: a repeat gets the first answer. */
export async function answerOnce(
  deps: IdempotencyDeps,
  attempt: Attempt,
): Promise<Reply<Call> | { status: number; body: string | null }> {
  const { owner, key } = attempt
  const requestHash = createHash('sha256')
    .update(JSON.stringify([attempt.call.method, attempt.url, attempt.body ?? null]))
    .digest()
  const isFirst = await insertIdempotencyKey(deps.db, { owner, key, requestHash, now: deps.clock.now() })
  if (!isFirst) return repeatAnswer(await findIdempotencyKey(deps.db, owner, key), requestHash)
  const reply = await runFirst(deps, attempt)
  const body = reply.body === undefined ? null : JSON.stringify(reply.body)
  await updateIdempotencyKey(deps.db, { owner, key, status: reply.status, body })
  return reply
}

async function runFirst(deps: IdempotencyDeps, { owner, key, run }: Attempt): Promise<Reply<Call>> {
  try {
    return await run()
  } catch (error) {
    // If the database went away, it is unknown whether the work was committed: the key stays taken, and a repeat is
    // told to check first. Any other failure has rolled back, also one in favour of another transaction, so the same
    // request may be tried again.
    if (!isAway(error)) await deleteIdempotencyKey(deps.db, owner, key)
    throw error
  }
}

function repeatAnswer(first: Awaited<ReturnType<typeof findIdempotencyKey>>, requestHash: Buffer) {
  if (first && !first.requestHash.equals(requestHash)) return problem(409, httpTexts.keyReused)
  if (!first || first.status === null) return problem(409, callTexts.keyRunning)
  return { status: first.status, body: first.body }
}
