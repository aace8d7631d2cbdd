import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { attributeDeposits, compareByAge } from './attribution.ts'
import {
  formatPlace,
  formatRow,
  placeOfDeal,
  placeOfLead,
  type Deal,
  type DayRange,
  type Place,
  type PayoutDeposit,
  type PayoutLead,
} from './rows.ts'

/** A deposit that no deal pays for, where it came. Where neither it nor its lead says, the texts are empty. */
export interface OutOfDeal {
  place: Place
  deposit: PayoutDeposit
}

/** Every deposit of the range, in exactly one of these. */
export interface Placement {
  /** Conversions of leads with a deal of the report, by the lead's `formatRow`; its fate decides in or outside. */
  conversions: Map<string, PayoutDeposit>
  /** By the deal's `formatPlace`. */
  unmatched: Map<string, PayoutDeposit[]>
  outOfDeal: OutOfDeal[]
}

export interface DepositInput {
  /** The leads that the deposits may belong to, whatever their age. */
  leads: readonly PayoutLead[]
  /** Those of the range, and every other deposit of their leads: which of them is the conversion must be known. */
  deposits: readonly PayoutDeposit[]
}

/** Decides which deal each deposit of the range belongs to (docs/rules.md, Payout report 3 and 4). */
export function placeDeposits(
  { zone, range }: { zone: Zone; range: DayRange },
  deals: readonly Deal[],
  { leads, deposits }: DepositInput,
): Placement {
  const dealsByPlace = new Set(deals.map((deal) => formatPlace(placeOfDeal(deal))))
  const attributions = attributeDeposits(leads, deposits)
  const placement: Placement = { conversions: new Map(), unmatched: new Map(), outOfDeal: [] }
  for (const deposit of deposits.toSorted(compareByAge)) {
    const day = zone.dayOf(deposit.createdAt)
    if (day < range.start || day > range.end) continue
    const { lead, isConversion } = attributions.get(formatRow(deposit)) ?? { lead: null, isConversion: false }
    const place = placeOfDeposit(deposit, lead, day)
    const key = formatPlace(place)
    if (lead && isConversion && dealsByPlace.has(formatPlace(placeOfLead(lead, zone)))) {
      placement.conversions.set(formatRow(lead), deposit)
    } else if (!lead && dealsByPlace.has(key)) {
      placement.unmatched.set(key, [...(placement.unmatched.get(key) ?? []), deposit])
    } else {
      placement.outOfDeal.push({ place, deposit })
    }
  }
  return placement
}

function placeOfDeposit(deposit: PayoutDeposit, lead: PayoutLead | null, day: Day): Place {
  return {
    day,
    geo: foldGeo(deposit.geo ?? lead?.geo ?? ''),
    advertiserId: deposit.advertiserId ?? lead?.advertiserId ?? '',
    sourceNumber: foldSource(deposit.sourceNumber ?? lead?.sourceNumber ?? ''),
  }
}
