import type { Day } from '#domain/kernel/day.ts'
import { foldAdvertiserId, foldGeo } from '#domain/kernel/identity.ts'

export const DAY_OFF_SIDES = ['advertiser', 'geo'] as const
export const DAY_OFF_EFFECTS = ['none', 'keep', 'number'] as const

/** A day on which an advertiser or a geo is off, and its effect on plans. */
export interface DayOffDraft {
  side: (typeof DAY_OFF_SIDES)[number]
  /** The advertiser's id, or the geo. */
  key: string
  day: Day
  /** Every year on the same date. */
  yearly: boolean
  /** No cap, the same as on other days, or a number of leads (`number`, else null). */
  effect: (typeof DAY_OFF_EFFECTS)[number]
  number: number | null
  name: string
}

export interface DayOff extends DayOffDraft {
  _id: string
}

/** Finds the day off of a place on a day; null if there is none. */
export type DayOffFinder = (place: { geo: string; advertiserId: string | null }, day: Day) => DayOff | null

/** A day off of an advertiser comes before one of a geo, and a date before a yearly one. */
export function indexDaysOff(daysOff: readonly DayOff[]): DayOffFinder {
  const byKey = new Map(daysOff.map((one) => [dateKey(one), one]))
  return ({ geo, advertiserId }, day) => {
    const of = (side: DayOff['side'], key: string) =>
      byKey.get(keyOf(side, key, day)) ?? byKey.get(keyOf(side, key, dateOf(day)))
    return (advertiserId === null ? undefined : of('advertiser', advertiserId)) ?? of('geo', geo) ?? null
  }
}

/** Whether two days off are for the same key and date: only one of them could count. */
export function isSameDayOff(one: DayOffDraft, other: DayOffDraft): boolean {
  return dateKey(one) === dateKey(other)
}

/** The number of a plan on a day, after a day off is applied. */
export function applyDayOff(number: number | null, dayOff: DayOff | null): number | null {
  if (number === null || dayOff === null || dayOff.effect === 'keep') return number
  return dayOff.effect === 'none' ? null : dayOff.number
}

function dateKey({ side, key, yearly, day }: DayOffDraft): string {
  return keyOf(side, key, yearly ? dateOf(day) : day)
}

/** `12-25` */
function dateOf(day: Day): string {
  return day.slice(5)
}

function keyOf(side: DayOff['side'], key: string, date: string): string {
  return `${side} ${side === 'geo' ? foldGeo(key) : foldAdvertiserId(key)} ${date}`
}
