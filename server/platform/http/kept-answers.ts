import type { Digest } from '#domain/kernel/digest.ts'
import type { PackedText } from './compression.ts'

/** A sent answer, and the digest of its rows. */
export interface KeptAnswer {
  readonly digest: Digest
  readonly status: number
  readonly packed: PackedText
}

export interface KeptAnswers {
  find(key: string): KeptAnswer | null
  keep(key: string, answer: KeptAnswer): void
}

/** Per node: a thousand days of 500 caps each. */
const MOST_BYTES = 16 * 1024 * 1024
/** The overhead of an entry, besides its text. */
const ENTRY_BYTES = 500

/** Keeps the most recently used answers that fit. The caller checks whether an answer is still valid. */
export function createKeptAnswers(mostBytes: number = MOST_BYTES): KeptAnswers {
  const answers = new Map<string, KeptAnswer>()
  let bytes = 0

  function drop(key: string): void {
    const answer = answers.get(key)
    if (answer && answers.delete(key)) bytes -= sizeOf(key, answer)
  }

  return {
    find(key) {
      const answer = answers.get(key)
      if (!answer) return null
      answers.delete(key)
      answers.set(key, answer)
      return answer
    },
    keep(key, answer) {
      drop(key)
      answers.set(key, answer)
      bytes += sizeOf(key, answer)
      for (const oldest of answers.keys()) {
        if (bytes <= mostBytes) return
        drop(oldest)
      }
    },
  }
}

function sizeOf(key: string, { packed }: KeptAnswer): number {
  // At most two bytes per character.
  return ENTRY_BYTES + 2 * key.length + ('zipped' in packed ? packed.zipped.byteLength : 2 * packed.text.length)
}
