import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { Counts, NegativeBinomial } from './counts.ts'

/** Minutes of one step of a day's curve. */
export const SLOT_MINUTES = 15
export const SLOTS = (24 * 60) / SLOT_MINUTES

/** Leads of one key that came in one quarter of an hour of a local day. */
export interface SlotCount {
  day: Day
  geo: GeoKey
  advertiserId: string
  sourceNumber: SourceNumber
  /** 0 to 95, by the wall clock. */
  slot: number
  leads: number
}

/** A broker cap as it stood at the end of a day of history. */
export interface EndedCap {
  day: Day
  geo: GeoKey
  advertiserId: string
  sourceNumber: SourceNumber
  cap: number
}

/** What people said of a geo or an advertiser on a day: a holiday, a day off. What is said of an advertiser comes first. */
export interface DayAtRest {
  day: Day
  side: 'geo' | 'advertiser'
  key: string
  /** False of an advertiser that works all the same, also where its geo is off. */
  rests: boolean
}

/** What is forecast: all leads that agree with every part that is given; all of a day where none is. */
export interface Subject {
  geo: GeoKey | null
  advertiserId: string | null
  sourceNumber: SourceNumber | null
}

/** One in ten is below p10, half below p50, nine in ten below p90. */
export interface Quantiles {
  p10: number
  p50: number
  p90: number
}

/** What will have come of a subject by the end of today, where nothing stops it: also what is more than a cap takes. */
export interface Forecast {
  /** Leads that came so far. */
  delivered: number
  /** All leads of the day, whole. */
  total: Quantiles
  /** Leads still to come. */
  rest: Counts
  /** Share of the leads still to come that will have come by the end of each slot, from the slot of now on; the last is 1. */
  restBySlot: readonly number[]
  /** Leads that have come by the end of each slot, up to the slot of now. */
  cameBySlot: readonly number[]
  /** Leads that should have come by now, by what was known before the day began. */
  usualByNow: NegativeBinomial
  /** All leads of a day like this, by what was known before it began. */
  usual: NegativeBinomial
  /** Days as many as those that the mean of `usual` was learnt from, weighed. */
  sureness: number
  /** Leads that usually come on a day like this by the end of each slot; 96 of them. */
  usualBySlot: readonly number[]
  /** The chance that its source has stopped, so that nothing more comes today. */
  stop: number
  /**
   * How long leads stayed away on days before; null of what is not all of a source, or of one and a geo. Since the last
   * lead of today a share `lull` of what was due of all others came, 1/2 to 1.
   */
  gaps: (Gaps & { lull: number }) | null
  /** Minutes since 00:00, 0 to 1439. */
  now: number
  /** The slot of now. */
  slot: number
  /** Days of history that it was learnt from. */
  days: number
}

/** How long leads of a subject stayed away on the days like today before it. */
export interface Gaps {
  /** The longest, in leads due, each counted as far as all others brought theirs. */
  longest: number
  /** How many there were. */
  count: number
  days: number
}

/** When a cap will be full, in minutes since 00:00; null where it will not be on this day. p10 is the early end. */
export interface FullAt {
  p10: number | null
  p50: number | null
  p90: number | null
}
