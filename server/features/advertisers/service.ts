import type { Database, Tx } from '#platform/db/database.ts'
import { insertAdvertisers, listAdvertiserNames, listAdvertisers, type AdvertiserRow } from './store.ts'

export async function readAdvertisers(db: Database): Promise<AdvertiserRow[]> {
  return listAdvertisers(db)
}

/** The names of the registered ones among these ids. */
export async function readAdvertiserNames(
  db: Database,
  advertiserIds: readonly string[],
): Promise<Map<string, string>> {
  return listAdvertiserNames(db, advertiserIds)
}

/** Registers those that are not yet; the others stay as they are. */
export async function registerAdvertisers(
  tx: Tx,
  drafts: readonly { advertiserId: string; name: string; groupIds: readonly string[] }[],
): Promise<void> {
  await insertAdvertisers(tx, drafts)
}
