import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { BrokerCap, Cap, CapKind } from './cap.ts'

/** A cap of either kind, as the lists of its kind hold it: a broker cap has an advertiser, an affiliate cap has none. */
export interface ListedCap extends Cap {
  advertiserId?: string | null
  advertiserName?: string | null
}

export function isBrokerCap(cap: ListedCap): cap is BrokerCap {
  return typeof cap.advertiserId === 'string'
}

export function kindOf(cap: ListedCap): CapKind {
  return isBrokerCap(cap) ? 'broker' : 'affiliate'
}

/**
 * What a cap of a kind is for, on whatever day: its key without kind and day, as one text. Caps of two days with the
 * same slot are each other's counterparts.
 */
export function slotOf(cap: { geo: string; advertiserId?: string | null; sourceNumber: string }): string {
  return JSON.stringify([foldGeo(cap.geo), cap.advertiserId?.trim() || null, foldSource(cap.sourceNumber)])
}
