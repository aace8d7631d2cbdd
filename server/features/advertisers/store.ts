import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'

export interface AdvertiserRow {
  id: string
  advertiserId: string
  name: string
  groupIds: string[]
}

export async function listAdvertisers(db: Database): Promise<AdvertiserRow[]> {
  const rows = await db
    .selectFrom('advertisers')
    .select((advertiser) => [
      'id',
      'advertiser_id as advertiserId',
      'name',
      jsonArrayFrom(
        advertiser
          .selectFrom('advertiser_groups')
          .select('group_id as groupId')
          .whereRef('advertiser', '=', 'advertisers.id')
          .orderBy('group_id'),
      ).as('groups'),
    ])
    .orderBy('name')
    .orderBy('advertiser_id')
    .execute()
  return rows.map(({ groups, ...row }) => ({ ...row, groupIds: groups.map((group) => group.groupId) }))
}

export async function listAdvertiserNames(
  db: Database,
  advertiserIds: readonly string[],
): Promise<Map<string, string>> {
  if (advertiserIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('advertisers')
    .select(['advertiser_id as advertiserId', 'name'])
    .where('advertiser_id', 'in', advertiserIds)
    .execute()
  return new Map(rows.map((row) => [row.advertiserId, row.name]))
}

/** Adds those whose advertiserId is not there yet. */
export async function insertAdvertisers(
  tx: Tx,
  drafts: readonly { advertiserId: string; name: string; groupIds: readonly string[] }[],
): Promise<void> {
  for (const draft of drafts) {
    const inserted = await tx
      .insertInto('advertisers')
      .values({ id: newId(), advertiser_id: draft.advertiserId, name: draft.name })
      .onConflict((conflict) => conflict.column('advertiser_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted || draft.groupIds.length === 0) continue
    const groups = draft.groupIds.map((groupId) => ({ advertiser: inserted.id, group_id: groupId }))
    await tx.insertInto('advertiser_groups').values(groups).execute()
  }
}
