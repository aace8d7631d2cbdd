import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { basisPointsFromPercent, centsFromDollars } from '#domain/kernel/cents.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Deal, PayoutLead, Price } from '#domain/payouts/rows.ts'
import { SPECIFIED_TERMS, type PayoutTerms } from '#domain/payouts/terms.ts'
import { spansOfPauses, type UnmatchedDeposit } from '#testing/payout-worlds.ts'

const day = z.string().transform((text, check): Day => {
  const found = parseDay(text)
  if (!found) check.addIssue('no day')
  return found ?? z.NEVER
})
const instant = z.string().transform((text, check): Instant => {
  const found = parseInstant(text)
  if (found === null) check.addIssue('no instant')
  return found ?? z.NEVER
})

const Row = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  geo: z.string(),
  advertiserId: z.string(),
  sourceNumber: z.string(),
  createdAt: instant,
})

const AffiliateCap = z.object({
  date: day,
  geo: z.string(),
  cap: z.number(),
  sourceNumber: z.string(),
  cpa: z.nullable(z.number()),
  crg: z.nullable(z.number()),
})

const Terms = z.object({
  priceBy: z.enum(['deal', 'affiliateCap']),
  guarantee: z.enum(['deal', 'pool']),
  mostInvalid: z.nullable(z.number()),
  conversions: z.enum(['fractional', 'whole']),
  earlierLeads: z.enum(['reported', 'settled']),
  pausedLeads: z.nullable(z.number()),
})

const Pause = z.object({
  geo: z.nullable(z.string()),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.nullable(z.string()),
  from: instant,
  until: z.nullable(instant),
})

const Case = z.object({
  name: z.string(),
  why: z.string(),
  timezone: z.string(),
  range: z.object({ start: day, end: day }),
  invalidStatuses: z.array(z.string()),
  advertisers: z.array(z.object({ advertiserId: z.string(), name: z.string() })),
  publishers: z.array(z.object({ sourceNumber: z.string(), name: z.string() })),
  caps: z.array(
    z.object({
      id: z.string(),
      date: day,
      geo: z.string(),
      cap: z.number(),
      advertiserId: z.string(),
      advertiserName: z.nullable(z.string()),
      sourceNumber: z.string(),
      workingHours: z.nullable(z.string()),
      alwaysOn: z.boolean(),
      cpa: z.nullable(z.number()),
      crg: z.nullable(z.number()),
    }),
  ),
  /** Only of cases about terms. */
  affiliateCaps: z.array(AffiliateCap).default([]),
  pauses: z.array(Pause).default([]),
  /** Those that differ from the specified ones. */
  terms: Terms.partial().default({}),
  leads: z.array(Row.extend({ status: z.nullable(z.string()) })),
  deposits: z.array(Row.extend({ leadId: z.nullable(z.string()), payout: z.nullable(z.number()) })),
  /** What a report must show of this; more may be there. */
  expected: z.looseObject({}),
})

export type PayoutCase = z.output<typeof Case>

/** The worked cases of the payout report, each made by hand. */
export function readPayoutCases(): PayoutCase[] {
  const folder = new URL('payouts/', import.meta.url)
  return readdirSync(folder)
    .toSorted()
    .map((name) => Case.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
}

/** Every broker cap; those of other days are no deals of the report. */
export function dealsOf({ caps, affiliateCaps, pauses }: PayoutCase): Deal[] {
  return caps.map(({ id, cpa, crg, ...cap }) => {
    const own = affiliateCaps.find(
      (each) =>
        each.date === cap.date &&
        foldGeo(each.geo) === foldGeo(cap.geo) &&
        foldSource(each.sourceNumber) === foldSource(cap.sourceNumber),
    )
    const price = own === undefined ? null : readPrice(own)
    return {
      ...cap,
      capId: id,
      pauses: spansOfPauses(pauses, cap),
      ...readPrice({ cpa, crg }),
      affiliatePrice: price?.cpa === null ? null : price,
    }
  })
}

function readPrice({ cpa, crg }: { cpa: number | null; crg: number | null }): Price {
  return {
    cpa: cpa === null ? null : centsFromDollars(cpa),
    crg: crg === null ? null : basisPointsFromPercent(crg),
  }
}

export function termsOf({ terms }: PayoutCase): PayoutTerms {
  return { ...SPECIFIED_TERMS, ...terms }
}

export function leadsOf({ leads }: PayoutCase): PayoutLead[] {
  return leads.map((lead) => ({ ...lead, connector: 'main' }))
}

export function depositsOf({ deposits }: PayoutCase): UnmatchedDeposit[] {
  return deposits.map((deposit) => ({
    ...deposit,
    connector: 'main',
    payout: deposit.payout === null ? null : centsFromDollars(deposit.payout),
  }))
}

/** Rows are compared by what they are, not by where they stand. */
export function sortRows(value: unknown): object {
  const sorted = sortValue(value)
  return typeof sorted === 'object' && sorted !== null ? sorted : {}
}

function sortValue(value: unknown): unknown {
  if (Array.isArray(value)) {
    const rows: unknown[] = value.map(sortValue)
    return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sortValue(item)]))
}

const KEYS = ['capId', 'affiliateId', 'date', 'advertiserId', 'sourceNumber', 'geo', 'id', 'email', 'createdAt']

function keyOf(row: unknown): string {
  const fields = new Map<string, unknown>(Object.entries(row ?? {}))
  return JSON.stringify(KEYS.map((key) => fields.get(key) ?? null))
}
