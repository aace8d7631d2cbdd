import { ROLES, type Member, type Role, type TeamMember } from '#domain/team/member.ts'
import { foldHandle, type Identifier } from '#domain/team/sign-in.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { lockName } from '#platform/db/locks.ts'

export interface MemberDraft {
  telegramId: string
  handle: string | null
  alias?: string | null
  role: Role
  loginEnabled: boolean
}

export interface MemberEdit {
  alias?: string | null
  role?: Role
  loginEnabled?: boolean
}

/** The member of an identifier, if they may sign in. */
export async function findMemberForLogin(db: Database, identifier: Identifier): Promise<Member | null> {
  const row = await selectForLogin(db, identifier).executeTakeFirst()
  return row ? toMember(row) : null
}

/** The same, locked until the transaction ends, so that nobody removes them or locks them out in the meantime. */
export async function lockMemberForLogin(tx: Tx, identifier: Identifier): Promise<Member | null> {
  const row = await selectForLogin(tx, identifier).forUpdate().executeTakeFirst()
  return row ? toMember(row) : null
}

/** Locks a member's row until the transaction ends, so that counts for them stay valid. */
export async function lockMember(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute()
}

/** Changes of the team, one after the other over all nodes: two admins must not remove each other at once. */
export async function lockTeam(tx: Tx): Promise<void> {
  await lockName(tx, 'team')
}

/** In the order in which they came. */
export async function listMembers(db: Database): Promise<TeamMember[]> {
  return (await selectMembers(db).orderBy('created_at').orderBy('id').execute()).map(toTeamMember)
}

/** A member by their id, whether or not they may sign in. */
export async function findMember(db: Database, id: string): Promise<TeamMember | null> {
  const row = await selectMembers(db).where('id', '=', id).executeTakeFirst()
  return row ? toTeamMember(row) : null
}

export async function findMemberByTelegramId(db: Database, telegramId: string): Promise<TeamMember | null> {
  const row = await selectMembers(db).where('telegram_id', '=', telegramId).executeTakeFirst()
  return row ? toTeamMember(row) : null
}

export async function findMemberByHandle(db: Database, handle: string | null): Promise<TeamMember | null> {
  const key = foldHandle(handle)
  if (key === null) return null
  const row = await selectMembers(db).where('handle_key', '=', key).executeTakeFirst()
  return row ? toTeamMember(row) : null
}

/** Among those who may sign in. */
export async function countActingAdmins(db: Database): Promise<number> {
  const row = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('login_enabled', '=', true)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Adds members with a free Telegram id and handle. Returns their ids. */
export async function insertMembers(db: Database, drafts: readonly MemberDraft[]): Promise<string[]> {
  const rows = await db
    .insertInto('members')
    .values(drafts.map(toColumns))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateMember(tx: Tx, id: string, edit: MemberEdit): Promise<void> {
  const { alias, role, loginEnabled } = edit
  const columns = {
    ...(alias !== undefined && { alias }),
    ...(role !== undefined && { role }),
    ...(loginEnabled !== undefined && { login_enabled: loginEnabled }),
  }
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('members').set(columns).where('id', '=', id).execute()
}

/** Their sessions and codes go with them. */
export async function deleteMember(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('members').where('id', '=', id).execute()
}

/** Signs a member out everywhere; codes that were not used yet, and sign-ins that wait for a passkey, are void too. */
export async function deleteSessionsOf(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('member_id', '=', id).execute()
  await tx.deleteFrom('passkey_steps').where('member_id', '=', id).execute()
  await tx.deleteFrom('login_codes').where('member_id', '=', id).where('used_at', 'is', null).execute()
}

/** Ends a member's sessions that a code alone opened. */
export async function deleteCodeSessionsOf(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('member_id', '=', id).where('by_passkey', '=', false).execute()
}

function toColumns(draft: MemberDraft) {
  return {
    id: newId(),
    telegram_id: draft.telegramId,
    handle: draft.handle,
    handle_key: foldHandle(draft.handle),
    alias: draft.alias ?? null,
    role: draft.role,
    login_enabled: draft.loginEnabled,
  }
}

function selectForLogin(db: Database, identifier: Identifier) {
  const query = selectMembers(db).where('login_enabled', '=', true)
  return identifier.kind === 'telegramId'
    ? query.where('telegram_id', '=', identifier.telegramId)
    : query.where('handle_key', '=', identifier.key)
}

function selectMembers(db: Database) {
  return db.selectFrom('members').select(['id', 'telegram_id', 'handle', 'alias', 'role', 'login_enabled'])
}

interface MemberRow {
  id: string
  telegram_id: string
  handle: string | null
  alias: string | null
  role: string
  login_enabled: boolean
}

function toMember(row: MemberRow): Member {
  return { _id: row.id, telegramId: row.telegram_id, handle: row.handle, role: readRole(row.role) }
}

function toTeamMember(row: MemberRow): TeamMember {
  return { ...toMember(row), alias: row.alias, loginEnabled: row.login_enabled }
}

/** The table's check lets no other role in. */
function readRole(text: string): Role {
  const role = ROLES.find((known) => known === text)
  if (!role) throw new Error(`not a role: ${text}`)
  return role
}
