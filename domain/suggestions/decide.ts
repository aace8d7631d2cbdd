import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { type Candidate, findThreshold } from './candidate.ts'
import { dropExplained } from './choose.ts'
import { findConversion, groupByDeal } from './conversion.ts'
import { hasHeld, hold, recall } from './hold.ts'
import { findIdleHours } from './idle-hours.ts'
import { findInvalid } from './invalid.ts'
import { findLower } from './lower.ts'
import { fitIntoRoom } from './fit-room.ts'
import { learnPriors } from './prior-rate.ts'
import { findRaise } from './raise.ts'
import { findGaps } from './room-gap.ts'
import { SaidBefore } from './said.ts'
import { isKnown, seeCaps, type KnownCap, type SeenCap } from './seen-cap.ts'
import { findSilent, listSilentSubjects } from './silent.ts'
import type { SweepDecision, SweepInput } from './sweep.ts'

/**
 * What to say now, of all that was looked at: what is not chance (docs/decisions/016-few-suggestions.md), has been so
 * for some sweeps, was not said before, and of several about the same the most useful. Where somebody has asked, what
 * is so now is told without waiting whether it stays so.
 */
export function decideSuggestions(given: SweepInput): SweepDecision {
  // Of what is as useful, the order of the input must not decide.
  const input = { ...given, caps: given.caps.toSorted((a, b) => compareCodePoints(a._id, b._id)) }
  const { now, blind, memory } = input
  if (blind) return { suggestions: [], memory: memory ?? { day: now.day, held: {} }, tested: 0, unknown: 0 }
  const seen = seeCaps(input)
  const known = seen.filter(isKnown)
  const tests = listTests(input, seen, known)
  const found = tests.filter((candidate) => candidate !== null)
  const gaps = findGaps(input)
  const threshold = findThreshold(
    found.flatMap(({ p, firm }) => (firm && p !== null ? [p] : [])),
    tests.length,
  )
  const isFirm = ({ p, firm }: Candidate) => firm && (p === null || p <= threshold)
  const candidates = [...found, ...gaps]
  const held = hold(candidates, recall(memory, now), isFirm, now)
  const said = new SaidBefore(input.said, now.day)
  const ready = candidates.filter(
    (candidate) => isFirm(candidate) && (input.forced || hasHeld(candidate.suggestion, held, input)),
  )
  const fresh = ready.map(({ suggestion }) => suggestion).filter((suggestion) => !said.has(suggestion))
  return {
    suggestions: fitIntoRoom(dropExplained(fresh, said.list()), { known, caps: input.caps, said: said.list() }),
    memory: { day: now.day, held },
    tested: tests.length,
    unknown: seen.length - known.length,
  }
}

/** Everything that chance could make look wrong, once each. */
function listTests(input: SweepInput, seen: readonly SeenCap[], known: readonly KnownCap[]): (Candidate | null)[] {
  const priorOf = learnPriors(input.conversions)
  const capsOf = groupByDeal(input.caps)
  return [
    ...known.flatMap((one) => [findRaise(one), findLower(one)]),
    ...seen.map((one) => findIdleHours(one, input.openDays.get(one.cap._id))),
    ...listSilentSubjects(seen).map((subject) => findSilent(subject, input)),
    ...input.conversions.map((count) => findConversion(count, priorOf(count), capsOf(count), input.now.day)),
    ...input.invalid.map((count) => findInvalid(count, input.now.day)),
  ]
}
