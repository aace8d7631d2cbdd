import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, type GeoKey, type SourceNumber } from '#domain/kernel/identity.ts'

export { CAP_KINDS, type CapKind } from '#domain/kernel/cap-kind.ts'

/** In leads. */
export const MAX_CAP = 1_000_000
export const MAX_CPA_DOLLARS = 1_000_000
export const MAX_CRG_PERCENT = 100
/** Lengths in characters. */
export const MAX_ID_LENGTH = 64
export const MAX_NAME_LENGTH = 200

/** What people set of both kinds of cap: an allowance of leads for one day, geo and source. */
export interface CapTerms {
  date: Day
  /** As it was typed, in upper case. */
  geo: string
  sourceNumber: SourceNumber
  /** Leads planned. */
  cap: number
  /** Normalised windows (`domain/hours`); null when always on or unknown. */
  workingHours: string | null
  alwaysOn: boolean
  /** Dollars for one deposit. */
  cpa: Cents | null
  /** Guaranteed conversion rate. */
  crg: BasisPoints | null
}

/** A cap as it stands; an affiliate cap is this and no more. */
export interface Cap extends CapTerms {
  _id: string
  /** Leads delivered: those with the cap's key, whatever their status. */
  actualCount: number
  createdBy: string
  /** Moves by one with each change; a write that names an older one is refused. */
  version: number
}

export type AffiliateCap = Cap

/** Sold to an advertiser (broker). */
export interface BrokerCap extends Cap {
  advertiserId: string
  advertiserName: string | null
}

/** A cap of either kind, where both are handled alike; an affiliate cap has no advertiser. */
export interface AnyCap extends Cap {
  kind: CapKind
  advertiserId: string | null
  advertiserName: string | null
}

/** What makes a cap the only one of its kind: a second one on the same key is refused. */
export interface CapKey {
  kind: CapKind
  date: Day
  geo: GeoKey
  advertiserId: string | null
  sourceNumber: SourceNumber
}

export function capKeyOf(cap: Pick<AnyCap, 'kind' | 'date' | 'geo' | 'advertiserId' | 'sourceNumber'>): CapKey {
  const { kind, date, advertiserId, sourceNumber } = cap
  return { kind, date, geo: foldGeo(cap.geo), advertiserId, sourceNumber }
}

/** A key as one text, to look caps up by. */
export function formatCapKey({ kind, date, geo, advertiserId, sourceNumber }: CapKey): string {
  return JSON.stringify([kind, date, geo, advertiserId, sourceNumber])
}

/** What a cap is called in a sentence, `DE / source 44`. */
export function describeCap(cap: Pick<Cap, 'geo' | 'sourceNumber'>): string {
  return `${cap.geo} / source ${cap.sourceNumber}`
}
