import type { Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { compareByAge, findConversions, PlacedConversions } from './conversions.ts'
import { settleElsewhere, type DealElsewhere } from './elsewhere.ts'
import { NOTHING } from './money.ts'
import { formatPlace, formatRow, placeOfDeal, placeOfLead, type Deal, type Place, type PayoutDeposit } from './rows.ts'
import type { PayoutTerms } from './terms.ts'

/**
 * A deposit that belongs to no deal of the report, with its place. A text is empty if neither the deposit nor its lead
 * names it.
 */
export interface OutOfDeal {
  place: Place
  deposit: PayoutDeposit
  /** As reported, or as settled with its deal of other days. */
  payout: Cents
  /** It counts as reported, but nothing was reported. */
  isUnpriced: boolean
  /** Whether it was settled with the guarantee of its deal, which is not in the range. */
  isTied: boolean
}

/** Every deposit of the range, in exactly one of these lists. */
export interface Placement {
  /** Conversions of leads with a deal of the report. The lead's fate decides whether they are inside or outside. */
  conversions: PlacedConversions
  /** By the deal's `formatPlace`. */
  unmatched: Map<string, PayoutDeposit[]>
  outOfDeal: OutOfDeal[]
  /** Conversions before the range, which are not deposits of the report. */
  earlier: PlacedConversions
}

export interface DepositInput {
  /**
   * The deposits of the range, and every other deposit of their leads, which are needed to know the conversion. If
   * earlier leads are settled, also all deposits of the leads of the deals elsewhere, and of the range's own leads
   * before the range.
   */
  deposits: readonly PayoutDeposit[]
  /** Deals of other days that conversions of the range belong to; needed if earlier leads are settled. */
  elsewhere: readonly DealElsewhere[]
}

export type PlacementRules = PayoutTerms & { zone: Zone; range: DayRange }

/** Decides the deal of each deposit of the range (docs/rules.md, Payout report 3 and 4). */
export function placeDeposits(
  rules: PlacementRules,
  deals: readonly Deal[],
  { deposits, elsewhere }: DepositInput,
): Placement {
  const { zone, range } = rules
  const dealsByPlace = new Set(deals.map((deal) => formatPlace(placeOfDeal(deal))))
  const conversions = findConversions(deposits)
  const isSettled = rules.earlierLeads === 'settled'
  const settlements = settleElsewhere(isSettled ? elsewhere : [], conversions, rules)
  const placement: Placement = {
    conversions: new PlacedConversions(),
    unmatched: new Map(),
    outOfDeal: [],
    earlier: new PlacedConversions(),
  }
  for (const deposit of deposits.toSorted(compareByAge)) {
    const day = zone.dayOf(deposit.createdAt)
    if (day > range.end) continue
    const { lead } = deposit
    const converted = lead && conversions.of(lead) === deposit ? lead : null
    if (day < range.start) {
      if (converted && isSettled) placement.earlier.add(formatPlace(placeOfLead(converted, zone)), converted, deposit)
      continue
    }
    const place = placeOfDeposit(deposit, day)
    const key = formatPlace(place)
    const settlement = settlements.get(formatRow(deposit))
    const ofDeal = converted ? formatPlace(placeOfLead(converted, zone)) : ''
    if (converted && dealsByPlace.has(ofDeal)) {
      placement.conversions.add(ofDeal, converted, deposit)
    } else if (!lead && dealsByPlace.has(key)) {
      const beside = placement.unmatched.get(key)
      if (beside) beside.push(deposit)
      else placement.unmatched.set(key, [deposit])
    } else if (settlement) {
      const { payout, isUnpriced, isTied } = settlement
      placement.outOfDeal.push({ place: normalize(settlement.place, day), deposit, payout, isUnpriced, isTied })
    } else {
      const { payout } = deposit
      const isUnpriced = payout === null
      placement.outOfDeal.push({ place, deposit, payout: payout ?? NOTHING, isUnpriced, isTied: false })
    }
  }
  return placement
}

function placeOfDeposit({ lead, ...deposit }: PayoutDeposit, day: Day): Place {
  const place = {
    geo: deposit.geo ?? lead?.geo ?? '',
    advertiserId: deposit.advertiserId ?? lead?.advertiserId ?? '',
    sourceNumber: deposit.sourceNumber ?? lead?.sourceNumber ?? '',
  }
  return normalize(place, day)
}

function normalize({ geo, advertiserId, sourceNumber }: Omit<Place, 'day'>, day: Day): Place {
  return { day, geo: foldGeo(geo), advertiserId, sourceNumber: foldSource(sourceNumber) }
}
