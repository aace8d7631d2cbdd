import { centsFromDollars, type Cents } from '#domain/kernel/cents.ts'
import { addMilliseconds, DAY, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { Deal } from './deals.ts'
import type { Random } from '#sandbox/random.ts'

/** A deposit and what becomes of it. The API shows it from the first step's instant on, often after its own. */
export interface DepositLife {
  id: string
  createdAt: Instant
  leadId: string | null
  email: string | null
  /** What the deposit itself names. */
  geo: string | null
  sourceNumber: string | null
  advertiserId: string | null
  /** Never empty, oldest first. `undefined` leaves the field out, as some systems do where nothing is reported. */
  steps: { at: Instant; payout: Cents | null | undefined }[]
}

/** What a deposit takes from its lead. */
interface DepositingLead {
  id: string
  createdAt: Instant
  email: string | null
  geo: string
  sourceNumber: string
  deal: Deal
}

/** The latest that a first deposit comes after its lead. */
const LATEST_DEPOSIT = 20 * DAY

/** How long the first deposit takes: minutes for some, weeks for others. */
const DELAYS: readonly (readonly [from: number, to: number, weight: number])[] = [
  [4 * MINUTE, HOUR, 22],
  [HOUR, 6 * HOUR, 26],
  [6 * HOUR, DAY, 22],
  [DAY, 5 * DAY, 20],
  [5 * DAY, LATEST_DEPOSIT, 10],
]

/** The deposits of a lead that converts, oldest first. */
export function createDeposits(random: Random, lead: DepositingLead): DepositLife[] {
  const count = random.weigh([
    [1, 88],
    [2, 9],
    [3, 3],
  ])
  const deposits: DepositLife[] = []
  let at = addMilliseconds(lead.createdAt, pickDelay(random))
  for (let number = 1; number <= count; number += 1) {
    deposits.push(createDeposit(random, lead, `${lead.id}-d${number}`, at))
    at = addMilliseconds(at, random.integer(HOUR, 6 * DAY))
  }
  return deposits
}

function pickDelay(random: Random): number {
  const [from, to] = random.weigh(DELAYS.map(([first, last, weight]) => [[first, last] as const, weight] as const))
  return random.integer(from, to)
}

function createDeposit(random: Random, lead: DepositingLead, id: string, createdAt: Instant): DepositLife {
  const names = random.chance(0.6)
  return {
    id,
    createdAt,
    ...linkTo(random, lead, id),
    geo: names ? lead.geo : null,
    sourceNumber: names ? lead.sourceNumber : null,
    advertiserId: names ? lead.deal.advertiser.advertiserId : null,
    steps: reportPayout(random, lead.deal, createdAt),
  }
}

/** Most deposits name their lead; some name an e-mail only, a few a lead that nobody knows. */
function linkTo(random: Random, lead: DepositingLead, id: string): Pick<DepositLife, 'leadId' | 'email'> {
  const kind = random.weigh([
    ['lead', 60],
    ['both', 31],
    ['email', 6],
    ['unknown lead', 2],
    ['stranger', 1],
  ])
  if (kind === 'stranger') return { leadId: null, email: `guest.${id}@example.net` }
  if (kind === 'lead' || lead.email === null) return { leadId: lead.id, email: null }
  if (kind === 'both') return { leadId: lead.id, email: lead.email }
  return { leadId: kind === 'email' ? null : `crm-${lead.id}`, email: lead.email.toUpperCase() }
}

/** When the payout shows: at once, later, or never. */
function reportPayout(random: Random, deal: Deal, createdAt: Instant): DepositLife['steps'] {
  const at = addMilliseconds(createdAt, random.chance(0.5) ? 0 : random.integer(MINUTE, 3 * HOUR))
  const payout = centsFromDollars(random.chance(0.9) && deal.cpa !== null ? deal.cpa : random.integer(30, 130) * 10)
  const reported = random.weigh([
    ['at once', 90],
    ['later', 4],
    ['never', 6],
  ])
  if (reported === 'at once') return [{ at, payout }]
  const missing = { at, payout: random.chance(0.5) ? null : undefined }
  if (reported === 'never') return [missing]
  return [missing, { at: addMilliseconds(at, random.integer(HOUR, 3 * DAY)), payout }]
}
