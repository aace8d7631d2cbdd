import type { Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'

/** Made from the data as they were at this version. */
export interface Versioned<T> {
  version: number
  value: T
}

export interface AnswerCache<T> {
  /**
   * What was kept under a key, where it was made from the data as they are now and is not older than `mostMs`; else it
   * is made anew. Several who ask at once share the work, and its failure.
   */
  recall(key: string, version: number, mostMs: number, make: () => Promise<Versioned<T>>): Promise<T>
  /**
   * The same cache for answers of one server: who asks another neither finds them nor waits for them, since they fail with
   * that server. `clear` forgets those of all.
   */
  apart(server: string): AnswerCache<T>
  clear(): void
}

interface Kept<T> {
  answer: Promise<Versioned<T>>
  since: Instant
}

const MOST_KEPT = 50

/** Answers of this node. Since each knows the version of the data that it was made from, no node serves a stale one. */
export function createAnswerCache<T>(clock: Clock, mostKept: number = MOST_KEPT): AnswerCache<T> {
  const kept = new Map<string, Kept<T>>()
  const cache: AnswerCache<T> = {
    async recall(key, version, mostMs, make) {
      let known = kept.get(key)
      while (known && clock.now() - known.since < mostMs) {
        const answer = await known.answer
        if (version <= answer.version) return answer.value
        // Of all who waited for this one, the first makes another, and the rest find that.
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
