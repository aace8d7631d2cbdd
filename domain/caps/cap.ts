import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, type GeoKey, type SourceNumber } from '#domain/kernel/identity.ts'

export const MAX_CAP = 1_000_000
export const MAX_CPA_DOLLARS = 1_000_000
export const MAX_CRG_PERCENT = 100
export const MAX_ID_LENGTH = 64
export const MAX_NAME_LENGTH = 200

/** What both kinds of cap have: an allowance of leads for one day, geo and source. */
export interface Cap {
  _id: string
  date: Day
  /** As it was typed, in upper case. */
  geo: string
  sourceNumber: SourceNumber
  /** Leads planned. */
  cap: number
  /** Leads delivered: those with the cap's key, whatever their status. */
  actualCount: number
  /** Normalised windows (`domain/hours`); null when always on or unknown. */
  workingHours: string | null
  alwaysOn: boolean
  /** Dollars for one deposit. */
  cpa: Cents | null
  /** Guaranteed conversion rate. */
  crg: BasisPoints | null
  createdBy: string
  /** Moves by one with each change; a write that names an older one is refused. */
  version: number
}

/** Sold to an advertiser (broker). */
export interface BrokerCap extends Cap {
  advertiserId: string
  advertiserName: string | null
}

/** What makes a broker cap the only one of its kind: a second one on the same key is refused. */
export interface BrokerCapKey {
  date: Day
  geo: GeoKey
  advertiserId: string
  sourceNumber: SourceNumber
}

export function brokerCapKeyOf(cap: Pick<BrokerCap, 'date' | 'geo' | 'advertiserId' | 'sourceNumber'>): BrokerCapKey {
  return { date: cap.date, geo: foldGeo(cap.geo), advertiserId: cap.advertiserId, sourceNumber: cap.sourceNumber }
}

/** What a cap is called in a sentence, `DE / source 44`. */
export function describeCap(cap: Pick<Cap, 'geo' | 'sourceNumber'>): string {
  return `${cap.geo} / source ${cap.sourceNumber}`
}
