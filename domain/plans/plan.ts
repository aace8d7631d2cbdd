import { placeOf, type CapKind } from '#domain/caps/cap.ts'
import type { NewCap } from '#domain/caps/edits.ts'
import type { CapFields } from '#domain/caps/fields.ts'
import { addDays, daysBetween, mondayOf, weekdayOf, type Day } from '#domain/kernel/day.ts'

/** The longest interval, in weeks. */
export const MOST_WEEKS = 8
export const MAX_NOTE_LENGTH = 200

/** Leads of the seven weekdays from Monday on; null means no cap. */
export type WeekNumbers = readonly (number | null)[]

type Place = Pick<CapFields, 'geo' | 'advertiserId' | 'sourceNumber'>

/** The terms of an existing plan: everything but its place. */
export interface PlanTerms extends Pick<CapFields, 'workingHours' | 'alwaysOn' | 'cpa' | 'crg'> {
  numbers: WeekNumbers
  /** 1: each week; 2: every other, counted from the week of the first day. */
  everyWeeks: number
  firstDay: Day
  /** Included; null means no end. */
  lastDay: Day | null
  note: string | null
}

export interface PlanDraft extends PlanTerms, Place {
  kind: CapKind
}

/** A plan that repeats. It makes a cap in one place on each of its days. */
export interface Plan extends PlanDraft {
  _id: string
  createdBy: string
  version: number
}

/** Whether a day is one from the first to the last of a plan. */
export function isWithin({ firstDay, lastDay }: PlanTerms, day: Day): boolean {
  return day >= firstDay && (lastDay === null || day <= lastDay)
}

/**
 * The number of a plan on a day, without days off; null means no cap. Only whole local days count, so no clock matters.
 */
export function numberOn(plan: PlanTerms, day: Day): number | null {
  if (!isWithin(plan, day)) return null
  return countWeeks(plan.firstDay, day) % plan.everyWeeks === 0 ? (plan.numbers[weekdayOf(day) - 1] ?? null) : null
}

/** The cap that a plan makes for a day. */
export function capOf(plan: Plan, day: Day, cap: number, advertiserName: string | null): NewCap {
  const { kind, geo, advertiserId, sourceNumber, workingHours, alwaysOn, cpa, crg, createdBy } = plan
  const terms = { workingHours, alwaysOn, cpa, crg }
  return { kind, date: day, geo, cap, advertiserId, advertiserName, sourceNumber, ...terms, createdBy }
}

/** The first day on which two plans would both make the cap of one place; null if there is none. */
export function findOverlap(one: PlanDraft, other: PlanDraft): Day | null {
  if (one.kind !== other.kind || placeOf(one) !== placeOf(other)) return null
  const start = one.firstDay > other.firstDay ? one.firstDay : other.firstDay
  // After this many days both plans repeat.
  const days = one.everyWeeks * other.everyWeeks * 7
  for (let day = start; day < addDays(start, days); day = addDays(day, 1)) {
    if (numberOn(one, day) !== null && numberOn(other, day) !== null) return day
  }
  return null
}

/**
 * Splits a plan at the first day of a change: returns the plan that ends, if any, and the plan that continues. A new
 * plan gets `id`.
 */
export function splitPlan(
  plan: Plan,
  { from, terms, today, id }: { from: Day; terms: PlanTerms; today: Day; id: string },
): { ended: Plan | null; changed: Plan } {
  const version = plan.version + 1
  if (from <= today || from <= plan.firstDay) {
    // Weeks are counted from the first day, so a past first day must stay.
    const firstDay = plan.firstDay < today ? plan.firstDay : terms.firstDay
    return { ended: null, changed: { ...plan, ...terms, firstDay, version } }
  }
  const dayBefore = addDays(from, -1)
  const lastDay = plan.lastDay !== null && plan.lastDay < dayBefore ? plan.lastDay : dayBefore
  const ended = { ...plan, lastDay, version }
  const firstDay = terms.everyWeeks === plan.everyWeeks ? findBegin(plan, from) : from
  return { ended, changed: { ...plan, ...terms, firstDay, _id: id, version: 1 } }
}

/** The first day of a continued interval: if `from` is in a skipped week, the beginning of the next counted week. */
function findBegin({ firstDay, everyWeeks }: PlanTerms, from: Day): Day {
  const over = countWeeks(firstDay, from) % everyWeeks
  return over === 0 ? from : addDays(mondayOf(from), 7 * (everyWeeks - over))
}

function countWeeks(firstDay: Day, day: Day): number {
  return daysBetween(mondayOf(firstDay), mondayOf(day)) / 7
}
