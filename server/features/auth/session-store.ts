import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { ROLES, type Member } from '#domain/team/member.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

export interface LiveSession {
  id: string
  lastSeenAt: Instant
  member: Member
}

export interface SessionLimits {
  /** A session that began before this has ended. */
  createdAfter: Instant
  /** So has one that was not used since. */
  seenAfter: Instant
}

export async function insertSession(
  tx: Tx,
  row: { id: string; memberId: string; tokenHash: Buffer; address: string; byPasskey: boolean; now: Instant },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: row.id,
      member_id: row.memberId,
      token_hash: row.tokenHash,
      address: row.address,
      by_passkey: row.byPasskey,
      created_at: formatInstant(row.now),
      last_seen_at: formatInstant(row.now),
    })
    .execute()
}

/** As `needsPasskey` says it: a code alone opens no session of an admin, be it that they became one later. */
const IS_PROVEN = sql<boolean>`(s.by_passkey or m.role <> 'admin'
  or not exists (select from settings where key = 'admin_passkeys' and value = 'true'))`

/** Deletes all sessions that do not count. */
export async function deleteUnproven(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('sessions as s')
    .using('members as m')
    .whereRef('m.id', '=', 's.member_id')
    .where(({ not }) => not(IS_PROVEN))
    .execute()
}

/** Has a session count as one that a passkey opened. */
export async function markSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable('sessions').set({ by_passkey: true }).where('token_hash', '=', tokenHash).execute()
}

/** The session of a token within its limits, whose member may still sign in. */
export async function findSession(db: Database, tokenHash: Buffer, limits: SessionLimits): Promise<LiveSession | null> {
  const row = await db
    .selectFrom('sessions as s')
    .modifyFront(PREPARED)
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.id', 's.last_seen_at', 'm.id as memberId', 'm.telegram_id', 'm.handle', 'm.role'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.created_at', '>', timestamp(limits.createdAfter))
    .where('s.last_seen_at', '>', timestamp(limits.seenAfter))
    .where('m.login_enabled', '=', true)
    .where(IS_PROVEN)
    .executeTakeFirst()
  const role = ROLES.find((known) => known === row?.role)
  if (!row || !role) return null
  const member = { _id: row.memberId, telegramId: row.telegram_id, handle: row.handle, role }
  return { id: row.id, lastSeenAt: row.last_seen_at, member }
}

/**
 * Notes the use of a session if it was not used since `before`, so only one of a screen's simultaneous calls writes. It
 * does not wait for the disk: a call should not wait, and losing a minute in a crash does no harm.
 */
export async function touchSession(db: Database, id: string, use: { before: Instant; now: Instant }): Promise<void> {
  await db
    .updateTable('sessions')
    .from(sql`(select set_config('synchronous_commit', 'off', true))`.as('unhurried'))
    .set({ last_seen_at: formatInstant(use.now) })
    .where('id', '=', id)
    .where('last_seen_at', '<', timestamp(use.before))
    .execute()
}

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteAllSessions(tx: Tx): Promise<void> {
  await tx.deleteFrom('sessions').execute()
}

export interface SessionRow {
  id: string
  createdAt: Instant
  lastSeenAt: Instant
  address: string | null
  tokenHash: Buffer
}

/** A member's sessions within their time limits, the last used first. */
export async function listSessions(db: Database, memberId: string, limits: SessionLimits): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.id', 's.created_at as createdAt', 's.last_seen_at as lastSeenAt', 's.address'])
    .select('s.token_hash as tokenHash')
    .where('s.member_id', '=', memberId)
    .where('s.created_at', '>', timestamp(limits.createdAfter))
    .where('s.last_seen_at', '>', timestamp(limits.seenAfter))
    .where(IS_PROVEN)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .execute()
}

/** Whether there was one. */
export async function deleteSessionOf(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
