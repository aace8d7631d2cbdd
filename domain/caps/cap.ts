import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource, type GeoKey, type SourceNumber } from '#domain/kernel/identity.ts'
import type { CapFields, TermField } from './fields.ts'
import { takeShare, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'

export { CAP_KINDS, type CapKind } from '#domain/kernel/cap-kind.ts'

/** In leads. */
export const MAX_CAP = 1_000_000
export const MAX_CPA_DOLLARS = 1_000_000
export const MAX_CRG_PERCENT = 100
/** Lengths in characters. */
export const MAX_ID_LENGTH = 64
export const MAX_NAME_LENGTH = 200

/** The terms that people set for both kinds of cap: an allowance of leads for one day, geo and source. */
export type CapTerms = Pick<CapFields, 'date' | 'geo' | 'sourceNumber' | TermField>

/**
 * A stored cap: leads sold to an advertiser (`broker`), or bought from a source (`affiliate`, without an advertiser).
 */
export interface Cap extends CapFields {
  kind: CapKind
  _id: string
  /** Leads delivered: those with the cap's key, whatever their status. */
  actualCount: number
  /** Goes up by one with each change. A write with an older version is refused. */
  version: number
}

/** The unique key of a cap: a second cap with the same key is refused. */
export interface CapKey {
  kind: CapKind
  date: Day
  geo: GeoKey
  advertiserId: string | null
  sourceNumber: SourceNumber
}

export function capKeyOf(cap: Pick<Cap, 'kind' | 'date' | 'geo' | 'advertiserId' | 'sourceNumber'>): CapKey {
  const { kind, date, advertiserId, sourceNumber } = cap
  return { kind, date, geo: foldGeo(cap.geo), advertiserId, sourceNumber }
}

/** A key as one text, for looking caps up. */
export function formatCapKey({ kind, date, geo, advertiserId, sourceNumber }: CapKey): string {
  return JSON.stringify([kind, date, geo, advertiserId, sourceNumber])
}

/**
 * The place of a cap: its key without kind and day, as one text. Caps of two days with the same place are counterparts.
 */
export function placeOf(cap: { geo: string; advertiserId?: string | null; sourceNumber: string }): string {
  return JSON.stringify([foldGeo(cap.geo), cap.advertiserId?.trim() || null, foldSource(cap.sourceNumber)])
}

/** The name of a place, or of all places that have what is named: `DE / B-7 / source 44`. */
export function describePlace(place: { geo: string | null; advertiserId: string | null; sourceNumber: string | null }) {
  const { geo, advertiserId, sourceNumber } = place
  const parts = [geo, advertiserId, sourceNumber === null ? null : `source ${sourceNumber}`]
  return parts.filter((part) => part !== null).join(' / ')
}

/** The name of a cap in a sentence, `DE / source 44`. */
export function describeCap(cap: Pick<Cap, 'geo' | 'sourceNumber'>): string {
  return `${cap.geo} / source ${cap.sourceNumber}`
}

/**
 * Expected price of one lead, `cpa * crg / 100`: EPL on a broker cap, CPL on an affiliate cap. Null if a term is
 * missing.
 */
export function computeLeadPrice(terms: { cpa: Cents | null; crg: BasisPoints | null }): Cents | null {
  return terms.cpa === null || terms.crg === null ? null : takeShare(terms.cpa, terms.crg)
}
