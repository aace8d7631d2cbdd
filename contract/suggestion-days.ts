import { z } from 'zod/mini'
import { CAP_KINDS } from '#domain/caps/cap.ts'
import { centsFromDollars, dollarsFromCents, type Cents } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Quantiles } from '#domain/suggestions/forecast.ts'
import {
  shapeSuggestion,
  SUGGESTION_KINDS,
  SUGGESTION_STATES,
  type SuggestionChart,
} from '#domain/suggestions/suggestion.ts'
import { defineCall } from './call.ts'
import { day, instant } from './fields.ts'
import { capTexts } from './texts/caps.ts'

const date = day(capTexts.date)

/** Quantiles: one in ten results is below the first, half below the second, nine in ten below the third. */
export const quantiles = z.codec(z.tuple([z.number(), z.number(), z.number()]), z.custom<Quantiles>(), {
  decode: ([p10, p50, p90]) => ({ p10, p50, p90 }),
  encode: ({ p10, p50, p90 }): [number, number, number] => [p10, p50, p90],
})

/** When a cap will be full, in minutes since 00:00: early, likely, late; null if not on this day. */
const fullAt = z.object({
  p10: z.nullable(z.number()),
  p50: z.nullable(z.number()),
  p90: z.nullable(z.number()),
})

/** Leads of a day by the end of each hour: the usual 24 values, and the actual ones up to now. */
const chart = z.codec(
  z.object({ usual: z.array(z.number()), came: z.array(z.number()) }),
  z.custom<SuggestionChart>(),
  { decode: (drawn) => drawn, encode: ({ usual, came }) => ({ usual: [...usual], came: [...came] }) },
)

const folded = <Key extends string>(fold: (text: string) => Key) =>
  z.nullable(z.codec(z.string(), z.custom<Key>(), { decode: fold, encode: String }))

/** The JSON form of a suggestion's values, by type. */
const { subject, actions, evidence } = shapeSuggestion({
  text: z.string(),
  textOrNull: z.nullable(z.string()),
  capKindOrNull: z.nullable(z.enum(CAP_KINDS)),
  day: date,
  geoOrNull: folded(foldGeo),
  sourceOrNull: folded(foldSource),
  count: z.number(),
  number: z.number(),
  numberOrNull: z.nullable(z.number()),
  quantiles,
  fullAt,
  chart,
})

/** The suggestion and its numbers. */
export const SuggestionContent = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  subject: z.object(subject),
  /** Null if only a person can act: it can then be taken, and that changes nothing. */
  action: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('set-cap'), ...actions['set-cap'] }),
      z.object({ kind: z.literal('move'), ...actions.move }),
      z.object({ kind: z.literal('set-hours'), ...actions['set-hours'] }),
    ]),
  ),
  evidence: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pace'), ...evidence.pace }),
    z.object({ kind: z.literal('conversion'), ...evidence.conversion }),
    z.object({ kind: z.literal('room'), ...evidence.room }),
    z.object({ kind: z.literal('idle-hours'), ...evidence['idle-hours'] }),
    z.object({ kind: z.literal('halving'), ...evidence.halving }),
    z.object({ kind: z.literal('invalid'), ...evidence.invalid }),
  ]),
  /** Chance that it is right, 0 to 1. */
  confidence: z.number(),
  /** The gain: leads, and dollars if prices are known. */
  gain: z.codec(
    z.object({ leads: z.number(), dollars: z.nullable(z.number()) }),
    z.object({ leads: z.number(), cents: z.nullable(z.custom<Cents>()) }),
    {
      decode: ({ leads, dollars }) => ({ leads, cents: dollars === null ? null : centsFromDollars(dollars) }),
      encode: ({ leads, cents }) => ({ leads, dollars: cents === null ? null : dollarsFromCents(cents) }),
    },
  ),
})

export const Suggestion = z.extend(SuggestionContent, {
  id: z.string(),
  state: z.enum(SUGGESTION_STATES),
  /** Plain text with its numbers. */
  sentence: z.string(),
  /** The label of its button, `Raise to 40`. */
  applyLabel: z.string(),
  /** Whether its traffic can be paused until tonight instead. */
  canPause: z.boolean(),
  /** Whether it can still be applied: its day is not over, and its cap is unchanged. */
  fits: z.boolean(),
  suggestedAt: instant,
  /** Who last applied, dismissed or undid it. */
  decision: z.nullable(
    z.object({
      by: z.string(),
      at: instant,
      where: z.enum(['web', 'bot']),
      /** The commit of caps or pauses that applied it. */
      batchId: z.nullable(z.string()),
    }),
  ),
  /** For an applied suggestion whose day is over: whether it helped (null if unknown), and its leads. */
  outcome: z.nullable(z.object({ helped: z.nullable(z.boolean()), leads: z.number(), sentence: z.string() })),
})

export type Suggestion = z.output<typeof Suggestion>
export type SuggestionWire = z.input<typeof Suggestion>

export const SWEEP_CAUSES = ['interval', 'force'] as const

/** A check of all caps of today and tomorrow. */
const Sweep = z.object({
  id: z.string(),
  at: instant,
  cause: z.enum(SWEEP_CAUSES),
  /** Caps that were checked. */
  caps: z.number(),
  /** New suggestions. */
  suggested: z.number(),
  /** Who wrote the sentences. */
  wording: z.enum(['template', 'model']),
  wordingFailure: z.nullable(z.string()),
})

/** The reason that a day has no suggestions. */
export const NO_SUGGESTIONS = ['off', 'not-yet', 'no-caps', 'no-sync', 'too-little-history', 'nothing'] as const

export const SuggestionDay = z.object({
  /** The requested day; today by default. */
  date,
  /** Newest first. */
  suggestions: z.array(Suggestion),
  /** The last one of all. */
  lastSweep: z.nullable(Sweep),
  /** Whether a requested sweep has not answered yet. */
  sweepPending: z.boolean(),
  enabled: z.boolean(),
  /** Whether a summary group is set, which gets suggestions. */
  isTold: z.boolean(),
  intervalMinutes: z.number(),
  /** Null if there are some. */
  why: z.nullable(z.object({ reason: z.enum(NO_SUGGESTIONS), sentence: z.string() })),
})

export type SuggestionDay = z.output<typeof SuggestionDay>

const outlook = { delivered: z.number(), total: quantiles }

/** The expected result of a subject by the end of the day. */
export const Outlook = z.object(outlook)

/** Ranges that were forecast at fixed hours of the last 30 days, and how many of them contained the result. */
export const HitRate = z.object({ days: z.number(), told: z.number(), held: z.number() })

export const DayForecast = z.object({
  date,
  /** The time of the forecast. */
  at: instant,
  /** Null if there is a forecast. */
  why: z.nullable(z.object({ reason: z.enum(['not-today', 'no-sync', 'too-little-history']), sentence: z.string() })),
  /** Days of history that it was learnt from. */
  days: z.number(),
  /** Of both kinds. `fullAt`: null if not on this day, and for a cap that is full already or of 0. */
  caps: z.array(z.object({ id: z.string(), ...outlook, fullAt: z.nullable(fullAt) })),
  /** How often the range of 10 to 90 % was right, for all leads and for caps; null unless the day is today. */
  hitRates: z.nullable(z.object({ all: HitRate, caps: HitRate })),
  /** Every lead of the day, with or without a cap. */
  all: z.nullable(Outlook),
  byGeo: z.array(z.object({ geo: z.string(), ...outlook })),
  byBroker: z.array(z.object({ advertiserId: z.string(), ...outlook })),
  bySource: z.array(z.object({ sourceNumber: z.string(), ...outlook })),
})

export type DayForecast = z.output<typeof DayForecast>
export type DayForecastWire = z.input<typeof DayForecast>

/** The board's calls about suggestions. They are separate, so the board does not load how they are decided. */
export const suggestionDayCalls = {
  list: defineCall({
    method: 'GET',
    path: '/suggestions',
    access: 'member',
    summary:
      'The suggestions of a day (by default of today and tomorrow), the last sweep, and, if there are none, the reason',
    query: z.object({ date: z.optional(date) }),
    answers: { 200: SuggestionDay },
    refusals: [400],
    shared: true,
  }),
  forecast: defineCall({
    method: 'GET',
    path: '/forecasts/:date',
    access: 'member',
    summary: 'The leads expected by the end of today, for each cap, geo, broker and source, and when caps will be full',
    params: z.object({ date }),
    answers: { 200: DayForecast },
    refusals: [400],
    shared: true,
  }),
} as const
