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

/** What people set of both kinds of cap: an allowance of leads for one day, geo and source. */
export type CapTerms = Pick<CapFields, 'date' | 'geo' | 'sourceNumber' | TermField>

/** A cap as it stands: leads sold to an advertiser (`broker`), or bought from a source (`affiliate`, without an advertiser). */
export interface Cap extends CapFields {
  kind: CapKind
  _id: string
  /** Leads delivered: those with the cap's key, whatever their status. */
  actualCount: number
  /** Moves by one with each change; a write that names an older one is refused. */
  version: number
}

/** What makes a cap the only one of its kind: a second one on the same key is refused. */
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

/** A key as one text, to look caps up by. */
export function formatCapKey({ kind, date, geo, advertiserId, sourceNumber }: CapKey): string {
  return JSON.stringify([kind, date, geo, advertiserId, sourceNumber])
}

/**
 * What a cap of a kind is for, on whatever day: its key without kind and day, as one text. Caps of two days with the
 * same place are each other's counterparts.
 */
export function placeOf(cap: { geo: string; advertiserId?: string | null; sourceNumber: string }): string {
  return JSON.stringify([foldGeo(cap.geo), cap.advertiserId?.trim() || null, foldSource(cap.sourceNumber)])
}

/** What a cap is called in a sentence, `DE / source 44`. */
export function describeCap(cap: Pick<Cap, 'geo' | 'sourceNumber'>): string {
  return `${cap.geo} / source ${cap.sourceNumber}`
}

/** Expected price of one lead, `cpa * crg / 100`: EPL on a broker cap, CPL on an affiliate cap. Null where a term is missing. */
export function computeLeadPrice(terms: { cpa: Cents | null; crg: BasisPoints | null }): Cents | null {
  return terms.cpa === null || terms.crg === null ? null : takeShare(terms.cpa, terms.crg)
}
