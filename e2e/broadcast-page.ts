import { newId } from '#platform/db/ids.ts'
import type { TestCapline } from '#testing/capline.ts'

export const SOLAR = -1_000_910_001
export const CLOSED = -1_000_910_002

/** Three advertisers: one with a chat, one whose chat the bot was removed from, one without. */
export async function plantAdvertisers(capline: TestCapline): Promise<void> {
  capline.telegram.plant({
    groups: [
      { id: SOLAR, title: 'Solar' },
      { id: CLOSED, title: 'Closed' },
    ],
  })
  capline.telegram.setBotStatus(CLOSED, 'kicked')
  await plantAdvertiser(capline, 'B-1', 'Nord & <Co>', SOLAR)
  await plantAdvertiser(capline, 'B-2', 'Closed Co', CLOSED)
  await plantAdvertiser(capline, 'B-3', 'Quiet Co', null)
}

async function plantAdvertiser(capline: TestCapline, key: string, name: string, groupId: number | null): Promise<void> {
  const id = newId()
  await capline.db.insertInto('advertisers').values({ id, advertiser_id: key, name }).execute()
  if (groupId === null) return
  await capline.db
    .insertInto('advertiser_groups')
    .values({ advertiser: id, group_id: String(groupId) })
    .execute()
}
