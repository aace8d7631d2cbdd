import type { Day } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { PlannedCap } from './caps.ts'
import { ADVERTISERS, GEOS, SOURCES } from './cast.ts'
import { pickInstant, readHours } from './day-curve.ts'
import { keyOfDeal, type Deal } from './deals.ts'
import { createDeposits, type DepositLife } from './deposits.ts'
import { misspellGeo, misspellSource, pickEmail } from './typing.ts'
import { createRandom, type Random } from '#sandbox/random.ts'
import { pickJourney, spellStatus } from './statuses.ts'

/** A lead and all that will ever become of it. */
export interface LeadLife {
  id: string
  createdAt: Instant
  advertiserId: string
  advertiserName: string | null
  sourceName: string | null
  email: string | null
  isTest: boolean
  /** Whether the API gives `updatedAt` before anything has changed. */
  namesFirstChange: boolean
  /** Never empty, oldest first, each at an instant of its own; the first is the lead's arrival. */
  steps: LeadStep[]
  deposits: DepositLife[]
}

/** A lead from one instant on. */
export interface LeadStep {
  at: Instant
  status: string | null
  geo: string
  sourceNumber: string
}

interface LeadsContext {
  seed: number
  zone: Zone
}

type Kind = 'ordinary' | 'test' | 'test by status'

/** How much of its cap a deal is sent, in percent. */
const FILLS: readonly (readonly [from: number, to: number, weight: number])[] = [
  [0, 0, 6],
  [15, 65, 28],
  [70, 99, 36],
  [100, 100, 18],
  [105, 140, 12],
]

/** Every lead that a day will ever have, in the order of their ids, which is not the order of their arrival. */
export function createLeads(context: LeadsContext, planned: readonly PlannedCap[], day: Day): LeadLife[] {
  const random = createRandom(context.seed, 'leads', day)
  const deals = [...planned.flatMap((cap) => fillCap(random, cap)), ...pickUnplanned(random, planned)]
  const testers = planned.length === 0 ? [] : Array.from({ length: random.integer(5, 10) }, () => random.pick(planned))
  const leads: LeadLife[] = []
  const add = (deal: Deal, kind: Kind) => {
    const id = `${day.replaceAll('-', '').slice(2)}-${leads.length.toString().padStart(4, '0')}`
    const earlier = leads.length > 0 && random.chance(0.02) ? random.pick(leads).email : null
    const email = earlier ?? pickEmail(random)
    leads.push(
      createLead(random, { id, deal, kind, email, arrive: () => pickArrival(random, context.zone, day, deal) }),
    )
  }
  for (const deal of deals) add(deal, 'ordinary')
  for (const { deal } of testers) add(deal, random.chance(0.7) ? 'test' : 'test by status')
  return leads
}

function fillCap(random: Random, { deal, draft }: PlannedCap): Deal[] {
  const [from, to] = random.weigh(FILLS.map(([first, last, weight]) => [[first, last] as const, weight] as const))
  const extra = draft.cap === 0 && random.chance(0.3) ? random.integer(1, 2) : 0
  return Array.from({ length: Math.round((draft.cap * random.integer(from, to)) / 100) + extra }, () => deal)
}

/** Leads that came although no cap plans them. */
function pickUnplanned(random: Random, planned: readonly PlannedCap[]): Deal[] {
  const keys = new Set(planned.map(({ draft }) => keyOfDeal(draft.geo, draft.advertiserId, draft.sourceNumber)))
  const deals: Deal[] = []
  const count = random.integer(12, 28)
  while (deals.length < count) {
    const [advertiser, source, geo] = [random.pick(ADVERTISERS), random.pick(SOURCES), random.weigh(GEOS)]
    if (keys.has(keyOfDeal(geo, advertiser.advertiserId, source.sourceNumber))) continue
    const deal = { number: -1, geo, advertiser, source, size: 0, workingHours: null, cpa: null, crg: null }
    deals.push(...Array.from({ length: random.integer(1, 3) }, () => deal))
  }
  return deals
}

/** Within the hours of the deal, as a rule. */
function pickArrival(random: Random, zone: Zone, day: Day, { workingHours }: Deal): Instant {
  const inHours = random.chance(0.93)
  return pickInstant(random, zone, day, readHours(inHours ? workingHours : null))
}

interface LeadPlan {
  id: string
  deal: Deal
  kind: Kind
  email: string
  /** Asked once, before anything else of the lead is drawn. */
  arrive: () => Instant
}

export function createLead(random: Random, plan: LeadPlan): LeadLife {
  const { id, deal, kind } = plan
  const createdAt = plan.arrive()
  const email = random.chance(0.05) ? null : plan.email
  const geo = misspellGeo(random, deal.geo)
  const sourceNumber = misspellSource(random, deal.source.sourceNumber)
  const deposits =
    kind === 'ordinary' && converts(random, deal)
      ? createDeposits(random, { id, createdAt, email, geo, sourceNumber, deal })
      : []
  const statuses = kind === 'ordinary' ? liveOn(random, deal, createdAt, deposits) : [{ at: createdAt, status: 'Test' }]
  if (kind === 'test by status') statuses.push({ at: addMilliseconds(createdAt, HOUR), status: 'Test lead' })
  return {
    id,
    createdAt,
    advertiserId: deal.advertiser.advertiserId,
    advertiserName: random.chance(0.9) ? deal.advertiser.name : null,
    sourceName: random.chance(0.8) ? deal.source.name : null,
    email: kind === 'ordinary' ? email : `test+${id}@example.com`,
    isTest: kind === 'test',
    namesFirstChange: random.chance(0.85),
    steps: correct(
      random,
      statuses.map(({ at, status }) => ({ at, status, geo, sourceNumber })),
    ),
    deposits,
  }
}

function converts(random: Random, deal: Deal): boolean {
  return random.chance(((deal.crg ?? 6) * random.integer(50, 150)) / 10_000)
}

interface StatusStep {
  at: Instant
  status: string | null
}

/** What becomes of a lead over the days; a deposit ends it. */
function liveOn(random: Random, deal: Deal, createdAt: Instant, deposits: readonly DepositLife[]): StatusStep[] {
  const steps: StatusStep[] = []
  let at = createdAt
  for (const status of pickJourney(random, deposits.length > 0)) {
    steps.push({ at, status: status === null ? null : spellStatus(status, deal.advertiser.spelling) })
    at = addMilliseconds(at, steps.length === 1 ? random.integer(2 * MINUTE, 6 * HOUR) : random.integer(HOUR, 2 * DAY))
  }
  const paidAt = deposits[0]?.steps[0]?.at
  if (paidAt === undefined) return steps
  const deposited = { at: paidAt, status: spellStatus('Deposit', deal.advertiser.spelling) }
  return [...steps.filter((step) => step.at < paidAt), deposited]
}

/** One lead in a hundred turns out to be from elsewhere, or from somebody else, with a later step. */
function correct(random: Random, steps: LeadStep[]): LeadStep[] {
  const last = steps.at(-1)
  if (!last || !random.chance(0.01)) return steps
  const at = addMilliseconds(last.at, random.integer(10 * MINUTE, DAY))
  const change = random.chance(0.6) ? { geo: random.weigh(GEOS) } : { sourceNumber: random.pick(SOURCES).sourceNumber }
  return [...steps, { ...last, at, ...change }]
}
