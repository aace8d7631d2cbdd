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

/** A deposit that no deal of the report pays for, where it came. Where neither it nor its lead says, texts are empty. */
export interface OutOfDeal {
  place: Place
  deposit: PayoutDeposit
  /** As reported, or as settled against its deal of other days. */
  payout: Cents
  /** It counts as it was reported, and nothing was. */
  isUnpriced: boolean
  /** It was settled with the guarantee of its deal, which its range does not have. */
  isTied: boolean
}

/** Every deposit of the range, in exactly one of these. */
export interface Placement {
  /** Of leads with a deal of the report; the lead's fate decides in or outside. */
  conversions: PlacedConversions
  /** By the deal's `formatPlace`. */
  unmatched: Map<string, PayoutDeposit[]>
  outOfDeal: OutOfDeal[]
  /** Conversions before the range, which are none of its deposits. */
  earlier: PlacedConversions
}

export interface DepositInput {
  /**
   * Those of the range, and every other deposit of their leads: which of them is the conversion must be known. Where
   * they are settled, also all deposits of the leads of the deals elsewhere, and those before the range of its own.
   */
  deposits: readonly PayoutDeposit[]
  /** Deals of other days to which conversions of the range belong; needed where they are settled. */
  elsewhere: readonly DealElsewhere[]
}

export type PlacementRules = PayoutTerms & { zone: Zone; range: DayRange }

/** Decides which deal each deposit of the range belongs to (docs/rules.md, Payout report 3 and 4). */
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
