import type { Cap } from '#domain/caps/cap.ts'
import type { Hours, Window } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import type { Forecast, Subject } from './forecast.ts'
import type { InvalidCount } from './invalid.ts'
import type { ConversionCount, DealWeeks } from './rate.ts'
import type { Suggestion } from './suggestion.ts'
import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'

/** When leads came on past days on which a cap of the same key had today's hours. */
export interface OpenDays {
  days: number
  /** Leads of all these days in each of the 96 slots. */
  bySlot: readonly number[]
}

/** An earlier suggestion, whatever became of it. */
export type Said = Pick<Suggestion, 'kind' | 'subject' | 'action'>

/** A cap, or what a suggestion is about. A part that does not matter is null. */
export interface PlannedSubject {
  date: Day
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
}

/** What a limit of leads still allows to plan in its period. */
export interface LimitRoom {
  /** The limit and its period. */
  key: string
  /** Leads. Below 0 if more is planned than it allows. */
  left: number
}

/** All that one sweep looks at, as of one moment. */
export interface SweepInput {
  now: LocalTime
  /** The last successful sync is too long ago, so current leads are not known. */
  blind: boolean
  /** Caps of today and tomorrow, of both kinds, with what was delivered. */
  caps: readonly Cap[]
  /** Null if there is too little history. `hours`: leads come in these only. */
  forecastOf: (subject: Subject, hours?: Hours) => Forecast | null
  /** The paused windows of a day, of all the traffic that matches every given part. Left out: none. */
  pausedOf?: (place: PlannedSubject) => readonly Window[]
  /** The limits of leads that cover a cap. Left out: none. */
  limitsOf?: (cap: Cap) => readonly LimitRoom[]
  conversions: readonly ConversionCount[]
  /** The deals of today's broker caps. Left out: nothing is known of their past. */
  dealWeeks?: readonly DealWeeks[]
  /** One for each source that sent leads today. */
  invalid: readonly InvalidCount[]
  /** By id of a cap of today. */
  openDays: ReadonlyMap<string, OpenDays>
  /** Suggestions of today and the seven days before, for any day. */
  said: readonly Said[]
  /** The memory of the sweep before, on any node. Null if there was none. */
  memory: SweepMemory | null
  /** Minutes from one sweep to the next. */
  everyMinutes: number
  /** Somebody asked for this sweep: what is firm is said without waiting whether it stays so. */
  forced: boolean
}

/** Since when candidates have been so. Goes from sweep to sweep. */
export interface SweepMemory {
  day: Day
  /** By key of a suggestion (formatSuggestionKey): the minute of the first of the sweeps in a row in which it was so. */
  held: Record<string, number>
}

export interface SweepDecision {
  /** To be said now, the most useful first. */
  suggestions: Suggestion[]
  memory: SweepMemory
  /** The number of things that were looked at. Each could have become a suggestion. */
  tested: number
  /** The number of caps of today with too little history. */
  unknown: number
}

/** When sweeps are due, as it is set. */
export interface SweepPlan {
  aiSuggestionEnabled: boolean
  aiSuggestionIntervalMinutes: number
  /** The token of the last request for a sweep. Empty if nobody ever asked. */
  aiSuggestionForceToken: string
}

/** The last sweep. */
export interface SweepProgress {
  sweptAt: Instant | null
  /** The token of the last request that was answered. */
  token: string
}

/** The reason for a sweep, with the token of the request. */
export type SweepReason = { cause: 'interval'; token: null } | { cause: 'force'; token: string }

/** Whether somebody asked for a sweep that was not answered. */
export function isAsked({ aiSuggestionForceToken }: SweepPlan, answered: Pick<SweepProgress, 'token'>): boolean {
  return aiSuggestionForceToken !== '' && aiSuggestionForceToken !== answered.token
}

/** The reason for a sweep now. Null if none is due. */
export function findReason(plan: SweepPlan, progress: SweepProgress, now: Instant): SweepReason | null {
  if (isAsked(plan, progress)) return { cause: 'force', token: plan.aiSuggestionForceToken }
  const next = findNextSweep(plan, progress, now)
  return next !== null && next <= now ? { cause: 'interval', token: null } : null
}

/** When the next sweep is due. Null if the loop is off. A clock that was set back does not stop the loop. */
export function findNextSweep(plan: SweepPlan, { sweptAt }: SweepProgress, now: Instant): Instant | null {
  if (!plan.aiSuggestionEnabled) return null
  if (sweptAt === null || sweptAt > now) return now
  return addMilliseconds(sweptAt, plan.aiSuggestionIntervalMinutes * MINUTE)
}
