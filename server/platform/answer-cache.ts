import type { Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'

/** A value made from the data of this version. */
export interface Versioned<T> {
  version: number
  value: T
}

export interface AnswerCache<T> {
  /**
   * Returns the kept value of a key if it was made from the current version and is not older than `mostMs`; else makes
   * it again. Simultaneous callers share the work, and its failure.
   */
  recall(key: string, version: number, mostMs: number, make: () => Promise<Versioned<T>>): Promise<T>
  /**
   * A separate part of the cache for answers of one server. Its callers share work and failures only with each other.
   * `clear` clears all parts.
   */
  apart(server: string): AnswerCache<T>
  clear(): void
}

interface Kept<T> {
  answer: Promise<Versioned<T>>
  since: Instant
}

const MOST_KEPT = 50

/** Creates a cache of this node. Each value knows its version of the data, so no node serves a stale value. */
export function createAnswerCache<T>(clock: Clock, mostKept: number = MOST_KEPT): AnswerCache<T> {
  const kept = new Map<string, Kept<T>>()
  const cache: AnswerCache<T> = {
    async recall(key, version, mostMs, make) {
      let known = kept.get(key)
      while (known && clock.now() - known.since < mostMs) {
        const answer = await known.answer
        if (version <= answer.version) return answer.value
        // Of all callers that waited for this one, the first makes another, and the others find it.
        const next = kept.get(key)
        if (next === known) break
        known = next
      }
      const made = { answer: make(), since: clock.now() }
      kept.delete(key)
      kept.set(key, made)
      for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
      try {
        return (await made.answer).value
      } catch (error) {
        if (kept.get(key) === made) kept.delete(key)
        throw error
      }
    },
    apart: (server) => ({
      ...cache,
      recall: (key, ...rest) => cache.recall(JSON.stringify([server, key]), ...rest),
    }),
    clear: () => kept.clear(),
  }
  return cache
}
