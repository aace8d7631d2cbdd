import { MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { STOPPED } from './failure.ts'
import { askOnce, type Attempt, type Question, type Transport } from './request.ts'

/** Pauses after failures in a row that may pass. */
const PAUSES = [1, 2, 4, 8, 16, 30].map((seconds) => seconds * SECOND)
/** A source that wants to be left alone for longer is asked again by the next run. */
const LONGEST_WAIT = 5 * MINUTE
const MOST_WAITS = 20

export interface PatientTransport extends Transport {
  /** Returns early when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export type Settled = Exclude<Attempt, { kind: 'again' }>

/** Asks until there is an answer that counts: waits as `Retry-After` says, else with growing pauses. */
export async function askPatiently(
  transport: PatientTransport,
  question: Question,
  signal: AbortSignal,
): Promise<Settled> {
  let pauses = 0
  for (let waits = 0; ; waits += 1) {
    if (signal.aborted) return { kind: 'failed', failure: STOPPED, status: null }
    const attempt = await askOnce(transport, question, signal)
    if (attempt.kind !== 'again') return attempt
    const wait = attempt.waitMilliseconds ?? PAUSES[pauses]
    if (attempt.waitMilliseconds === null) pauses += 1
    if (wait === undefined || wait > LONGEST_WAIT || waits >= MOST_WAITS) {
      return { kind: 'failed', failure: attempt.failure, status: null }
    }
    await transport.sleep(wait, signal)
  }
}
