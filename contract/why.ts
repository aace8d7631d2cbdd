import { z } from 'zod/mini'
import type { CapKind } from '#domain/caps/cap.ts'
import { defineCall } from './call.ts'
import { STANDING_CAPS } from './caps.ts'
import { instant, money, text } from './fields.ts'
import { HitRate, quantiles } from './suggestion-days.ts'
import { capTexts } from './texts/caps.ts'

/** Leads near a cap, and the cap that they belong to. */
export const NearPlace = z.object({
  capId: z.nullable(z.string()),
  advertiserId: z.nullable(z.string()),
  /** The name in the cap or the registered name. */
  advertiserName: z.nullable(z.string()),
  sourceNumber: z.string(),
  sourceName: z.nullable(z.string()),
  leads: z.number(),
  planned: z.nullable(z.number()),
})

const counts = z.array(z.number())

/** The explanation of a cap's numbers. */
function capWhy(kind: CapKind) {
  return z.object({
    /** The time of the explanation. */
    at: instant,
    cap: STANDING_CAPS[kind],
    /**
     * The wall-clock minute at which each quarter of an hour of the cap's day begins: 96, or 92 or 100 on a day of a
     * clock change.
     */
    quarters: counts,
    /** Leads by the end of each quarter: of the day up to now, of yesterday, and of the same weekday a week before. */
    course: z.object({ today: counts, yesterday: counts, weekday: counts }),
    /** The expected leads by each hour of today; null for another day, or if too little is known. */
    outlook: z.nullable(
      z.object({
        total: quantiles,
        /** How often a cap's range was right in the last 30 days. */
        hitRate: HitRate,
        points: z.array(z.object({ minutes: z.number(), leads: quantiles })),
        /** Leads that were due since the last lead; null if none came today. */
        dueSince: z.nullable(z.number()),
      }),
    ),
    /** The fates of the leads with the cap's key: each has one. */
    fates: z.object({
      valid: z.number(),
      invalid: z.array(z.object({ status: z.string(), leads: z.number() })),
      outsideWorkingHours: z.number(),
      paused: z.number(),
      capped: z.number(),
    }),
    /** Leads that came during pauses, whatever their fate. */
    whilePaused: z.number(),
    /** Leads of the geo that did not come to this cap. */
    near: z.object({
      /** To other brokers. For an affiliate cap: to all brokers. */
      sameSource: z.array(NearPlace),
      /** To the same broker. For an affiliate cap: to anyone. */
      otherSources: z.array(NearPlace),
      /** Leads of the geo without a cap. */
      unplanned: z.number(),
    }),
    /** The last lead with this key in two weeks. */
    lastLeadAt: z.nullable(instant),
    /** All leads of the source on this day, whatever the geo and broker. */
    source: z.object({ name: z.nullable(z.string()), leads: z.number(), lastLeadAt: z.nullable(instant) }),
    /** The time up to which leads are known. */
    syncedAt: z.nullable(instant),
    /** Deposits of the cap's leads so far: of valid leads, of others, without a known lead, and without a broker cap. */
    deposits: z.object({ inside: z.number(), outside: z.number(), unmatched: z.number(), unsold: z.number() }),
    /** The price of the affiliate cap for a broker cap; CRG in percent. */
    affiliatePrice: z.nullable(z.object({ cpa: z.nullable(money), crg: z.nullable(z.number()) })),
    /**
     * The amount that a payout report would pay so far, each broker cap on its own. Null except for admins, and without
     * a broker cap.
     */
    owed: z.nullable(
      z.object({
        cpaComponent: money,
        crgComponent: money,
        extras: money,
        total: money,
        /** Deposits that count 0 because no payout was reported. */
        unpriced: z.number(),
      }),
    ),
  })
}

function createWhyCall<Path extends '/caps/:id/why' | '/affiliate-caps/:id/why'>(kind: CapKind, path: Path) {
  return defineCall({
    method: 'GET',
    path,
    access: 'member',
    summary: `Why the number of one ${kind} cap: its course, the fates of its leads, related leads, and the amount owed`,
    params: z.object({ id: text(capTexts.notFound) }),
    answers: { 200: capWhy(kind) },
    refusals: [400, 404],
  })
}

export const whyCalls = {
  broker: createWhyCall('broker', '/caps/:id/why'),
  affiliate: createWhyCall('affiliate', '/affiliate-caps/:id/why'),
} as const
