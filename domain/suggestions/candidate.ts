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
