import type { Cap } from '#domain/caps/cap.ts'
import type { Hours, Window } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import type { Forecast, Subject } from './forecast.ts'
import type { InvalidCount } from './invalid.ts'
import type { ConversionCount, DealWeeks } from './rate.ts'
import type { Suggestion } from './suggestion.ts'
import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'

/** Where leads came on the days on which a cap of the same key had the same hours as today's. */
export interface OpenDays {
  days: number
  /** Leads of all these days in each of the 96 slots. */
  bySlot: readonly number[]
}

/** What was suggested before, whatever became of it. */
export type Said = Pick<Suggestion, 'kind' | 'subject' | 'action'>

/** All that one sweep looks at, of one moment. */
export interface SweepInput {
  now: LocalTime
  /** The last sync that went well is so long ago that leads are not known up to now. */
  blind: boolean
  /** Caps of today and tomorrow, of both kinds, with what was delivered. */
  caps: readonly Cap[]
  /** Null where there is too little history. `hours`: leads come in these only. */
  forecastOf: (subject: Subject, hours?: Hours) => Forecast | null
  /** What of a cap's day is paused; left out, nothing is. */
  pausedOf?: (cap: Cap) => readonly Window[]
  conversions: readonly ConversionCount[]
  /** Of the deals of today's broker caps; left out, nothing is known of their past. */
  dealWeeks?: readonly DealWeeks[]
  /** A source each that sent leads today. */
  invalid: readonly InvalidCount[]
  /** By id of a cap of today. */
  openDays: ReadonlyMap<string, OpenDays>
  /** Of today and the seven days before, for whichever day they were. */
  said: readonly Said[]
  /** What the sweep before remembered, of whichever node; null where there is none. */
  memory: SweepMemory | null
  /** Minutes from one sweep to the next. */
  everyMinutes: number
  /** Somebody asks what stands now: what is sure is said without waiting whether it stays so. */
  forced: boolean
}

/** For how long what is not said yet has been so. Goes from sweep to sweep. */
export interface SweepMemory {
  day: Day
  /** By key of a suggestion (formatSuggestionKey): the minute of the first of the sweeps in a row in which it was so. */
  held: Record<string, number>
}

export interface SweepDecision {
  /** To be said now, the most useful first. */
  suggestions: Suggestion[]
  memory: SweepMemory
  /** How many things were looked at, each of which could have become a suggestion. */
  tested: number
  /** Caps of today with too little history to say anything of them. */
  unknown: number
}

/** What sweeps are made for. */
export interface SweepPlan {
  enabled: boolean
  intervalMinutes: number
  /** The text that the last request for a sweep came with; empty: nobody ever asked. */
  token: string
}

/** Where the sweeps stand. */
export interface SweepProgress {
  sweptAt: Instant | null
  /** The last request that was answered. */
  token: string
}

/** What a sweep is made for; the token is that of the request. */
export type SweepReason = { cause: 'interval'; token: null } | { cause: 'force'; token: string }

/** Whether somebody asked for a sweep that was not answered. */
export function isAsked(plan: Pick<SweepPlan, 'token'>, progress: Pick<SweepProgress, 'token'>): boolean {
  return plan.token !== '' && plan.token !== progress.token
}

/** Why a sweep is to be made now; null where none is. */
export function findReason(plan: SweepPlan, progress: SweepProgress, now: Instant): SweepReason | null {
  if (isAsked(plan, progress)) return { cause: 'force', token: plan.token }
  const next = findNextSweep(plan, progress, now)
  return next !== null && next <= now ? { cause: 'interval', token: null } : null
}

/** When the interval is over; null where there is none. A clock that was set back does not stop the loop. */
export function findNextSweep(plan: SweepPlan, { sweptAt }: SweepProgress, now: Instant): Instant | null {
  if (!plan.enabled) return null
  if (sweptAt === null || sweptAt > now) return now
  return addMilliseconds(sweptAt, plan.intervalMinutes * MINUTE)
}
