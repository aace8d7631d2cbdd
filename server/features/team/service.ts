import type { Member, TeamMember } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import type { Log } from '#platform/log.ts'
import { recordBatch, type Actor } from '#server/features/history/service.ts'
import {
  countActingAdmins,
  deleteSessionsOf,
  findMember,
  findMemberByHandle,
  findMemberByTelegramId,
  findMemberForLogin,
  insertMembers,
  lockMember,
  lockTeam,
  updateMember,
  type MemberDraft,
} from './store.ts'

export {
  findMemberForLogin as findLoginMember,
  lockMemberForLogin as holdLoginMember,
  findMember as readMember,
  insertMembers as addMembers,
} from './store.ts'

export type { MemberDraft }

/**
 * Makes the person of `FIRST_ADMIN` an admin if no admin may sign in, so that somebody can let others in. A handle of
 * another member stays theirs. Returns whether an admin may sign in.
 */
export async function ensureFirstAdmin(
  deps: { db: Database; clock: Clock; log: Log },
  firstAdmin: { telegramId: string; handle: string | null } | null,
): Promise<boolean> {
  if (!firstAdmin) return (await countActingAdmins(deps.db)) > 0
  const made = await deps.db.transaction().execute(async (tx) => {
    await lockTeam(tx)
    return (await countActingAdmins(tx)) > 0 ? null : makeAdmin(tx, deps.clock, firstAdmin)
  })
  if (made) deps.log.warn({ telegramId: made.telegramId }, 'first admin made from FIRST_ADMIN')
  return true
}

async function makeAdmin(
  tx: Tx,
  clock: Clock,
  { telegramId, handle }: { telegramId: string; handle: string | null },
): Promise<TeamMember | null> {
  const right = { role: 'admin', loginEnabled: true } as const
  const before = await findMemberByTelegramId(tx, telegramId)
  if (before) await updateMember(tx, before._id, right)
  else {
    const isTaken = (await findMemberByHandle(tx, handle)) !== null
    await insertMembers(tx, [{ telegramId, handle: isTaken ? null : handle, ...right }])
  }
  const after = await findMemberByTelegramId(tx, telegramId)
  if (!after) return null
  const action = before ? 'member.changed' : 'member.added'
  const change = { action, subject: 'member', subjectId: after._id, days: [], before, after }
  await recordBatch(tx, clock, { actor: { memberId: null, name: 'FIRST_ADMIN' }, changes: [change] })
  return after
}

/** The member who writes to the bot, if they may sign in: the bot shows what the web would. */
export async function findSender(db: Database, telegramId: string): Promise<Member | null> {
  return findMemberForLogin(db, { kind: 'telegramId', telegramId })
}

/** The same by id; locked in any case, and null if they may not sign in. */
export async function holdMember(tx: Tx, id: string): Promise<Member | null> {
  await lockMember(tx, id)
  const member = await findMember(tx, id)
  if (!member?.loginEnabled) return null
  const { _id, telegramId, handle, role } = member
  return { _id, telegramId, handle, role }
}

/** Writes events of a member into the team's history that are not in their row. */
export async function recordOfMember(
  tx: Tx,
  clock: Clock,
  event: { actor: Actor; action: string; memberId: string },
): Promise<void> {
  const member = await findMember(tx, event.memberId)
  const change = {
    action: event.action,
    subject: 'member',
    subjectId: event.memberId,
    days: [],
    before: member,
    after: member,
  }
  await recordBatch(tx, clock, { actor: event.actor, changes: [change] })
  await announce(tx, { topic: 'team', days: null })
}

export async function isMember(db: Database, id: string): Promise<boolean> {
  return (await findMember(db, id)) !== null
}

/** Ends a member's sessions and open event streams, and voids the codes that they have not used. */
export async function signOutMember(tx: Tx, id: string): Promise<void> {
  // A simultaneous sign-in came first, and ends too.
  await lockMember(tx, id)
  await deleteSessionsOf(tx, id)
  await announce(tx, { topic: 'team', days: null })
}
