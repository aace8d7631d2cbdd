import type { PausedSpan } from '#domain/hours/paused-time.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'

/** Why traffic is stopped; more is said in words. */
export const PAUSE_REASONS = ['quality', 'budget', 'technical', 'partner', 'other'] as const

export type PauseReason = (typeof PAUSE_REASONS)[number]

/** By which way a pause came, or was ended. */
export const PAUSE_WAYS = ['board', 'bot', 'button', 'message', 'suggestion'] as const

export type PauseWay = (typeof PAUSE_WAYS)[number]

/** In characters. */
export const MAX_PAUSE_NOTE_LENGTH = 300

/**
 * Whose traffic is stopped: all leads that agree with every part that is given, of which there is one at least. A broker
 * cap is all three, an affiliate cap its geo and source.
 */
export interface PauseScope {
  /** As it was typed. */
  geo: string | null
  /** As it is registered. */
  advertiserId: string | null
  /** Without its `#`. */
  sourceNumber: string | null
}

/** Traffic that is, was or will be stopped, beside whatever caps say (docs/decisions/026). */
export interface Pause extends PauseScope {
  _id: string
  from: Instant
  /** Null: until somebody ends it. */
  until: Instant | null
  reason: PauseReason
  note: string | null
  /** Who began it, as they sign. */
  by: string
  way: PauseWay
  /** When somebody ended it before its time; null while nobody has. */
  endedAt: Instant | null
  endedBy: string | null
}

/** Where a lead goes, or what a cap plans; an affiliate cap is for whatever advertiser. */
export interface PausePlace {
  geo: string
  advertiserId: string | null
  sourceNumber: string
}

/** Whether all that goes to a place is in the scope. */
export function covers(scope: PauseScope, place: PauseScope | PausePlace): boolean {
  return (
    (scope.geo === null || (place.geo !== null && foldGeo(scope.geo) === foldGeo(place.geo))) &&
    (scope.advertiserId === null || scope.advertiserId === place.advertiserId) &&
    (scope.sourceNumber === null ||
      (place.sourceNumber !== null && foldSource(scope.sourceNumber) === foldSource(place.sourceNumber)))
  )
}

/** A scope as one text: how a geo and a source are written makes no difference. */
export function formatScope({ geo, advertiserId, sourceNumber }: PauseScope): string {
  return JSON.stringify([geo && foldGeo(geo), advertiserId, sourceNumber && foldSource(sourceNumber)])
}

/** What a scope is called in a sentence: `DE / B-7 / source 44`. */
export function describeScope({ geo, advertiserId, sourceNumber }: PauseScope): string {
  const parts = [geo, advertiserId, sourceNumber === null ? null : `source ${sourceNumber}`]
  return parts.filter((part) => part !== null).join(' / ')
}

/** When a pause ends, or has ended; null: nobody knows yet. */
export function endOf({ until, endedAt }: Pick<Pause, 'until' | 'endedAt'>): Instant | null {
  if (until === null || endedAt === null) return until ?? endedAt
  return until < endedAt ? until : endedAt
}

/** When a pause stops traffic; null where it was ended before it began. */
export function spanOf(pause: Pick<Pause, 'from' | 'until' | 'endedAt'>): PausedSpan | null {
  const until = endOf(pause)
  return until !== null && until <= pause.from ? null : { from: pause.from, until }
}

export function isRunningAt(pause: Pick<Pause, 'from' | 'until' | 'endedAt'>, at: Instant): boolean {
  const end = endOf(pause)
  return pause.from <= at && (end === null || at < end)
}

/** Whether it runs, or will. */
export function isStandingAt(pause: Pick<Pause, 'from' | 'until' | 'endedAt'>, at: Instant): boolean {
  const end = endOf(pause)
  return end === null || (at < end && pause.from < end)
}

/** When traffic to a place is stopped, by all pauses that cover it. */
export function spansOver(pauses: readonly Pause[], place: PauseScope | PausePlace): PausedSpan[] {
  return pauses.flatMap((pause) => (covers(pause, place) ? (spanOf(pause) ?? []) : []))
}
