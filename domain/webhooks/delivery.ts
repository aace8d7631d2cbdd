import { HOUR, MINUTE, SECOND } from '#domain/kernel/instant.ts'

/** Waits between one try and the next, in milliseconds: ten tries within 25 to 27 hours. */
const WAITS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 9 * HOUR] as const

export const MOST_TRIES = WAITS.length + 1

/** The largest part of a wait that is added to it, so that what failed together does not come back together. */
const JITTER = 0.1

/** What became of one try: `status` is that of the answer, null where there was none. */
export interface Try {
  status: number | null
  /** How many tries there were, this one included. */
  tries: number
  /** Milliseconds that the endpoint asked to be left alone for; null: it did not. */
  askedWait: number | null
}

/** What becomes of a message. `gone`: the endpoint wants nothing any more, this message or another one. */
export type Fate = { state: 'delivered' } | { state: 'queued'; wait: number } | { state: 'failed' } | { state: 'gone' }

/** `chance` is from 0 to 1, drawn anew for each try. */
export function decideFate({ status, tries, askedWait }: Try, chance: number): Fate {
  if (status !== null && status >= 200 && status <= 299) return { state: 'delivered' }
  if (status === 410) return { state: 'gone' }
  const wait = WAITS[tries - 1]
  if (wait === undefined) return { state: 'failed' }
  const asked = Math.min(askedWait ?? 0, HOUR)
  return { state: 'queued', wait: Math.round(Math.max(wait, asked) * (1 + JITTER * chance)) }
}
