import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { Counts, NegativeBinomial } from './counts.ts'

/** Minutes of one step of a day's curve. */
export const SLOT_MINUTES = 15
export const SLOTS = (24 * 60) / SLOT_MINUTES

/** What leads are counted by. */
export interface LeadKey {
  geo: GeoKey
  advertiserId: string
  sourceNumber: SourceNumber
}

interface DayKey extends LeadKey {
  day: Day
}

/** Leads of one key that came in one quarter of an hour of a day. */
export interface SlotCount extends DayKey {
  /** 0 to 95, by the wall clock. */
  slot: number
  leads: number
}

/** A broker cap as it stood at the end of a day of history. */
export interface EndedCap extends DayKey {
  cap: number
}

/** A day off of a geo or an advertiser, as people entered it. An advertiser's entry counts before its geo's. */
export interface DayAtRest {
  day: Day
  side: 'geo' | 'advertiser'
  key: string
  /** False for an advertiser that works although its geo is off. */
  rests: boolean
}

/** What is forecast: the leads that match every given part. All leads of a day if no part is given. */
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

/** A subject's leads by the end of today if nothing stops them, so also those beyond a cap. */
export interface Forecast {
  /** Leads that came so far. */
  delivered: number
  /** Leads that have come by the end of each slot after that of now, of feeds that are ahead of the others. */
  laterBySlot: readonly number[]
  /** All leads of the day, whole. */
  total: Quantiles
  /** Leads still to come. */
  rest: Counts
  /** Share of `rest` that comes by the end of each slot, from the slot of now on. The last is 1. */
  restBySlot: readonly number[]
  /** Leads that have come by the end of each slot, up to the slot of now. */
  cameBySlot: readonly number[]
  /** Leads that should have come by now, by what was known before the day began. */
  usualByNow: NegativeBinomial
  /** All leads of a day like this, by what was known before it began. */
  usual: NegativeBinomial
  /** The number of days, weighted, that the mean of `usual` was learnt from. */
  sureness: number
  /** 96 numbers: leads that usually come on a day like this by the end of each slot. */
  usualBySlot: readonly number[]
  /**
   * How long leads stayed away on the days before. Null unless the subject is a source, or a source in a geo. `lull`: the
   * share, POOR_SHARE to 1, of all other leads due since the subject's last lead that came.
   */
  gaps: (Gaps & { lull: number }) | null
  /** Minutes since 00:00, 0 to 1439. */
  now: number
  /** The slot of now. */
  slot: number
  /** Days of history that it was learnt from. */
  days: number
  /** Whether it had caps on days of history: it is then what comes on a day with one, or with leads. */
  hadCaps: boolean
}

/** How long leads of a subject stayed away on earlier days like today. */
export interface Gaps {
  /** The longest gap, in leads due, times its lull. */
  longest: number
  /** By how much gaps beyond it exceed it on average, in leads due. Of all sources, or of all sources in a geo. */
  tail: number
  /** The number of leads on those days. Each lead begins a gap. */
  count: number
  days: number
}

/** When a cap will be full, in minutes since 00:00. Null if not on this day. p10 is the early end. */
export type FullAt = Record<keyof Quantiles, number | null>
