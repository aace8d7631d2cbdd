import type { NewCap } from '#domain/caps/edits.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { plantCaps } from '#server/features/caps/service.ts'
import { registerPartners, type PartnerDraft } from '#server/features/partners/service.ts'
import { addMembers, type MemberDraft } from '#server/features/team/service.ts'
import { findFirstDemoDay, findOpening, hasOthers, insertDemoDays, insertOpening } from './store.ts'

export { findFirstDemoDay as readFirstDemoDay } from './store.ts'

/** The content of a demo world. */
export interface DemoContent {
  members: readonly MemberDraft[]
  advertisers: readonly PartnerDraft[]
  publishers: readonly PartnerDraft[]
  days: readonly Day[]
  capsOf(day: Day): readonly NewCap[]
}

/** The moment at which somebody first opened the demo world here; null where it is older than this was noted. */
export async function openDemo({ db, clock }: { db: Database; clock: Clock }): Promise<Instant | null> {
  await insertOpening(db, clock.now())
  return (await findOpening(db))?.at ?? null
}

/** Whether the sandbox may use this database: everything in it came from the sandbox. */
export async function isForDemo(db: Database): Promise<boolean> {
  return (await findFirstDemoDay(db)) !== null || !(await hasOthers(db))
}

/** Adds missing content. Anything that people changed or deleted stays so. */
export async function plantDemo(deps: { db: Database; clock: Clock }, content: DemoContent): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const fresh = await insertDemoDays(tx, content.days)
    if (fresh.size === 0) return
    await addMembers(tx, content.members)
    await registerPartners(tx, 'advertiser', content.advertisers)
    await registerPartners(tx, 'publisher', content.publishers)
    for (const day of fresh) await plantCaps(tx, deps.clock, content.capsOf(day))
  })
}
