import type { Identifier } from '#domain/team/handle.ts'
import type { Member } from '#domain/team/member.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { findMemberForLogin, hasAdmin, insertMembers, lockMember, upsertMember, type MemberDraft } from './store.ts'

export type { MemberDraft }

/** Makes the person of `FIRST_ADMIN` an admin where there is none, so that somebody can let the others in. */
export async function ensureFirstAdmin(
  deps: { db: Database; log: Log },
  firstAdmin: { telegramId: string; handle: string | null } | null,
): Promise<void> {
  if (!firstAdmin || (await hasAdmin(deps.db))) return
  await upsertMember(deps.db, { ...firstAdmin, role: 'admin', loginEnabled: true })
  deps.log.warn({ telegramId: firstAdmin.telegramId }, 'first admin made from FIRST_ADMIN')
}

/** The member who writes to the bot, where they may sign in: the bot shows what the web would. */
export async function findSender(db: Database, telegramId: string): Promise<Member | null> {
  return findMemberForLogin(db, { kind: 'telegramId', telegramId })
}

/** The member whom an identifier names, where they may sign in. */
export async function findLoginMember(db: Database, identifier: Identifier): Promise<Member | null> {
  return findMemberForLogin(db, identifier)
}

/** Holds a member's row until the transaction ends. */
export async function holdMember(tx: Tx, id: string): Promise<void> {
  await lockMember(tx, id)
}

/** Adds those who are not there yet; the others stay as they are. */
export async function addMembers(db: Database, drafts: readonly MemberDraft[]): Promise<void> {
  await insertMembers(db, drafts)
}
