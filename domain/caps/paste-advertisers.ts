import { foldAdvertiserId, indexFolded } from '#domain/kernel/identity.ts'
import type { PastedCap } from './paste.ts'

/** An advertiser as a spreadsheet may name it. */
export interface KnownAdvertiser {
  advertiserId: string
  name: string
}

/** Advertisers to be found by their id in any case, or by their name where only one has it. */
export interface AdvertiserIndex {
  ids: ReadonlyMap<string, KnownAdvertiser>
  findById: (id: string) => KnownAdvertiser | undefined
  /** By the name in small letters; null where several have it. */
  names: ReadonlyMap<string, KnownAdvertiser | null>
}

export function indexAdvertisers(advertisers: readonly KnownAdvertiser[]): AdvertiserIndex {
  const names = new Map<string, KnownAdvertiser | null>()
  for (const advertiser of advertisers) {
    const name = foldName(advertiser.name)
    names.set(name, names.has(name) ? null : advertiser)
  }
  const ids = new Map(advertisers.map((advertiser) => [advertiser.advertiserId, advertiser]))
  return { ids, findById: indexFolded(ids, foldAdvertiserId), names }
}

/**
 * Who buys in a pasted row. Spreadsheets often have the name where the id should be, or nothing but the name: where
 * that is the name of exactly one advertiser, it is that one. What is not known stays as it was written.
 */
export function resolveAdvertiser(draft: PastedCap, { findById, names }: AdvertiserIndex): PastedCap {
  const { advertiserId, advertiserName } = draft
  const found = findById(advertiserId) ?? names.get(foldName(advertiserId === '' ? advertiserName : advertiserId))
  return found ? { ...draft, advertiserId: found.advertiserId } : draft
}

function foldName(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
