import type { Cap } from '#domain/caps/cap.ts'
import type { NewCap } from '#domain/caps/edits.ts'
import type { Day } from '#domain/kernel/day.ts'
import { applyDayOff, type DayOffFinder } from './days-off.ts'
import { capOf, numberOn, type Plan } from './plan.ts'

/** The cap that was made for a day of a plan; `capId` is null if one was left alone. */
export interface PlanDay {
  planId: string
  day: Day
  capId: string | null
  /** The version of the cap as the plan left it; null if the day is a person's. */
  capVersion: number | null
}

/** The caps on a day of a plan. */
export interface Standing {
  /** The plan's last result for the day. */
  made: PlanDay | undefined
  /** The cap that the plan made, also if somebody moved it; undefined if somebody deleted it. */
  own: Cap | undefined
  /** The cap in the plan's place, whoever made it. */
  there: Cap | undefined
}

/**
 * - `make`, `change`, `remove`: the work to do.
 * - `same`: its cap is as it should be.
 * - `by-hand`: somebody changed or deleted its cap, or a cap existed when the plan first came to it. The day belongs to
 *   that person for good.
 * - `stands`: a cap exists that the plan did not make. It is left alone.
 * - `off`: a day off takes the plan's number away.
 */
export type DayAct =
  | { act: 'make'; day: Day; fields: NewCap }
  | { act: 'change'; day: Day; cap: Cap; fields: NewCap }
  | { act: 'remove'; day: Day; cap: Cap }
  | { act: 'same' | 'by-hand' | 'stands' | 'off'; day: Day; cap: Cap | null }

/** Decides the work for a day of a plan; null if the plan has nothing to do with the day. */
export function decideDay(
  plan: Plan,
  day: Day,
  { made, own, there }: Standing,
  { findDayOff, nameOf }: { findDayOff: DayOffFinder; nameOf: (advertiserId: string) => string | null },
): DayAct | null {
  const usual = numberOn(plan, day)
  const number = applyDayOff(usual, findDayOff(plan, day))
  const { advertiserId } = plan
  const fields = number === null ? null : capOf(plan, day, number, advertiserId && nameOf(advertiserId))
  if (!made) {
    if (!fields) return usual === null ? null : { act: 'off', day, cap: null }
    return there ? { act: 'stands', day, cap: there } : { act: 'make', day, fields }
  }
  if (!own || own.version !== made.capVersion) return { act: 'by-hand', day, cap: there ?? null }
  if (!fields) return { act: 'remove', day, cap: own }
  if (isAsPlanned(own, fields)) return { act: 'same', day, cap: own }
  // A cap keeps the name of its advertiser, also after the advertiser was deleted.
  const advertiserName = fields.advertiserName ?? own.advertiserName
  return { act: 'change', day, cap: own, fields: { ...fields, advertiserName } }
}

/** Names and the author are ignored: they may change without a new planning. */
function isAsPlanned(cap: Cap, fields: NewCap): boolean {
  const names = ['cap', 'workingHours', 'alwaysOn', 'cpa', 'crg'] as const
  return names.every((name) => cap[name] === fields[name])
}
