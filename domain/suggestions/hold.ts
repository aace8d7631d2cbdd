import type { WallTime } from '#domain/kernel/zone.ts'
import type { Candidate } from './candidate.ts'
import { formatSuggestionKey, type Suggestion, type SuggestionKind } from './suggestion.ts'
import type { SweepInput, SweepMemory } from './sweep.ts'

/**
 * For how many minutes, in every sweep of them, something must be so before it is said: what one sync brings late is no
 * reason. What people are still typing into a plan takes longer.
 */
const LEAST_MINUTES: Readonly<Record<SuggestionKind, number>> = {
  raise: 10,
  lower: 10,
  silent: 0,
  conversion: 10,
  unsold: 60,
  unbought: 60,
  'idle-hours': 10,
  invalid: 10,
}

/**
 * Sweeps further apart, in minutes, wait for no other: most of the day would be over by then, or all of it, and of
 * another day nothing goes on.
 */
const LONGEST_WAIT = 4 * 60

/** What nobody needs to know at night is said in the morning, in minutes since 00:00. */
const MORNING = 8 * 60
const IN_THE_MORNING: ReadonlySet<SuggestionKind> = new Set(['conversion', 'unsold', 'unbought', 'idle-hours'])

/**
 * What the sweep before knew of today; of another day nothing goes on, nor of a time that is still to come: the clock
 * was set back since, or the zone is another one, and waiting for it would take hours.
 */
export function recall(memory: SweepMemory | null, { day, minutes }: WallTime): SweepMemory['held'] {
  if (memory?.day !== day) return {}
  return Object.fromEntries(Object.entries(memory.held).filter(([, since]) => since <= minutes))
}

/** What is so now, since when. What is not firm yet only goes on. */
export function hold(
  candidates: readonly Candidate[],
  before: SweepMemory['held'],
  isFirm: (candidate: Candidate) => boolean,
  { minutes }: WallTime,
): SweepMemory['held'] {
  return Object.fromEntries(
    candidates.flatMap((candidate) => {
      const key = formatSuggestionKey(candidate.suggestion)
      const since = before[key]
      if (since !== undefined) return [[key, since]]
      return isFirm(candidate) ? [[key, minutes]] : []
    }),
  )
}

export function hasHeld(
  suggestion: Suggestion,
  held: SweepMemory['held'],
  { now: { minutes }, everyMinutes }: Pick<SweepInput, 'now' | 'everyMinutes'>,
): boolean {
  if (minutes < MORNING && IN_THE_MORNING.has(suggestion.kind)) return false
  const since = held[formatSuggestionKey(suggestion)]
  const least = everyMinutes > LONGEST_WAIT ? 0 : LEAST_MINUTES[suggestion.kind]
  return since !== undefined && minutes - since >= least
}
