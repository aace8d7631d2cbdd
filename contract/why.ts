import { z } from 'zod/mini'
import type { CapKind } from '#domain/caps/cap.ts'
import { defineCall } from './call.ts'
import { STANDING_CAPS } from './caps.ts'
import { instant, money, text } from './fields.ts'
import { HitRate, quantiles } from './suggestions.ts'
import { capTexts } from './texts/caps.ts'

/** Leads beside a cap, and the cap that plans them. */
export const NearPlace = z.object({
  capId: z.nullable(z.string()),
  advertiserId: z.nullable(z.string()),
  /** As the cap or the register calls them. */
  advertiserName: z.nullable(z.string()),
  sourceNumber: z.string(),
  sourceName: z.nullable(z.string()),
  leads: z.number(),
  planned: z.nullable(z.number()),
})

const counts = z.array(z.number())

/** Why a cap of a kind stands where it does. */
function capWhy(kind: CapKind) {
  return z.object({
    /** The moment that it is of. */
    at: instant,
    cap: STANDING_CAPS[kind],
    /** Wall-clock minutes at which each quarter of an hour of the cap's day begins: 96, or 92 or 100 where the clock is changed. */
    quarters: counts,
    /** Leads by the end of each quarter: of the day up to now, and by the same time of the day and of the week before. */
    course: z.object({ today: counts, yesterday: counts, weekday: counts }),
    /** What will have come by each hour of today; null of another day, or where too little is known. */
    outlook: z.nullable(
      z.object({
        total: quantiles,
        /** How often the range of a cap held in the last 30 days. */
        hitRate: HitRate,
        points: z.array(z.object({ minutes: z.number(), leads: quantiles })),
        /** Leads that were due since the last one; null where none came today. */
        dueSince: z.nullable(z.number()),
      }),
    ),
    /** What became of the leads with the cap's key: each is in one of these. */
    fates: z.object({
      valid: z.number(),
      invalid: z.array(z.object({ status: z.string(), leads: z.number() })),
      outsideWorkingHours: z.number(),
      paused: z.number(),
      capped: z.number(),
    }),
    /** Leads that came while paused, whatever became of them. */
    whilePaused: z.number(),
    /** What came in the geo, and not to this cap. */
    near: z.object({
      /** With other brokers; of an affiliate cap with all of them. */
      sameSource: z.array(NearPlace),
      /** To the same broker; of an affiliate cap to anyone. */
      otherSources: z.array(NearPlace),
      /** Leads of the geo that no cap plans. */
      unplanned: z.number(),
    }),
    /** The last lead with this key in two weeks. */
    lastLeadAt: z.nullable(instant),
    /** All leads of the source on this day, whatever the geo and broker. */
    source: z.object({ name: z.nullable(z.string()), leads: z.number(), lastLeadAt: z.nullable(instant) }),
    /** Up to when leads are known. */
    syncedAt: z.nullable(instant),
    /** Deposits of the cap's leads so far: of valid ones, of others, and those whose lead nobody knows. */
    deposits: z.object({ inside: z.number(), outside: z.number(), unmatched: z.number() }),
    /** The price of the affiliate cap beside a broker cap; CRG in percent. */
    affiliatePrice: z.nullable(z.object({ cpa: z.nullable(money), crg: z.nullable(z.number()) })),
    /** What a payout report would pay so far, each broker cap on its own. Null to all but admins, and without a broker cap. */
    owed: z.nullable(
      z.object({
        cpaComponent: money,
        crgComponent: money,
        extras: money,
        total: money,
        /** Deposits that count 0, since no payout was reported. */
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
    summary: `Why the number of one ${kind} cap: its course, what became of its leads, what came near it, and what is owed`,
    params: z.object({ id: text(capTexts.notFound) }),
    answers: { 200: capWhy(kind) },
    refusals: [400, 404],
  })
}

export const whyCalls = {
  broker: createWhyCall('broker', '/caps/:id/why'),
  affiliate: createWhyCall('affiliate', '/affiliate-caps/:id/why'),
} as const
