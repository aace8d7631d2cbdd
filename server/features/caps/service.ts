import { brokerCapKeyOf, type BrokerCap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Refused, type Result } from '#domain/kernel/result.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { readAdvertiserName } from '#server/features/advertisers/service.ts'
import { recordChanges, type Actor } from '#server/features/history/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import { refuseEditing, type CapsForbidden } from './policy.ts'
import {
  deleteCap,
  findCap,
  findCapByKey,
  insertCaps,
  listDayCaps,
  lockCap,
  summarizeDay,
  updateCap,
  type BrokerCapFields,
  type DaySummary,
} from './store.ts'

export type { BrokerCapFields }

export interface CapDeps {
  db: Database
  clock: Clock
}

/** What people fill in; what they leave out has a default. */
export type BrokerCapDraft = Omit<BrokerCapFields, 'advertiserName' | 'createdBy'> & {
  advertiserName: string | null
  createdBy: string | null
}

export type CapRefusal =
  | CapsForbidden
  | { reason: 'cap.not-found' }
  /** `current` is null where the cap that stood was deleted at that very moment. */
  | { reason: 'cap.exists'; current: BrokerCap | null }
  | { reason: 'cap.stale'; current: BrokerCap }
  | { reason: 'cap.unknown-advertiser'; advertiserId: string }

export async function readDayCaps(deps: CapDeps, date: Day): Promise<BrokerCap[]> {
  return listDayCaps(deps.db, date)
}

export async function readDaySummary(deps: CapDeps, date: Day): Promise<DaySummary> {
  return summarizeDay(deps.db, date)
}

export async function createCap(
  deps: CapDeps,
  actor: Member,
  draft: BrokerCapDraft,
): Promise<Result<BrokerCap, CapRefusal>> {
  const forbidden = refuseEditing(actor, await readSettings(deps.db))
  if (forbidden) return refuse(forbidden)
  return deps.db.transaction().execute(async (tx): Promise<Result<BrokerCap, CapRefusal>> => {
    const fields = await completeDraft(tx, actor, draft, null)
    if ('reason' in fields) return refuse(fields)
    // The unique key decides between two who add at the same instant, not a look before the leap.
    const [id] = await insertCaps(tx, [{ ...fields, id: newId() }], deps.clock.now())
    if (!id) return refuseExisting(tx, fields)
    const cap = await requireCap(tx, id)
    await recordChanges(tx, deps.clock, actorOf(actor), [changeOf('cap.created', null, cap)])
    await announce(tx, { topic: 'caps', days: [cap.date] })
    return accept(cap)
  })
}

/** Replaces the fields of a cap. A `version` that is not the one that stands is refused; null is not checked. */
export async function changeCap(
  deps: CapDeps,
  actor: Member,
  id: string,
  draft: BrokerCapDraft & { version: number | null },
): Promise<Result<BrokerCap, CapRefusal>> {
  const forbidden = refuseEditing(actor, await readSettings(deps.db))
  if (forbidden) return refuse(forbidden)
  try {
    return await deps.db.transaction().execute(async (tx): Promise<Result<BrokerCap, CapRefusal>> => {
      const before = await lockCap(tx, id)
      if (!before) return refuse({ reason: 'cap.not-found' })
      if (draft.version !== null && draft.version !== before.version) {
        return refuse({ reason: 'cap.stale', current: before })
      }
      const fields = await completeDraft(tx, actor, draft, before)
      if ('reason' in fields) return refuse(fields)
      await updateCap(tx, id, fields, deps.clock.now())
      const after = await requireCap(tx, id)
      await recordChanges(tx, deps.clock, actorOf(actor), [changeOf('cap.changed', before, after)])
      await announce(tx, { topic: 'caps', days: [...new Set([before.date, after.date])] })
      return accept(after)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'broker_caps_key')) throw error
    return refuseExisting(deps.db, draft)
  }
}

export async function removeCap(deps: CapDeps, actor: Member, id: string): Promise<Result<BrokerCap, CapRefusal>> {
  const forbidden = refuseEditing(actor, await readSettings(deps.db))
  if (forbidden) return refuse(forbidden)
  return deps.db.transaction().execute(async (tx): Promise<Result<BrokerCap, CapRefusal>> => {
    const cap = await lockCap(tx, id)
    if (!cap) return refuse({ reason: 'cap.not-found' })
    await deleteCap(tx, id)
    await recordChanges(tx, deps.clock, actorOf(actor), [changeOf('cap.deleted', cap, null)])
    await announce(tx, { topic: 'caps', days: [cap.date] })
    return accept(cap)
  })
}

/** Fills in what was left out: the advertiser's registered name, and who creates it. */
async function completeDraft(
  tx: Tx,
  actor: Member,
  draft: BrokerCapDraft,
  before: BrokerCap | null,
): Promise<BrokerCapFields | { reason: 'cap.unknown-advertiser'; advertiserId: string }> {
  const { advertiserId } = draft
  const registered = await readAdvertiserName(tx, advertiserId)
  // A cap keeps the advertiser that it has, also after that one was deleted.
  const isKept = before?.advertiserId === advertiserId
  if (registered === null && !isKept) return { reason: 'cap.unknown-advertiser', advertiserId }
  return {
    date: draft.date,
    geo: draft.geo,
    cap: draft.cap,
    advertiserId,
    advertiserName: draft.advertiserName ?? registered ?? before?.advertiserName ?? null,
    sourceNumber: draft.sourceNumber,
    workingHours: draft.workingHours,
    alwaysOn: draft.alwaysOn,
    cpa: draft.cpa,
    crg: draft.crg,
    createdBy: draft.createdBy ?? before?.createdBy ?? (actor.handle || actor.telegramId),
  }
}

async function refuseExisting(db: Database, draft: Parameters<typeof brokerCapKeyOf>[0]): Promise<Refused<CapRefusal>> {
  return refuse({ reason: 'cap.exists', current: await findCapByKey(db, brokerCapKeyOf(draft)) })
}

async function requireCap(tx: Tx, id: string): Promise<BrokerCap> {
  const cap = await findCap(tx, id)
  if (!cap) throw new Error(`cap ${id} was written and is not there`)
  return cap
}

function actorOf(member: Member): Actor {
  return { memberId: member._id, name: signatureOf(member) }
}

function changeOf(action: string, before: BrokerCap | null, after: BrokerCap | null) {
  const cap = after ?? before
  if (!cap) throw new Error('a change of nothing')
  return { action, subject: 'broker-cap', subjectId: cap._id, day: cap.date, before, after }
}

/** Adds the caps of a demo day whose key is free. */
export async function plantCaps(tx: Tx, clock: Clock, caps: readonly BrokerCapFields[]): Promise<void> {
  await insertCaps(
    tx,
    caps.map((cap) => ({ ...cap, id: newId() })),
    clock.now(),
  )
}
