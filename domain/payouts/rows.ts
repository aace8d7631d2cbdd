import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { PausedSpan } from '#domain/hours/paused-time.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'

/** A broker cap in a payout report, with its terms. */
export interface Deal {
  capId: string
  date: Day
  geo: string
  advertiserId: string
  advertiserName: string | null
  sourceNumber: string
  /** The most leads that are paid for. */
  cap: number
  /** Normalised windows (`domain/hours`); null when always on or unknown. */
  workingHours: string | null
  alwaysOn: boolean
  /** The times in which its traffic was stopped. */
  pauses: readonly PausedSpan[]
  cpa: Cents | null
  crg: BasisPoints | null
  /** The price of the affiliate cap of its day, geo and source; null if there is none, or it has no CPA. */
  affiliatePrice: Price | null
}

/** The pay for one conversion, and the guaranteed rate. */
export interface Price {
  cpa: Cents | null
  crg: BasisPoints | null
}

/** A lead with the fields that matter for its pay. `id` is unique within its connector. */
export interface PayoutLead {
  connector: string
  id: string
  createdAt: Instant
  geo: string
  advertiserId: string
  sourceNumber: string
  email: string | null
  /** As sent. */
  status: string | null
}

/** The lead of a deposit, which decides where the deposit counts. */
export type LeadOfDeposit = Omit<PayoutLead, 'email' | 'status'>

/** A deposit with its lead. A field that the deposit does not name comes from its lead. */
export interface PayoutDeposit {
  connector: string
  id: string
  /** Null if no lead is known. */
  lead: LeadOfDeposit | null
  email: string | null
  createdAt: Instant
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
  /** As reported; null if nothing was reported, which is not 0. */
  payout: Cents | null
}

/** The place of a deal, a lead or a deposit. */
export interface Place {
  day: Day
  geo: string
  advertiserId: string
  sourceNumber: string
}

/** The separator of the parts of a key. No stored text contains it. */
const GAP = '\0'

/** A place as one text, for looking deals up. Spellings of a geo and a source make no difference. */
export function formatPlace({ day, geo, advertiserId, sourceNumber }: Place): string {
  return day + GAP + foldGeo(geo) + GAP + advertiserId + GAP + foldSource(sourceNumber)
}

export function placeOfDeal({
  date,
  geo,
  advertiserId,
  sourceNumber,
}: Pick<Deal, 'date' | 'geo' | 'advertiserId' | 'sourceNumber'>): Place {
  return { day: date, geo, advertiserId, sourceNumber }
}

export function placeOfLead({ createdAt, geo, advertiserId, sourceNumber }: LeadOfDeposit, zone: Zone): Place {
  return { day: zone.dayOf(createdAt), geo, advertiserId, sourceNumber }
}

/** A lead or a deposit as one text, because ids are unique only within their connector. */
export function formatRow({ connector, id }: { connector: string; id: string }): string {
  return connector + GAP + id
}
