import { countryOfName, isCountry } from '#domain/kernel/countries.ts'
import { fold } from '#domain/kernel/fold.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'

/** In characters: a word, or a few that stand together. */
export const MAX_MEANINGLESS_LENGTH = 60

/** Words that are remembered for one partner. */
export const MAX_MEANINGLESS = 200

export interface MeaninglessWord {
  /** As it was written. */
  word: string
  /** As it is compared: by the shapes of its letters, without case. */
  folded: string
}

/** Reads a word that somebody says means nothing. A geo or a word with a digit is refused, because it is part of a cap. */
export function parseMeaningless(
  written: string,
): Result<MeaninglessWord, { reason: 'word.empty' | 'word.number' | 'word.geo' }> {
  const word = written.replace(/\s+/g, ' ').trim()
  const folded = fold(word)
  if (folded.trim() === '') return refuse({ reason: 'word.empty' })
  if (/\p{N}/u.test(folded)) return refuse({ reason: 'word.number' })
  if (isCountry(folded) || countryOfName(word) !== null) return refuse({ reason: 'word.geo' })
  return accept({ word, folded })
}
