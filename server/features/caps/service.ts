import { capKeyOf, formatCapKey, type Cap, type CapKind } from '#domain/caps/cap.ts'
import type { CapDraft, CapEdits, NewCap, CapRefusal } from '#domain/caps/edits.ts'
import { meanOfWeek, recentDays, type RecentLeads } from '#domain/caps/recent.ts'
import type { Day } from '#domain/kernel/day.ts'
import { refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { commitEdits, type CapDeps, type CapsForbidden } from './edit-service.ts'
import { giveCurrentNames } from './name-store.ts'
import { insertCaps, listCapsByKeys, lockKind, sumRecentLeads } from './store.ts'

export {
  listDayCaps as readDayCaps,
  listDayCapsUnlessKnown as readDayCapsUnlessKnown,
  summarizeDay as readDaySummary,
  summarizeDays as readDaySummaries,
} from './store.ts'
export { countLeadsOfDay as readDayLeads } from '#server/features/leads/service.ts'

export { readToday } from '#server/features/settings/service.ts'
export type { CapDeps, CapsForbidden }

/** A cap as it was saved, and the commit that did it. */
export interface SavedCap {
  cap: Cap
  batchId: string
}

/** The leads by which a day is planned, and the day of its weekday before. */
export async function readRecentLeads(
  db: Database,
  kind: CapKind,
  date: Day,
  today: Day,
): Promise<{ sameWeekday: Day; places: RecentLeads[] }> {
  const days = recentDays(date, today)
  const places = await sumRecentLeads(db, kind, { ...days, today })
  return {
    sameWeekday: days.sameWeekday,
    places: places.map(({ week, ...place }) => ({ ...place, mean: meanOfWeek(week) })),
  }
}

export async function createCap(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  draft: CapDraft,
): Promise<Result<SavedCap, CapRefusal | CapsForbidden>> {
  return commitOne(deps, actor, kind, { create: [draft], update: [], remove: [] })
}

/** Replaces the fields of a cap. A `version` other than the current one is refused; null is not checked. */
export async function changeCap(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  edit: { id: string; version: number | null; draft: CapDraft },
): Promise<Result<SavedCap, CapRefusal | CapsForbidden>> {
  return commitOne(deps, actor, kind, { create: [], update: [edit], remove: [] })
}

export async function removeCap(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  id: string,
): Promise<Result<SavedCap, CapRefusal | CapsForbidden>> {
  return commitOne(deps, actor, kind, { create: [], update: [], remove: [{ id, version: null }] })
}

/** Adds the caps of a demo day whose key is free. */
export async function plantCaps(tx: Tx, clock: Clock, caps: readonly NewCap[]): Promise<void> {
  await lockKind(tx, 'affiliate')
  await lockKind(tx, 'broker')
  const taken = new Set((await listCapsByKeys(tx, caps.map(capKeyOf))).map((cap) => formatCapKey(capKeyOf(cap))))
  const free = caps.filter((cap) => !taken.has(formatCapKey(capKeyOf(cap))))
  const rows = free.map((fields) => ({ id: newId(), version: 1, fields }))
  await insertCaps(tx, rows, clock.now())
}

async function commitOne(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  edits: CapEdits,
): Promise<Result<SavedCap, CapRefusal | CapsForbidden>> {
  const result = await commitEdits(deps, actor, kind, edits, 'edit')
  if (!result.ok) {
    if (result.reason === 'caps.forbidden') return result
    if (result.reason === 'caps.act-refused') throw new Error('an act was refused where there is none')
    const [problem] = result.problems
    if (!problem) throw new Error('a refusal without a problem')
    return refuse(problem.refusal)
  }
  const [cap] = result.value.caps
  if (!cap) throw new Error('a commit without a cap')
  return { ok: true, value: { cap, batchId: result.value.batchId } }
}

/** Gives caps the new names of their advertisers, in the transaction that renames these and has written so in the history. */
export async function followNames(
  tx: Tx,
  { clock }: { clock: Clock },
  advertiserIds: readonly string[],
): Promise<void> {
  // A cap that is being made with the former name is renamed too.
  await lockKind(tx, 'broker')
  if (await giveCurrentNames(tx, { advertiserIds }, clock.now())) await announce(tx, { topic: 'caps', days: null })
}
