import { z } from 'zod'
import { accept, refuse, type Refused, type Result } from '#domain/kernel/result.ts'
import { isActingAdmin, needsPasskey, ROLES, type Member, type TeamMember } from '#domain/team/member.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import {
  countActingAdmins,
  deleteCodeSessionsOf,
  deleteMember,
  deleteSessionsOf,
  findMember,
  findMemberByHandle,
  findMemberByTelegramId,
  insertMembers,
  lockTeam,
  updateMember,
  type MemberDraft,
  type MemberEdit,
} from './store.ts'

export { listMembers as readTeam } from './store.ts'

export interface TeamDeps {
  db: Database
  clock: Clock
}

export type EditRefusal =
  | { reason: 'member.not-found' }
  /** Nobody who can let others in would be left. */
  | { reason: 'member.last-admin' }

/** Somebody has the Telegram id or the handle already. */
export type MemberTaken =
  | { reason: 'member.id-taken'; current: TeamMember }
  | { reason: 'member.handle-taken'; current: TeamMember }

const KEPT: Kept<TeamMember> = {
  subject: 'member',
  standing: z.object({
    _id: z.string(),
    telegramId: z.string(),
    handle: z.nullable(z.string()),
    alias: z.nullable(z.string()),
    role: z.enum(ROLES),
    loginEnabled: z.boolean(),
  }),
}

export async function addMember(
  deps: TeamDeps,
  actor: Member,
  draft: MemberDraft,
): Promise<Result<TeamMember, MemberTaken>> {
  return transact(deps.db, async (tx) => {
    await lockTeam(tx)
    const taken = await findTaken(tx, draft)
    if (taken) return taken
    const [id] = await insertMembers(tx, [draft])
    const member = id === undefined ? null : await findMember(tx, id)
    if (!member) throw new Error('a member that was added is not there')
    await record(deps, tx, actor, 'member.added', null, member)
    return accept(member)
  })
}

/**
 * Changes the named fields, from the member's next request on. A member who may no longer sign in is signed out
 * everywhere.
 */
export async function changeMember(
  deps: TeamDeps,
  actor: Member,
  id: string,
  edit: MemberEdit,
): Promise<Result<TeamMember, EditRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockTeam(tx)
    const before = await findMember(tx, id)
    if (!before) return refuse({ reason: 'member.not-found' })
    await updateMember(tx, id, edit)
    if ((await countActingAdmins(tx)) === 0) return refuse({ reason: 'member.last-admin' })
    const after = await findMember(tx, id)
    if (!after) throw new Error('a member that was changed is not there')
    if (before.loginEnabled && !after.loginEnabled) await deleteSessionsOf(tx, id)
    // They would count again once this member is no admin any more.
    if (needsPasskey(after.role, await readSettings(tx))) await deleteCodeSessionsOf(tx, id)
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await record(deps, tx, actor, 'member.changed', before, after)
    }
    return accept(after)
  })
}

export async function removeMember(
  deps: TeamDeps,
  actor: Member,
  id: string,
): Promise<Result<TeamMember, EditRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockTeam(tx)
    const before = await findMember(tx, id)
    if (!before) return refuse({ reason: 'member.not-found' })
    await deleteMember(tx, id)
    if (isActingAdmin(before) && (await countActingAdmins(tx)) === 0) return refuse({ reason: 'member.last-admin' })
    await record(deps, tx, actor, 'member.removed', before, null)
    return accept(before)
  })
}

/** Of one member, or of all; newest first. */
export async function readTeamHistory(
  db: Database,
  of: { subjectId: string } | 'all',
): Promise<ChangeOf<TeamMember>[]> {
  return readHistory(db, KEPT, of)
}

/** Every change of the team holds one lock, so looking before writing is safe. */
async function findTaken(tx: Tx, draft: MemberDraft): Promise<Refused<MemberTaken> | null> {
  const byId = await findMemberByTelegramId(tx, draft.telegramId)
  if (byId) return refuse({ reason: 'member.id-taken', current: byId })
  const byHandle = await findMemberByHandle(tx, draft.handle)
  return byHandle && refuse({ reason: 'member.handle-taken', current: byHandle })
}

async function record(
  deps: TeamDeps,
  tx: Tx,
  actor: Member,
  action: string,
  before: TeamMember | null,
  after: TeamMember | null,
): Promise<void> {
  const subjectId = (after ?? before)?._id ?? ''
  const change = { action, subject: KEPT.subject, subjectId, days: [], before, after }
  await recordBatch(tx, deps.clock, { actor: actorOf(actor), changes: [change] })
  await announce(tx, { topic: 'team', days: null })
}
