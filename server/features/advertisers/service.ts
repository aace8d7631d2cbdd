import type { Database, Tx } from '#platform/db/database.ts'
import { findAdvertiserName, insertAdvertisers, listAdvertisers, type AdvertiserRow } from './store.ts'

export async function readAdvertisers(db: Database): Promise<AdvertiserRow[]> {
  return listAdvertisers(db)
}

/** The name of a registered advertiser, or null where none has this id. */
export async function readAdvertiserName(db: Database, advertiserId: string): Promise<string | null> {
  return findAdvertiserName(db, advertiserId)
}

/** Registers those that are not yet; the others stay as they are. */
export async function registerAdvertisers(
  tx: Tx,
  drafts: readonly { advertiserId: string; name: string; groupIds: readonly string[] }[],
): Promise<void> {
  await insertAdvertisers(tx, drafts)
}
