import type { CapKind } from '#domain/caps/cap.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { FullAt, Quantiles, Subject } from './forecast.ts'

export const SUGGESTION_KINDS = [
  /** A cap that will be full early. */
  'raise',
  /** A cap that will stay empty: to be lowered, or its leads moved to where they are wanted. */
  'lower',
  /** A source without a lead for longer than ever. */
  'silent',
  /** Conversion below what is guaranteed, or half of what it was. */
  'conversion',
  /** Bought from affiliates and not sold to brokers. */
  'unsold',
  /** Sold to brokers and not bought from affiliates. */
  'unbought',
  /** Hours in which a cap never delivers. */
  'idle-hours',
  /** A source whose leads are invalid far more often than usual. */
  'invalid',
] as const

export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

export const SUGGESTION_STATES = ['open', 'applied', 'dismissed', 'undone'] as const

/** What people have done about a suggestion. `undone`: applied, then undone. */
export type SuggestionState = (typeof SUGGESTION_STATES)[number]

/** The types of a suggestion's values in the code. Every room says once how it reads and writes each of them. */
interface ValueTypes {
  text: string
  textOrNull: string | null
  capKindOrNull: CapKind | null
  day: Day
  geoOrNull: GeoKey | null
  sourceOrNull: SourceNumber | null
  /** Whole. */
  count: number
  number: number
  numberOrNull: number | null
  quantiles: Quantiles
  fullAt: FullAt
  chart: SuggestionChart
}

/** Cumulative leads at the end of each hour. `usual`: 24 numbers. `came`: up to now. */
export interface SuggestionChart {
  usual: readonly number[]
  came: readonly number[]
}

/**
 * Every value of a suggestion by its type: what it is about, what it does, and the numbers behind it. The types below, the
 * contract and the stored form are made of this. A new value is added here and nowhere else.
 */
export function shapeSuggestion<Of extends Record<keyof ValueTypes, unknown>>(
  of: Of & { readonly [T in keyof ValueTypes]: Of[T] },
) {
  return {
    /** What it is about. A part that does not matter is null. */
    subject: {
      capKind: of.capKindOrNull,
      capId: of.textOrNull,
      day: of.day,
      geo: of.geoOrNull,
      advertiserId: of.textOrNull,
      advertiserName: of.textOrNull,
      sourceNumber: of.sourceOrNull,
    },
    /** What its button does, as one commit of caps. */
    actions: {
      'set-cap': { capId: of.text, from: of.count, to: of.count },
      /** Leads of one cap given to another of the same kind and day. */
      move: {
        fromCapId: of.text,
        from: of.count,
        toCapId: of.text,
        to: of.count,
        /** The partner of the other cap, as in a subject. */
        toAdvertiserId: of.textOrNull,
        toSourceNumber: of.sourceOrNull,
        leads: of.count,
      },
      /** Working hours as they are stored (`domain/hours`). */
      'set-hours': { capId: of.text, from: of.textOrNull, to: of.text },
    },
    /** The numbers behind it, as its sentence and its chart need them. */
    evidence: {
      pace: {
        cap: of.number,
        delivered: of.number,
        /** Leads of the day. */
        expected: of.quantiles,
        fullAt: of.fullAt,
        /** Leads that should have come by now on days like this. */
        usualByNow: of.number,
        /** Minutes since 00:00 of the sweep. */
        now: of.number,
        days: of.number,
        chart: of.chart,
      },
      conversion: {
        /** Old enough to have converted. */
        leads: of.number,
        deposits: of.number,
        /** Guaranteed, in basis points. */
        guaranteed: of.number,
        /** Estimated rate, in basis points. */
        rate: of.quantiles,
        from: of.day,
        to: of.day,
      },
      /** Against the deal's own past. */
      halving: {
        /** Old enough to have converted, since it fell. */
        leads: of.count,
        deposits: of.count,
        leadsBefore: of.count,
        depositsBefore: of.count,
        weeksBefore: of.count,
        from: of.day,
        to: of.day,
      },
      invalid: {
        /** Of today. */
        leads: of.count,
        invalid: of.count,
        /** The share of invalid leads in the days before, in basis points. */
        usual: of.number,
        days: of.count,
      },
      room: {
        sold: of.number,
        bought: of.number,
        /** Null if not known: on a day that has not begun, or with too little history. */
        delivered: of.numberOrNull,
      },
      'idle-hours': {
        /** Days with this window. */
        days: of.number,
        /** Leads that its other hours would have brought in as many minutes. */
        expected: of.number,
        /** Minutes since 00:00. */
        from: of.number,
        to: of.number,
        chart: of.chart,
      },
    },
  }
}

type Shape = ReturnType<typeof shapeSuggestion<ValueTypes>>

/** One of several kinds, each with its values. */
type OneOf<Kinds> = { [K in keyof Kinds]: { kind: K } & Kinds[K] }[keyof Kinds]

export type SuggestionSubject = Shape['subject']

/** A subject without any part: what a suggestion is about is put over it. */
export const NO_PARTS = { capKind: null, capId: null, geo: null, advertiserId: null, advertiserName: null } as const

export type SuggestionAction = OneOf<Shape['actions']>
export type SuggestionEvidence = OneOf<Shape['evidence']>

export interface Suggestion {
  kind: SuggestionKind
  subject: SuggestionSubject
  /** Null if only a person can act. */
  action: SuggestionAction | null
  evidence: SuggestionEvidence
  /** Chance that it is right, 0 to 1. */
  confidence: number
  /** What following it gains or saves: whole leads, and cents if prices are known. */
  gain: { leads: number; cents: Cents | null }
}

const PAUSABLE: ReadonlySet<SuggestionKind> = new Set(['silent', 'conversion', 'invalid'])

/** The traffic that may be paused because of a suggestion. Null if a pause is no answer to it. */
export function pausableOf({ kind, subject }: Pick<Suggestion, 'kind' | 'subject'>): Subject | null {
  const { geo, advertiserId, sourceNumber } = subject
  return PAUSABLE.has(kind) && sourceNumber !== null ? { geo, advertiserId, sourceNumber } : null
}

/** The key of a suggestion. There is at most one of a kind, subject and day. */
export function formatSuggestionKey({ kind, subject }: Pick<Suggestion, 'kind' | 'subject'>): string {
  const { capKind, capId, day, geo, advertiserId, sourceNumber } = subject
  return JSON.stringify(capId === null ? [kind, day, capKind, geo, advertiserId, sourceNumber] : [kind, day, capId])
}

/** What could be suggested. */
export interface Candidate {
  suggestion: Suggestion
  /**
   * An upper bound of the chance that an ordinary day of a sensible plan looks like this. Null if it is read off the plan, or
   * has a rule of its own against looking often.
   */
  p: number | null
}
