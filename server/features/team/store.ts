import type { Identifier } from '#domain/team/handle.ts'
import { foldHandle } from '#domain/team/handle.ts'
import { ROLES, type Member, type Role } from '#domain/team/member.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'

export interface MemberDraft {
  telegramId: string
  handle: string | null
  role: Role
  loginEnabled: boolean
}

/** The member whom an identifier names, where they may sign in. */
export async function findMemberForLogin(db: Database, identifier: Identifier): Promise<Member | null> {
  const query = selectMembers(db).where('login_enabled', '=', true)
  const row = await (
    identifier.kind === 'telegramId'
      ? query.where('telegram_id', '=', identifier.telegramId)
      : query.where('handle_key', '=', identifier.key)
  ).executeTakeFirst()
  return row ? toMember(row) : null
}

/** Holds a member's row until the transaction ends, so that what is counted for them stays counted. */
export async function lockMember(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute()
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const row = await db.selectFrom('members').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Adds a member, or gives an existing one (by Telegram id) this role and the right to sign in. */
export async function upsertMember(db: Database, draft: MemberDraft): Promise<void> {
  await db
    .insertInto('members')
    .values(toColumns(draft))
    .onConflict((conflict) =>
      conflict.column('telegram_id').doUpdateSet({ role: draft.role, login_enabled: draft.loginEnabled }),
    )
    .execute()
}

/** Adds the members whose Telegram id is not there yet. */
export async function insertMembers(db: Database, drafts: readonly MemberDraft[]): Promise<void> {
  await db
    .insertInto('members')
    .values(drafts.map(toColumns))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function toColumns(draft: MemberDraft) {
  return {
    id: newId(),
    telegram_id: draft.telegramId,
    handle: draft.handle,
    handle_key: foldHandle(draft.handle),
    role: draft.role,
    login_enabled: draft.loginEnabled,
  }
}

function selectMembers(db: Database) {
  return db.selectFrom('members').select(['id', 'telegram_id', 'handle', 'role'])
}

function toMember(row: { id: string; telegram_id: string; handle: string | null; role: string }): Member {
  return { _id: row.id, telegramId: row.telegram_id, handle: row.handle, role: readRole(row.role) }
}

/** The table's check lets no other role in. */
function readRole(text: string): Role {
  const role = ROLES.find((known) => known === text)
  if (!role) throw new Error(`not a role: ${text}`)
  return role
}
