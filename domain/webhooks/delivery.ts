import { HOUR, MINUTE, SECOND } from '#domain/kernel/instant.ts'

/** Waits between attempts, in milliseconds: ten attempts within 25 to 27 hours. */
const WAITS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 9 * HOUR] as const

export const MOST_TRIES = WAITS.length + 1

/** The largest part of a wait that is added by chance, so that failed messages do not all come back at once. */
const JITTER = 0.1

/** The result of one attempt. `status` is that of the answer; null if there was none. */
export interface Try {
  status: number | null
  /** The number of attempts, this one included. */
  tries: number
  /** The wait in milliseconds that the endpoint asked for; null if it did not. */
  askedWait: number | null
}

/** The next state of a message. `gone`: the endpoint wants no more messages. */
export type Fate = { state: 'delivered' } | { state: 'queued'; wait: number } | { state: 'failed' } | { state: 'gone' }

/** Decides the fate after an attempt. `chance` is from 0 to 1, drawn for each attempt. */
export function decideFate({ status, tries, askedWait }: Try, chance: number): Fate {
  if (status !== null && status >= 200 && status <= 299) return { state: 'delivered' }
  if (status === 410) return { state: 'gone' }
  const wait = WAITS[tries - 1]
  if (wait === undefined) return { state: 'failed' }
  const asked = Math.min(askedWait ?? 0, HOUR)
  return { state: 'queued', wait: Math.round(Math.max(wait, asked) * (1 + JITTER * chance)) }
}
