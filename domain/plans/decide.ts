import type { Cap } from '#domain/caps/cap.ts'
import type { NewCap } from '#domain/caps/edits.ts'
import type { Day } from '#domain/kernel/day.ts'
import { applyDayOff, type DayOffFinder } from './days-off.ts'
import { capOf, numberOn, type Plan } from './plan.ts'

/** What a plan made of a day, or left as it stood (`capId` null). */
export interface PlanDay {
  planId: string
  day: Day
  capId: string | null
  /** Of the cap as the plan left it. */
  capVersion: number | null
}

/** What stands on a day of a plan. */
export interface Standing {
  /** What the plan made of the day before. */
  made: PlanDay | undefined
  /** The cap that it made; undefined where somebody deleted it. */
  own: Cap | undefined
  /** The cap in its place that it did not make. */
  other: Cap | undefined
}

/**
 * - `make`, `change`, `remove`: what is to be done.
 * - `same`: its cap stands as it should.
 * - `by-hand`: somebody changed or deleted its cap, or a cap stood there when the plan came to it; the day is theirs for good.
 * - `stands`: a cap stands that it did not make, and is left.
 * - `off`: it has a number, which a day off takes away.
 */
export type DayAct =
  | { act: 'make'; day: Day; fields: NewCap }
  | { act: 'change'; day: Day; cap: Cap; fields: NewCap }
  | { act: 'remove'; day: Day; cap: Cap }
  | { act: 'same' | 'by-hand' | 'stands' | 'off'; day: Day; cap: Cap | null }

/** What is to become of a day of a plan; null where the plan has nothing to do with it. */
export function decideDay(
  plan: Plan,
  day: Day,
  { made, own, other }: Standing,
  { findDayOff, nameOf }: { findDayOff: DayOffFinder; nameOf: (advertiserId: string) => string | null },
): DayAct | null {
  const usual = numberOn(plan, day)
  const number = applyDayOff(usual, findDayOff(plan, day))
  const { advertiserId } = plan
  const fields = number === null ? null : capOf(plan, day, number, advertiserId && nameOf(advertiserId))
  if (!made) {
    if (!fields) return usual === null ? null : { act: 'off', day, cap: null }
    return other ? { act: 'stands', day, cap: other } : { act: 'make', day, fields }
  }
  if (!own || own.version !== made.capVersion) return { act: 'by-hand', day, cap: own ?? other ?? null }
  if (!fields) return { act: 'remove', day, cap: own }
  return isAsPlanned(own, fields) ? { act: 'same', day, cap: own } : { act: 'change', day, cap: own, fields }
}

/** Names and who made it aside: they may have become others since without anybody planning anew. */
function isAsPlanned(cap: Cap, fields: NewCap): boolean {
  const names = ['cap', 'workingHours', 'alwaysOn', 'cpa', 'crg'] as const
  return names.every((name) => cap[name] === fields[name])
}
