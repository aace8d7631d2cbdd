import { z } from 'zod'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Partner } from '#domain/partners/partner.ts'
import {
  DAY_OFF_EFFECTS,
  DAY_OFF_SIDES,
  indexDaysOff,
  isSameDayOff,
  type DayOff,
  type DayOffDraft,
} from '#domain/plans/days-off.ts'
import type { Member } from '#domain/team/member.ts'
import { lockPlans } from '#server/features/caps/planned-service.ts'
import {
  actorOf,
  readHistory,
  readLastBatch,
  recordBatch,
  type BatchRefusal,
  type ChangeOf,
  type Kept,
} from '#server/features/history/service.ts'
import { readAdvertiserFinder, readMeant } from '#server/features/partners/service.ts'
import { readToday } from '#server/features/settings/service.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { StoredDay } from '#platform/json.ts'
import { deleteDayOff, insertDayOff, listDaysOff } from './day-off-store.ts'
import { makeDays, type PlanDeps } from './make-service.ts'
import { listPlansFrom } from './store.ts'

export { listDaysOff as readDaysOff } from './day-off-store.ts'

export type DayOffRefusal =
  | BatchRefusal
  /** `index` says which of the days off of the commit it is. */
  | { reason: 'day-off.exists'; index: number }
  | { reason: 'day-off.not-found' }
  | { reason: 'day-off.unknown-advertiser'; index: number; advertiserId: string; meant: readonly Partner[] }

const KEPT: Kept<DayOff> = {
  subject: 'day-off',
  standing: z.object({
    _id: z.string(),
    side: z.enum(DAY_OFF_SIDES),
    key: z.string(),
    day: StoredDay,
    yearly: z.boolean(),
    effect: z.enum(DAY_OFF_EFFECTS),
    number: z.nullable(z.number()),
    name: z.string(),
  }),
}

interface DayOffEdit {
  before: DayOff | null
  after: DayOff | null
}

/** The days off in a span, one row per day and key. */
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

/** Adds days off in one commit. Plans follow, unless somebody changed their caps. */
export async function addDaysOff(
  deps: PlanDeps,
  actor: Member,
  drafts: readonly DayOffDraft[],
): Promise<Result<{ daysOff: DayOff[]; batchId: string }, DayOffRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const added: DayOff[] = []
    for (const [index, draft] of drafts.entries()) {
      const key = await keyOf(tx, draft)
      if (key === null) {
        const meant = await readMeant(tx, 'advertiser', draft.key)
        return refuse({ reason: 'day-off.unknown-advertiser', index, advertiserId: draft.key, meant })
      }
      const dayOff = { ...draft, key, _id: newId() }
      if (!(await saveDayOff(tx, dayOff))) return refuse({ reason: 'day-off.exists', index })
      added.push(dayOff)
    }
    const edits = added.map((after) => ({ before: null, after }))
    return accept({ daysOff: added, batchId: await record(tx, deps, actor, { edits }) })
  })
}

export async function removeDayOff(
  deps: PlanDeps,
  actor: Member,
  id: string,
): Promise<Result<{ batchId: string }, DayOffRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const before = (await listDaysOff(tx)).find(({ _id }) => _id === id)
    if (!before) return refuse({ reason: 'day-off.not-found' })
    await deleteDayOff(tx, id)
    return accept({ batchId: await record(tx, deps, actor, { edits: [{ before, after: null }] }) })
  })
}

/** Undoes a commit of days off if nothing of it was changed later. An undo can be undone too. */
export async function undoDaysOff(
  deps: PlanDeps,
  actor: Member,
  batchId: string,
): Promise<Result<{ batchId: string }, DayOffRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const batch = await readLastBatch(tx, KEPT, batchId)
    if (!batch.ok) return batch
    const edits = batch.value.map(({ before, after }) => ({ before: after, after: before }))
    for (const { before, after } of edits) {
      if (before) await deleteDayOff(tx, before._id)
      // Another one of its key and date may have been added since.
      if (after && !(await saveDayOff(tx, after))) return refuse({ reason: 'batch.changed-since' })
    }
    return accept({ batchId: await record(tx, deps, actor, { edits, undoes: batchId }) })
  })
}

/** Adds a day off under the lock of plans; false if one for its key and date exists, be it of every year. */
async function saveDayOff(tx: Tx, dayOff: DayOff): Promise<boolean> {
  // The unique key has the year too, so it lets a yearly one of another year in.
  if (dayOff.yearly && (await listDaysOff(tx)).some((one) => isSameDayOff(one, dayOff))) return false
  return insertDayOff(tx, dayOff)
}

/** Newest first. */
export async function readDayOffHistory(db: Database): Promise<ChangeOf<DayOff>[]> {
  return readHistory(db, KEPT)
}

async function record(
  tx: Tx,
  deps: PlanDeps,
  actor: Member,
  { edits, undoes }: { edits: readonly DayOffEdit[]; undoes?: string },
): Promise<string> {
  const by = undoes === undefined ? '' : ' by undo'
  const changes = edits.map(({ before, after }) => {
    const action = `day-off.${after ? 'added' : 'deleted'}${by}`
    return { action, subject: KEPT.subject, subjectId: (after ?? before)?._id ?? '', days: [], before, after }
  })
  const batchId = await recordBatch(tx, deps.clock, {
    actor: actorOf(actor),
    changes,
    ...(undoes !== undefined && { undoes }),
  })
  await announce(tx, { topic: 'plans', days: null })
  await makeDays(tx, deps, await listPlansFrom(tx, await readToday({ db: tx, clock: deps.clock })))
  return batchId
}

/** The key for lookups; null if the advertiser is not registered. */
async function keyOf(tx: Tx, { side, key }: DayOffDraft): Promise<string | null> {
  if (side === 'geo') return foldGeo(key)
  return (await readAdvertiserFinder(tx, [key]))(key)?.key ?? null
}
