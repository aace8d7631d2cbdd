import type { CapKind } from '#domain/caps/cap.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { FullAt, Quantiles } from './forecast.ts'

export const SUGGESTION_KINDS = [
  /** A cap that will be full early. */
  'raise',
  /** A cap that will stay empty: less of it, or moved to where there is demand. */
  'lower',
  /** A source that is silent, or far below its curve. */
  'silent',
  /** Conversion below what is guaranteed. */
  'conversion',
  /** Bought from affiliates and not sold to brokers. */
  'unsold',
  /** Sold to brokers and not bought from affiliates. */
  'unbought',
  /** Hours in which a cap never delivers. */
  'idle-hours',
] as const

export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

export const SUGGESTION_STATES = ['open', 'applied', 'dismissed', 'undone'] as const

/** What people have done about a suggestion; `undone`: applied and taken back. */
export type SuggestionState = (typeof SUGGESTION_STATES)[number]

/** What a suggestion is about. A part that does not matter is null. */
export interface SuggestionSubject {
  capKind: CapKind | null
  capId: string | null
  day: Day
  geo: GeoKey | null
  advertiserId: string | null
  advertiserName: string | null
  sourceNumber: SourceNumber | null
}

/** What its button does, as one commit of caps; null where only a person can act. */
export type SuggestionAction =
  | { kind: 'set-cap'; capId: string; from: number; to: number }
  /** Leads of one cap given to another of the same kind and day. */
  | {
      kind: 'move'
      fromCapId: string
      from: number
      toCapId: string
      to: number
      /** Whom the other cap is of, as a subject says it. */
      toAdvertiserId: string | null
      toSourceNumber: SourceNumber | null
      leads: number
    }
  /** Working hours as they are stored (`domain/hours`). */
  | { kind: 'set-hours'; capId: string; from: string | null; to: string }

/** The numbers that a suggestion rests on, all that its sentence and its chart need. */
export type SuggestionEvidence =
  | {
      kind: 'pace'
      cap: number
      delivered: number
      /** Leads of the day. */
      expected: Quantiles
      fullAt: FullAt
      /** Leads that should have come by now on days like this. */
      usualByNow: number
      /** Minutes since 00:00 of the sweep. */
      now: number
      days: number
      chart: SuggestionChart
    }
  | {
      kind: 'conversion'
      /** Old enough to have converted. */
      leads: number
      deposits: number
      /** Guaranteed, in basis points. */
      guaranteed: number
      /** Estimated rate, in basis points. */
      rate: Quantiles
      from: Day
      to: Day
    }
  | {
      kind: 'room'
      sold: number
      bought: number
      /** Null where it is not known: on a day that has not begun, and of what there is too little history of. */
      delivered: number | null
    }
  | {
      kind: 'idle-hours'
      /** Days with this window. */
      days: number
      leads: number
      /** Leads that the rest of its hours would have brought in as many minutes. */
      expected: number
      /** Minutes since 00:00. */
      from: number
      to: number
      chart: SuggestionChart
    }

/** Cumulative leads at the end of each hour: 24 numbers as usual, and as they came, up to now. */
export interface SuggestionChart {
  usual: readonly number[]
  came: readonly number[]
}

export interface Suggestion {
  kind: SuggestionKind
  subject: SuggestionSubject
  action: SuggestionAction | null
  evidence: SuggestionEvidence
  /** Chance that it is right, 0 to 1. */
  confidence: number
  /** What is gained or saved where it is followed: whole leads, and dollars where prices say them. */
  gain: { leads: number; cents: Cents | null }
}

/** What makes a suggestion the same as one of before: at most one of a kind, subject and day. */
export function formatSuggestionKey({ kind, subject }: Pick<Suggestion, 'kind' | 'subject'>): string {
  const { capKind, capId, day, geo, advertiserId, sourceNumber } = subject
  return JSON.stringify(capId === null ? [kind, day, capKind, geo, advertiserId, sourceNumber] : [kind, day, capId])
}
