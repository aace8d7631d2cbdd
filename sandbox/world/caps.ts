import { toDayNumber, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { Deal } from './deals.ts'
import { createRandom } from '#sandbox/random.ts'

/** An affiliate cap as somebody would fill it in: dollars and percent, hours as typed. */
export interface AffiliateCapDraft {
  date: Day
  geo: string
  cap: number
  sourceNumber: string
  workingHours: string | null
  cpa: number | null
  crg: number | null
  createdBy: string
}

/** A broker cap as somebody would fill it in. */
export interface BrokerCapDraft extends AffiliateCapDraft {
  advertiserId: string
  advertiserName: string
}

export interface PlannedCap {
  deal: Deal
  draft: BrokerCapDraft
}

/** Deals that run every day; the others come and go. */
const STANDING_DEALS = 24

/** A deal that comes and goes keeps its mind, and its number of leads, for so many days. */
const RUN_DAYS = 9

/** The broker caps of a day with the deals they are made of: 40 to 60, one for each deal at most. */
export function planCaps(seed: number, deals: readonly Deal[], day: Day): PlannedCap[] {
  const random = createRandom(seed, 'caps', day)
  const isWeekend = weekdayOf(day) >= 6
  const count = isWeekend ? random.integer(40, 46) : random.integer(47, 60)
  const wanted = deals
    .map((deal) => ({ deal, score: scoreOf(seed, deal, day) }))
    .toSorted((a, b) => b.score - a.score || a.deal.number - b.deal.number)
    .slice(0, count)
    .map(({ deal }) => deal)
  const paused = new Set(random.shuffle(wanted.slice(STANDING_DEALS)).slice(0, random.integer(1, 2)))
  return wanted.map((deal) => ({
    deal,
    draft: draftOf(deal, day, paused.has(deal) ? 0 : sizeOf(seed, deal, day, isWeekend)),
  }))
}

/** Leads from which on somebody asks why a source was told of half of them. */
const WORTH_ASKING = 14

/**
 * What each source may send to a geo: a little more than the brokers take from it, and cheaper. One a day was told of
 * half of it only, so that there is something to find.
 */
export function planAffiliateCaps(seed: number, planned: readonly PlannedCap[], day: Day): AffiliateCapDraft[] {
  const groups = Map.groupBy(planned, ({ draft }) => `${foldGeo(draft.geo)}|${draft.sourceNumber}`)
  const large = [...groups.values()].filter((caps) => sumOf(caps) >= WORTH_ASKING)
  const halved = large.length > 0 ? createRandom(seed, 'halved', day).pick(large) : null
  return [...groups.values()].flatMap((caps) => {
    const first = caps[0]?.draft
    if (!first) return []
    const sum = caps === halved ? Math.floor(sumOf(caps) / 2) : sumOf(caps)
    return [toAffiliateCap(caps.length === 1 ? first : { ...first, workingHours: null }, sum)]
  })
}

/** What a source may send where brokers take so many leads from it. */
export function toAffiliateCap(
  { date, geo, sourceNumber, workingHours, crg, createdBy, ...sold }: BrokerCapDraft,
  sum: number,
): AffiliateCapDraft {
  const cpa = sold.cpa === null ? null : Math.floor((sold.cpa * 8) / 100) * 10
  return { date, geo, cap: Math.ceil((sum * 11) / 10), sourceNumber, workingHours, cpa, crg, createdBy }
}

function sumOf(caps: readonly PlannedCap[]): number {
  return caps.reduce((total, { draft }) => total + draft.cap, 0)
}

export function draftOf(deal: Deal, day: Day, cap: number): BrokerCapDraft {
  return {
    date: day,
    geo: deal.geo,
    cap,
    advertiserId: deal.advertiser.advertiserId,
    advertiserName: deal.advertiser.name,
    sourceNumber: deal.source.sourceNumber,
    workingHours: deal.workingHours,
    cpa: deal.cpa,
    crg: deal.crg,
    createdBy: deal.number % 3 === 0 ? 'anna' : 'ben',
  }
}

/** The run of days that a day belongs to; each deal's runs start on a day of their own. */
function runOf(deal: Deal, day: Day): number {
  return Math.floor((toDayNumber(day) + deal.number * 4) / RUN_DAYS)
}

function scoreOf(seed: number, deal: Deal, day: Day): number {
  if (deal.number < STANDING_DEALS) return 2
  return createRandom(seed, 'run', deal.number, runOf(deal, day)).next()
}

function sizeOf(seed: number, deal: Deal, day: Day, isWeekend: boolean): number {
  const random = createRandom(seed, 'size', deal.number, runOf(deal, day))
  const size = Math.max(2, Math.round((deal.size * random.integer(8, 12)) / 10))
  return isWeekend && deal.number % 2 === 0 ? Math.ceil(size / 2) : size
}
