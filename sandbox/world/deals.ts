import { foldGeo } from '#domain/kernel/identity.ts'
import { ADVERTISERS, GEOS, SOURCES, type WorldAdvertiser, type WorldSource } from './cast.ts'
import { createRandom, type Random } from '#sandbox/random.ts'

/** A standing agreement that caps are made of, day after day: who buys what from whom, and on which terms. */
export interface Deal {
  number: number
  /** As its people write it. */
  geo: string
  advertiser: WorldAdvertiser
  source: WorldSource
  /** Leads on an ordinary day. */
  size: number
  /** As its people type them; null where nobody said. */
  workingHours: string | null
  /** Whole dollars for one deposit. */
  cpa: number | null
  /** Percent. */
  crg: number | null
}

const DEAL_COUNT = 76

/** Working hours in the shapes that people write. */
const HOURS: readonly (readonly [text: string | null, weight: number])[] = [
  ['09:00-17:00', 22],
  ['10:00-19:00', 12],
  ['9-17', 8],
  ['10:00–18:00', 6],
  ['09:00-13:00, 14:00-18:00', 7],
  ['08:30-16:45', 4],
  ['12:00-24:00', 4],
  ['20:00-02:00', 3],
  ['24/7', 24],
  [null, 6],
]

export function createDeals(seed: number): Deal[] {
  const random = createRandom(seed, 'deals')
  const deals: Deal[] = []
  const keys = new Set<string>()
  while (deals.length < DEAL_COUNT) {
    const deal = createDeal(random, deals.length)
    const key = keyOfDeal(deal.geo, deal.advertiser.advertiserId, deal.source.sourceNumber)
    if (keys.has(key)) continue
    keys.add(key)
    deals.push(deal)
  }
  return deals
}

export function keyOfDeal(geo: string, advertiserId: string, sourceNumber: string): string {
  return `${foldGeo(geo)}|${advertiserId}|${sourceNumber}`
}

function createDeal(random: Random, number: number): Deal {
  const advertiser = random.pick(ADVERTISERS)
  const geo = random.weigh(GEOS)
  const hasCpa = random.chance(0.86)
  return {
    number,
    geo: geo === 'GB' ? advertiser.britain : geo,
    advertiser,
    source: random.pick(SOURCES),
    size: random.weigh([
      [random.integer(3, 9), 36],
      [random.pick([10, 12, 15]), 48],
      [random.pick([20, 25, 30]), 16],
    ]),
    workingHours: random.weigh(HOURS),
    cpa: hasCpa ? random.integer(24, 140) * 10 : null,
    crg: hasCpa && random.chance(0.75) ? random.pick([5, 6, 7, 7.5, 8, 8.25, 9, 10, 12]) : null,
  }
}
