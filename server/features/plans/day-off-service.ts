import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { indexDaysOff, type DayOff, type DayOffDraft } from '#domain/plans/days-off.ts'
import type { Member } from '#domain/team/member.ts'
import { actorOf, recordBatch } from '#server/features/history/service.ts'
import { readPartnerFinder } from '#server/features/partners/service.ts'
import { readToday } from '#server/features/settings/service.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { deleteDayOff, insertDayOff, listDaysOff } from './day-off-store.ts'
import { makeDays, type PlanDeps } from './make-service.ts'
import { listPlansFrom, lockPlans } from './store.ts'

export type DayOffRefusal =
  /** `index` is its place among those that are saved together. */
  | { reason: 'day-off.exists'; index: number }
  | { reason: 'day-off.not-found' }
  | { reason: 'day-off.unknown-advertiser'; index: number; advertiserId: string }

export async function readDaysOff(db: Database): Promise<DayOff[]> {
  return listDaysOff(db)
}

/** What the days of a span are to geos and advertisers, a row for each day off. */
export async function readDaysOffOf(
  db: Database,
  span: { start: Day; end: Day },
): Promise<(Pick<DayOff, 'side' | 'key' | 'effect' | 'number' | 'name'> & { day: Day })[]> {
  const all = await listDaysOff(db)
  const find = indexDaysOff(all)
  const subjects = [...new Map(all.map((one) => [`${one.side} ${one.key}`, one])).values()]
  return daysOf(span).flatMap((day) =>
    subjects.flatMap(({ side, key }) => {
      const found = find(side === 'geo' ? { geo: key, advertiserId: null } : { geo: '', advertiserId: key }, day)
      if (!found) return []
      const { effect, number, name } = found
      return [{ day, side, key, effect, number, name }]
    }),
  )
}

/** Adds days off in one commit; plans follow, where nobody changed their caps. */
export async function addDaysOff(
  deps: PlanDeps,
  actor: Member,
  drafts: readonly DayOffDraft[],
): Promise<Result<DayOff[], DayOffRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const added: DayOff[] = []
    for (const [index, draft] of drafts.entries()) {
      const key = await keyOf(tx, draft)
      if (key === null) return refuse({ reason: 'day-off.unknown-advertiser', index, advertiserId: draft.key })
      const dayOff = { ...draft, key, _id: newId() }
      if (!(await insertDayOff(tx, dayOff))) return refuse({ reason: 'day-off.exists', index })
      added.push(dayOff)
    }
    await record(
      tx,
      deps,
      actor,
      added.map((after) => ({ before: null, after })),
    )
    return accept(added)
  })
}

export async function removeDayOff(deps: PlanDeps, actor: Member, id: string): Promise<Result<DayOff, DayOffRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const before = (await listDaysOff(tx)).find(({ _id }) => _id === id)
    if (!before) return refuse({ reason: 'day-off.not-found' })
    await deleteDayOff(tx, id)
    await record(tx, deps, actor, [{ before, after: null }])
    return accept(before)
  })
}

async function record(
  tx: Tx,
  deps: PlanDeps,
  actor: Member,
  edits: readonly { before: DayOff | null; after: DayOff | null }[],
): Promise<void> {
  const changes = edits.map(({ before, after }) => {
    const action = after ? 'day-off.added' : 'day-off.deleted'
    return { action, subject: 'day-off', subjectId: (after ?? before)?._id ?? '', days: [], before, after }
  })
  await recordBatch(tx, deps.clock, { actor: actorOf(actor), changes })
  await announce(tx, { topic: 'plans', days: null })
  await makeDays(tx, deps, await listPlansFrom(tx, await readToday({ db: tx, clock: deps.clock })))
}

/** As days off are looked up; null where nobody has registered the advertiser. */
async function keyOf(tx: Tx, { side, key }: DayOffDraft): Promise<string | null> {
  if (side === 'geo') return foldGeo(key)
  return (await readPartnerFinder(tx, 'advertiser', [key]))(key)?.key ?? null
}
