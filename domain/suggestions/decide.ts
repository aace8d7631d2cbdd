import { withoutHeld } from '#domain/caps/room.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { WallTime } from '#domain/kernel/zone.ts'
import { createIsSaid, dropExplained } from './choose.ts'
import { findConversion, findHalving, indexByDeal } from './conversion.ts'
import { fitIntoRoom } from './fit-room.ts'
import { findIdleHours } from './idle-hours.ts'
import { findInvalid } from './invalid.ts'
import { learnPriors } from './rate.ts'
import { findLower, findRaise } from './resize.ts'
import { findGaps } from './room-gap.ts'
import { isHeld, isKnown, isStopped, type KnownCap, seeCaps, type SeenCap } from './seen-cap.ts'
import { findSilent, listSilentSubjects } from './silent.ts'
import {
  type Candidate,
  formatSuggestionKey,
  type Suggestion,
  type SuggestionKind,
  type SuggestionSubject,
} from './suggestion.ts'
import type { SweepDecision, SweepInput, SweepMemory } from './sweep.ts'

/**
 * Decides what to say now (docs/decisions/016-few-suggestions.md): what is not chance, has been so for some sweeps, and was
 * not said before. Of several about the same thing it is the most useful. If somebody asked for the sweep, nothing waits
 * whether it stays so.
 */
export function decideSuggestions(given: SweepInput): SweepDecision {
  // The order of the input must not decide between equally useful ones.
  const input = { ...given, caps: given.caps.toSorted((a, b) => compareCodePoints(a._id, b._id)) }
  const { now, blind, memory } = input
  if (blind) return { suggestions: [], memory: memory ?? { day: now.day, held: {} }, tested: 0, unknown: 0 }
  const seen = seeCaps(input)
  const known = seen.filter(isKnown)
  const tests = listTests(input, seen, known)
  const isPaused = ({ day, ...place }: SuggestionSubject) => isStopped({ ...place, date: day }, input)
  const found = tests
    .filter((candidate) => candidate !== null)
    .filter(({ suggestion }) => !isPaused(suggestion.subject))
  const gaps = findGaps(input)
  const threshold = findThreshold(
    found.flatMap(({ p }) => p ?? []),
    tests.length,
  )
  const candidates = [...found, ...gaps]
    .filter(({ p }) => p === null || p <= threshold)
    .map(({ suggestion }) => suggestion)
  const held = hold(candidates, recall(memory, now), now)
  const isSaid = createIsSaid(input.said, now.day)
  const said = input.said.filter(({ subject }) => subject.day >= now.day)
  const ready = candidates.filter((suggestion) => input.forced || hasHeld(suggestion, held, input))
  // A deal may be below both its guarantee and its own past. Only the first of a key is said.
  const byKey = Map.groupBy(ready, formatSuggestionKey)
  const fresh = [...byKey.values()].flatMap(([first]) => (first && !isSaid(first) ? [first] : []))
  return {
    suggestions: fitIntoRoom(dropExplained(fresh, said), {
      ...input,
      caps: withoutHeld(input.caps, (cap) => isHeld(cap, input)),
      known,
      said,
    }),
    memory: { day: now.day, held },
    tested: tests.length,
    unknown: seen.length - known.length,
  }
}

/** Looks at everything that could look wrong by chance, once each. Null: it became no candidate. */
function listTests(input: SweepInput, seen: readonly SeenCap[], known: readonly KnownCap[]): (Candidate | null)[] {
  const priorOf = learnPriors(input.conversions)
  const capOf = indexByDeal(input.caps)
  return [
    ...known.flatMap((one) => [findRaise(one), findLower(one)]),
    ...seen.map((one) => findIdleHours(one, input.openDays.get(one.cap._id))),
    ...listSilentSubjects(seen).map((subject) => findSilent(subject, input)),
    ...input.conversions.map((count) => findConversion(count, priorOf(count), capOf(count), input.now.day)),
    ...(input.dealWeeks ?? []).map((deal) => findHalving(deal, capOf(deal), input.now.day)),
    ...input.invalid.map((count) => findInvalid(count, input.now.day)),
  ]
}

/**
 * The share of suggestions that may be wrong (docs/decisions/016-few-suggestions.md). If nothing is wrong at all, it is the
 * chance that a sweep says anything.
 */
export const WRONG_SHARE = 0.05

/**
 * The largest p that is still a discovery among `tested` things, most of which never became a candidate (Benjamini and
 * Hochberg 1995). 0 if there is no discovery.
 */
export function findThreshold(ps: readonly number[], tested: number): number {
  const sorted = ps.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((p, index) => p <= (WRONG_SHARE * (index + 1)) / tested)
  return sorted[last] ?? 0
}

/**
 * Minutes for which something must be so, in every sweep, before it is said. Ten of them outlast one late sync. Gaps in a
 * plan wait longer, because people may still be typing it.
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
 * Minutes. If sweeps are further apart, one sweep is enough: before the next one most of the day would be over, and nothing
 * is remembered from another day.
 */
const LONGEST_WAIT = 4 * 60

/** Minutes since 00:00. These kinds are not said earlier, because nobody needs them at night. */
const MORNING = 8 * 60
const IN_THE_MORNING: ReadonlySet<SuggestionKind> = new Set(['conversion', 'unsold', 'unbought', 'idle-hours'])

/**
 * What the sweep before remembered of today. Another day's memory is dropped. So is a time that is still to come: the
 * clock was set back or the zone changed, and waiting for it would take hours.
 */
export function recall(memory: SweepMemory | null, { day, minutes }: WallTime): SweepMemory['held'] {
  if (memory?.day !== day) return {}
  return Object.fromEntries(Object.entries(memory.held).filter(([, since]) => since <= minutes))
}

/** Since when each of these has been so. */
export function hold(
  candidates: readonly Suggestion[],
  before: SweepMemory['held'],
  { minutes }: WallTime,
): SweepMemory['held'] {
  return Object.fromEntries(candidates.map(formatSuggestionKey).map((key) => [key, before[key] ?? minutes]))
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
