import * as fc from 'fast-check'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, parseInstant, HOUR, instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import type { PausedSpan } from '#domain/hours/paused-time.ts'
import { covers, type PausePlace, type PauseScope } from '#domain/pauses/pause.ts'
import type { Deal, PayoutDeposit, PayoutLead } from '#domain/payouts/rows.ts'
import { SPECIFIED_TERMS, type PayoutTerms } from '#domain/payouts/terms.ts'

/** Everything that a payout report is computed from. */
export interface PayoutWorld {
  zone: string
  range: { start: Day; end: Day }
  invalidStatuses: string[]
  terms: PayoutTerms
  /** Of all days. */
  deals: Deal[]
  pauses: WorldPause[]
  leads: PayoutLead[]
  deposits: UnmatchedDeposit[]
}

/** Whose traffic was stopped, from when until when. */
export type WorldPause = PauseScope & PausedSpan

/** When the traffic of a place was stopped. */
export function spansOfPauses(pauses: readonly WorldPause[], place: PausePlace): PausedSpan[] {
  return pauses.flatMap(({ from, until, ...scope }) => (covers(scope, place) ? [{ from, until }] : []))
}

/** A deposit as it was sent: it may name its lead. */
export type UnmatchedDeposit = Omit<PayoutDeposit, 'lead'> & { leadId: string | null }

// The week in which London and Berlin put their clocks forward, and the days around it.
const DAYS = ['2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'].flatMap(
  (text) => parseDay(text) ?? [],
)
const RANGE = { start: pick(DAYS, 1), end: pick(DAYS, 4) }
const START = parseInstant('2026-03-25T12:00:00Z') ?? 0

const geo = fc.constantFrom('UK', 'gb', 'DE')
const advertiserId = fc.constantFrom('A1', 'B2')
const source = fc.constantFrom('44', '#44', '51')
const email = fc.constantFrom(null, '', 'ann@mail.test', 'Ann@Mail.test', 'bob@mail.test', 'eve@mail.test')
const status = fc.constantFrom(null, 'new', 'WRONG number', 'wrong_number', 'wrоng number', 'Duplicate', 'callback')
const hours = fc.constantFrom(
  null,
  '09:00-17:00',
  '22:00-06:00',
  '00:00-12:00, 14:00-24:00',
  '09:00-17:00 America/New_York',
  '00:00-02:30, 22:00-24:00 Europe/Berlin',
)
// On the hour and a minute around it: where days, windows and clocks change. Often one of a few, so that rows meet.
const instant = fc
  .tuple(fc.oneof(fc.integer({ min: 0, max: 24 * 7 }), fc.constantFrom(34, 58, 83)), fc.constantFrom(-1, 0, 0, 0, 1))
  .map(([hour, minute]) => instantFromMilliseconds(START + hour * HOUR + minute * MINUTE))
const payout = fc.option(fc.constantFrom<number[]>(0, 1, 33_333, 50_000).map(brandNumber<Cents>))

const cpa = fc.constantFrom<number[]>(0, 4, 59_999, 60_000).map(brandNumber<Cents>)
const crg = fc.option(fc.constantFrom<number[]>(0, 735, 1_250, 10_000).map(brandNumber<BasisPoints>))

const deal = fc.record({
  date: fc.constantFrom(...DAYS),
  geo,
  advertiserId,
  advertiserName: fc.constant(null),
  sourceNumber: source,
  cap: fc.integer({ min: 0, max: 4 }),
  workingHours: hours,
  cpa: fc.option(cpa),
  crg,
  affiliatePrice: fc.option(fc.record({ cpa, crg })),
})

const anyTerms: fc.Arbitrary<PayoutTerms> = fc.oneof(
  fc.constant(SPECIFIED_TERMS),
  fc.record({
    priceBy: fc.constantFrom('deal', 'affiliateCap'),
    guarantee: fc.constantFrom('deal', 'pool'),
    mostInvalid: fc.constantFrom(null, 0, 20, 50, 100),
    conversions: fc.constantFrom('fractional', 'whole'),
    earlierLeads: fc.constantFrom('reported', 'settled'),
    pausedLeads: fc.constantFrom(null, 0, 1, 12),
  }),
)

const pause = fc
  .record({
    geo: fc.option(geo),
    advertiserId: fc.option(advertiserId),
    sourceNumber: fc.option(source),
    from: instant,
    minutes: fc.option(fc.constantFrom(1, 59, 60, 61, 24 * 60)),
  })
  .filter((row) => row.geo !== null || row.advertiserId !== null || row.sourceNumber !== null)
  .map(({ minutes, ...row }): WorldPause => ({
    ...row,
    until: minutes === null ? null : addMilliseconds(row.from, minutes * MINUTE),
  }))

const connector = fc.constantFrom('main', 'other')
const lead = fc.record({ connector, createdAt: instant, geo, advertiserId, sourceNumber: source, email, status })
const deposit = fc.record({
  connector,
  leadId: fc.option(fc.integer({ min: 0, max: 24 }).map((number) => `l${number}`)),
  email,
  createdAt: instant,
  geo: fc.option(geo),
  advertiserId: fc.option(advertiserId),
  sourceNumber: fc.option(source),
  payout,
})

/** Worlds in which everything that could be mixed up is: few names, many meetings. */
export const payoutWorlds: fc.Arbitrary<PayoutWorld> = fc
  .record({
    zone: fc.constantFrom('Etc/GMT-2', 'Europe/London', 'Europe/Berlin', 'America/New_York'),
    terms: anyTerms,
    deals: fc.uniqueArray(deal, { maxLength: 14, selector: keyOfDeal }),
    pauses: fc.array(pause, { maxLength: 3 }),
    leads: fc.array(lead, { maxLength: 25 }),
    deposits: fc.array(deposit, { maxLength: 25 }),
    always: fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
  })
  .map(({ zone, terms, deals, pauses, leads, deposits, always }) => ({
    zone,
    terms,
    range: RANGE,
    invalidStatuses: ['Wrong number', 'Duplicate'],
    pauses,
    deals: deals.map((row, index) => ({
      ...row,
      capId: `c${index}`,
      alwaysOn: always[index] ?? false,
      pauses: spansOfPauses(pauses, row),
    })),
    leads: leads.map((row, index) => ({ ...row, id: `l${index}` })),
    deposits: deposits.map((row, index) => ({ ...row, id: `d${index}` })),
  }))

function keyOfDeal(row: { date: Day; geo: string; advertiserId: string; sourceNumber: string }): string {
  return `${row.date} ${row.geo === 'DE' ? 'DE' : 'GB'} ${row.advertiserId} ${row.sourceNumber.replace('#', '')}`
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`there is no item ${index}`)
  return item
}
