import { Problem } from '#contract/check.ts'
import type { Fetch } from '#contract/client.ts'

/** What a server answered to everybody together. */
export interface AnswerTally {
  fetch: Fetch
  /** For what is asked without a client, such as a stream. */
  count(status: number, text: string, of: string): void
  /** How many answers had each status. */
  statuses: Map<number, number>
  /** Answers from 500 on that say nothing to a person. */
  unclear: string[]
  /** Calls that had no answer: whoever should have given it was killed. */
  unanswered: number
}

export function createTally(): AnswerTally {
  const tally: AnswerTally = {
    statuses: new Map(),
    unclear: [],
    unanswered: 0,
    count(status, text, of) {
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
      if (status >= 500 && !isSentence(text)) tally.unclear.push(`${status} ${of}: ${text.slice(0, 200)}`)
    },
    async fetch(url, init) {
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
        const text = await response.text()
        tally.count(response.status, text, `${init.method} ${url}`)
        const { ok, status, statusText, headers } = response
        return { ok, status, statusText, headers, text: async () => text }
      } catch (error) {
        tally.unanswered += 1
        throw error
      }
    },
  }
  return tally
}

/** `Capline cannot reach its database…`: words with a full stop, and not the name of an error. */
function isSentence(text: string): boolean {
  try {
    const { message } = Problem.parse(JSON.parse(text))
    return /^[A-Z][^{}]* [^{}]*\.$/.test(message) && !/Error:|\bat /.test(message)
  } catch {
    return false
  }
}
