import { foldAdvertiserId, indexFolded } from '#domain/kernel/identity.ts'
import type { PastedCap } from './paste.ts'

/** An advertiser that a spreadsheet may name. */
export interface KnownAdvertiser {
  advertiserId: string
  name: string
}

/** Advertisers by id in any case, or by name if only one has the name. */
export interface AdvertiserIndex {
  ids: ReadonlyMap<string, KnownAdvertiser>
  findById: (id: string) => KnownAdvertiser | undefined
  /** By the name in small letters; null if several have it. */
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
 * The advertiser of a pasted row. Spreadsheets often have the name in the id column, or only a name. If exactly one
 * advertiser has that name, it is meant. An unknown advertiser stays as written.
 */
export function resolveAdvertiser(draft: PastedCap, { findById, names }: AdvertiserIndex): PastedCap {
  const { advertiserId, advertiserName } = draft
  const found = findById(advertiserId) ?? names.get(foldName(advertiserId === '' ? advertiserName : advertiserId))
  return found ? { ...draft, advertiserId: found.advertiserId } : draft
}

function foldName(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
