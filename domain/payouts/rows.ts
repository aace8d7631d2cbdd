import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { PausedSpan } from '#domain/hours/paused-time.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'

/** A broker cap as the payout report sees it: its terms. */
export interface Deal {
  capId: string
  date: Day
  geo: string
  advertiserId: string
  advertiserName: string | null
  sourceNumber: string
  /** Leads that are paid for at most. */
  cap: number
  /** Normalised windows (`domain/hours`); null when always on or unknown. */
  workingHours: string | null
  alwaysOn: boolean
  /** When its traffic was stopped. */
  pauses: readonly PausedSpan[]
  cpa: Cents | null
  crg: BasisPoints | null
  /** Of the affiliate cap of its day, geo and source; null where there is none, or it has no CPA. */
  affiliatePrice: Price | null
}

/** What is paid for one conversion, and the rate that is guaranteed. */
export interface Price {
  cpa: Cents | null
  crg: BasisPoints | null
}

/** A lead as far as it is paid for. `id` is unique within its connector. */
export interface PayoutLead {
  connector: string
  id: string
  createdAt: Instant
  geo: string
  advertiserId: string
  sourceNumber: string
  email: string | null
  /** As it was sent. */
  status: string | null
}

/** The lead that a deposit belongs to: where the deposit counts. */
export type LeadOfDeposit = Omit<PayoutLead, 'email' | 'status'>

/** A deposit with its lead; what the deposit does not name is its lead's. */
export interface PayoutDeposit {
  connector: string
  id: string
  /** Null where no lead is known. */
  lead: LeadOfDeposit | null
  email: string | null
  createdAt: Instant
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
  /** As it was reported; null: nothing was, which is not 0. */
  payout: Cents | null
}

/** Where a deal, a lead or a deposit belongs. */
export interface Place {
  day: Day
  geo: string
  advertiserId: string
  sourceNumber: string
}

/** Between the parts of a key: no text that was stored has it. */
const GAP = '\0'

/** A place as one text, to look deals up by: how a geo and a source are written makes no difference. */
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

/** A lead or a deposit as one text: ids are unique within their connector only. */
export function formatRow({ connector, id }: { connector: string; id: string }): string {
  return connector + GAP + id
}
