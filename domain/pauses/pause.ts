import type { PausedSpan } from '#domain/hours/paused-time.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'

/** The reason of a pause. A note can say more. */
export const PAUSE_REASONS = ['quality', 'budget', 'technical', 'partner', 'other'] as const

export type PauseReason = (typeof PAUSE_REASONS)[number]

/** What a pause says of why it is. */
export const PAUSE_WHY = ['reason', 'note'] as const

export type PauseWhy = (typeof PAUSE_WHY)[number]

/** The way in which a pause was begun or ended. */
export const PAUSE_WAYS = ['board', 'bot', 'button', 'message', 'suggestion'] as const

export type PauseWay = (typeof PAUSE_WAYS)[number]

/** In characters. */
export const MAX_PAUSE_NOTE_LENGTH = 300

/**
 * The traffic that is stopped: all leads that match every given part. At least one part is given. A broker cap has all
 * three; an affiliate cap has a geo and a source.
 */
export interface PauseScope {
  /** As typed. */
  geo: string | null
  /** As registered. */
  advertiserId: string | null
  /** Without its `#`. */
  sourceNumber: string | null
}

/** A past, present or future stop of traffic. It does not change caps (docs/decisions/026). */
export interface Pause extends PauseScope {
  _id: string
  from: Instant
  /** Null means without a set end. */
  until: Instant | null
  reason: PauseReason
  note: string | null
  /** The signature of the person who began it. */
  by: string
  way: PauseWay
  /** When somebody ended it early; null if nobody has. */
  endedAt: Instant | null
  endedBy: string | null
}

/** The place of leads or of a cap. An affiliate cap is for any advertiser. */
export interface PausePlace {
  geo: string
  advertiserId: string | null
  sourceNumber: string
}

/** Whether the scope covers the whole place. */
export function covers(scope: PauseScope, place: PauseScope | PausePlace): boolean {
  return (
    (scope.geo === null || (place.geo !== null && foldGeo(scope.geo) === foldGeo(place.geo))) &&
    (scope.advertiserId === null || scope.advertiserId === place.advertiserId) &&
    (scope.sourceNumber === null ||
      (place.sourceNumber !== null && foldSource(scope.sourceNumber) === foldSource(place.sourceNumber)))
  )
}

/** A scope as one text. Spellings of a geo and a source make no difference. */
export function formatScope({ geo, advertiserId, sourceNumber }: PauseScope): string {
  return JSON.stringify([geo && foldGeo(geo), advertiserId, sourceNumber && foldSource(sourceNumber)])
}

/** The end of a pause; null if it has no known end. */
export function endOf({ until, endedAt }: Pick<Pause, 'until' | 'endedAt'>): Instant | null {
  if (until === null || endedAt === null) return until ?? endedAt
  return until < endedAt ? until : endedAt
}

/** The time in which a pause stops traffic; null if it was ended before it began. */
export function spanOf(pause: Pick<Pause, 'from' | 'until' | 'endedAt'>): PausedSpan | null {
  const until = endOf(pause)
  return until !== null && until <= pause.from ? null : { from: pause.from, until }
}

export function isRunningAt(pause: Pick<Pause, 'from' | 'until' | 'endedAt'>, at: Instant): boolean {
  const end = endOf(pause)
  return pause.from <= at && (end === null || at < end)
}

/** Whether a pause runs at `now` or will run later. */
export function isStandingAt(pause: Pick<Pause, 'from' | 'until' | 'endedAt'>, at: Instant): boolean {
  const end = endOf(pause)
  return end === null || (at < end && pause.from < end)
}

/** Whether both run at the same time, at `now` or later. */
export function runTogether(one: Pause, other: Pause, now: Instant): boolean {
  const at = [one.from, other.from].reduce((last, from) => (from > last ? from : last), now)
  return isRunningAt(one, at) && isRunningAt(other, at)
}

/** Whether a pause lasts as long as another one, or longer. */
export function lastsAsLong(one: Pause, other: Pause): boolean {
  const [end, otherEnd] = [endOf(one), endOf(other)]
  return end === null || (otherEnd !== null && end >= otherEnd)
}

/** Of some pauses the one that ends last, of equal ones the first; null if there are none. */
export function findLongest(pauses: readonly Pause[]): Pause | null {
  return pauses.reduce<Pause | null>((last, pause) => (last && lastsAsLong(last, pause) ? last : pause), null)
}

/**
 * When the traffic of a scope flows, from a moment on: the end of the pauses of this scope that run on into each other. Null if
 * the last of them has no set end; the moment itself if none runs then.
 */
export function findEndOfStop(pauses: readonly Pause[], scope: PauseScope, at: Instant): Instant | null {
  const own = pauses
    .filter((pause) => formatScope(pause) === formatScope(scope))
    .flatMap((pause) => spanOf(pause) ?? [])
  return own
    .toSorted((one, other) => one.from - other.from)
    .reduce<Instant | null>((end, { from, until }) => {
      if (end === null || from > end) return end
      return until === null || until > end ? until : end
    }, at)
}

/** Pauses with the time in which each stops what no earlier one of its scope does; those without such a time are left out. */
export function listOwnSpans(pauses: readonly Pause[]): (Pause & { span: PausedSpan })[] {
  const ends = new Map<string, Instant | null>()
  return pauses
    .toSorted((one, other) => one.from - other.from)
    .flatMap((pause) => {
      const [span, scope] = [spanOf(pause), formatScope(pause)]
      const end = ends.get(scope)
      if (!span || end === null) return []
      const from = end === undefined || end < span.from ? span.from : end
      if (span.until !== null && span.until <= from) return []
      ends.set(scope, span.until)
      return [{ ...pause, span: { from, until: span.until } }]
    })
}

/** The times in which traffic to a place is stopped, by all pauses that cover it. */
export function spansOver(pauses: readonly Pause[], place: PauseScope | PausePlace): PausedSpan[] {
  return pauses.flatMap((pause) => (covers(pause, place) ? (spanOf(pause) ?? []) : []))
}
