import type { Suggestion } from './suggestion.ts'

/** What could be suggested. */
export interface Candidate {
  suggestion: Suggestion
  /**
   * How likely chance alone would look like this on an ordinary day of a sensible plan, at most; null where it is
   * no matter of chance, but read off the plan.
   */
  p: number | null
  /** Enough to be said; else only enough for what was so before to go on being so. */
  firm: boolean
}

/** The chances from which on something is begun to be true, and from which on it stays so. */
export interface Limits {
  enter: number
  stay: number
}

/**
 * Of all that is suggested, this share may be wrong (docs/decisions/016-few-suggestions.md). Where nothing is wrong at
 * all, it is the chance that a sweep says anything.
 */
export const WRONG_SHARE = 0.05

/**
 * The largest p at which something is still a discovery among `tested` things, most of which never became a candidate
 * (Benjamini and Hochberg 1995); 0 where nothing is.
 */
export function findThreshold(ps: readonly number[], tested: number): number {
  const sorted = ps.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((p, index) => p <= (WRONG_SHARE * (index + 1)) / tested)
  return sorted[last] ?? 0
}
