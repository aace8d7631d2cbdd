import { addMilliseconds, DAY, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { STOPPED } from './failure.ts'
import { askOnce, type Attempt, type Question, type Transport } from './request.ts'

/** Pauses after consecutive failures that may pass. */
const PAUSES = [1, 2, 4, 8, 16, 30].map((seconds) => seconds * SECOND)
/** If a source asks for a longer wait, the next run continues. A wait of more than a day is no wait. */
const LONGEST_WAIT = 5 * MINUTE
const MOST_WAITS = 20
/** If our own rate limit opens later than this, the next run continues. */
const LONGEST_PACE = MINUTE

export interface PatientTransport extends Transport {
  /** Returns early when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Takes one of the calls that the source allows, from a share of them; or returns when the next one is free. */
  takeCall(share: number): Promise<Instant | null>
}

/** `paused`: the source accepts no calls before then, or the allowed ones are used up. */
export type Settled = Exclude<Attempt, { kind: 'again' }> | { kind: 'paused'; until: Instant }

export interface Haste {
  /** The share of the allowed calls, 0 to 1. */
  share?: number
  /** Aborted when a waiting person must hear of a failure: no further attempts are made. */
  hurry?: AbortSignal | null
}

/** Asks until there is an answer that counts: waits as `Retry-After` says, else with growing pauses. */
export async function askPatiently(
  transport: PatientTransport,
  question: Question,
  signal: AbortSignal,
  { share = 1, hurry = null }: Haste = {},
): Promise<Settled> {
  const awaited = hurry?.aborted ? null : hurry
  const untilThen = awaited ? AbortSignal.any([signal, awaited]) : signal
  let pauses = 0
  for (let waits = 0; ; waits += 1) {
    if (signal.aborted) return { kind: 'failed', failure: STOPPED, status: null }
    const until = await awaitCall(transport, signal, share)
    if (until !== null) return { kind: 'paused', until }
    const attempt = await askOnce(transport, question, signal)
    if (attempt.kind !== 'again') return attempt
    const wait = attempt.waitMilliseconds ?? PAUSES[pauses]
    if (attempt.waitMilliseconds === null) pauses += 1
    if (wait !== undefined && wait > LONGEST_WAIT && wait <= DAY) {
      return { kind: 'paused', until: addMilliseconds(transport.clock.now(), wait) }
    }
    const isLast = wait === undefined || wait > LONGEST_WAIT || waits >= MOST_WAITS
    if (!isLast) await transport.sleep(wait, untilThen)
    if (isLast) return { kind: 'failed', failure: attempt.failure, status: null }
    if (awaited?.aborted) return { kind: 'failed', failure: { ...attempt.failure, isEarly: true }, status: null }
  }
}

/** Waits a little for a call that is allowed; answers when there is one where that is not soon. */
async function awaitCall(transport: PatientTransport, signal: AbortSignal, share: number): Promise<Instant | null> {
  for (;;) {
    const free = await transport.takeCall(share)
    if (free === null || signal.aborted) return null
    const wait = free - transport.clock.now()
    if (wait > LONGEST_PACE) return free
    await transport.sleep(Math.max(wait, 100), signal)
  }
}
