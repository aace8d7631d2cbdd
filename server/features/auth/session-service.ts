import { refuse, accept, type Result } from '#domain/kernel/result.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { isMember, signOutMember } from '#server/features/team/service.ts'
import { announce } from '#platform/db/notify.ts'
import { hashToken } from '#platform/secrets.ts'
import { transact } from '#platform/db/database.ts'
import { limitsAt, type AuthDeps } from './service.ts'
import { deleteSessionOf, listSessions, type SessionRow } from './session-store.ts'

/** A session of a member. */
export interface OpenSession {
  id: string
  createdAt: Instant
  lastSeenAt: Instant
  /** Null where the server's own terminal made it. */
  address: string | null
  /** Whether it is the one that asks. */
  current: boolean
}

/** A member's open sessions, the last used first. */
export async function readSessions(deps: AuthDeps, memberId: string, token: string): Promise<OpenSession[]> {
  const asking = hashToken(token)
  return (await listSessions(deps.db, memberId, limitsAt(deps))).map((session) => present(session, asking))
}

/** The open sessions of any member; null if there is no such member. */
export async function readSessionsOf(deps: AuthDeps, memberId: string, token: string): Promise<OpenSession[] | null> {
  return (await isMember(deps.db, memberId)) ? readSessions(deps, memberId, token) : null
}

/** Ends one session of a member. */
export async function endSessionOf(
  deps: AuthDeps,
  memberId: string,
  id: string,
): Promise<Result<void, { reason: 'session.not-found' }>> {
  return transact(deps.db, async (tx) => {
    if (!(await deleteSessionOf(tx, memberId, id))) return refuse({ reason: 'session.not-found' })
    await announce(tx, { topic: 'team', days: null })
    return accept(undefined)
  })
}

/** Signs a member out everywhere. */
export async function endAllSessions(
  deps: AuthDeps,
  memberId: string,
): Promise<Result<void, { reason: 'member.not-found' }>> {
  return transact(deps.db, async (tx) => {
    if (!(await isMember(tx, memberId))) return refuse({ reason: 'member.not-found' })
    await signOutMember(tx, memberId)
    return accept(undefined)
  })
}

function present({ tokenHash, ...session }: SessionRow, asking: Buffer): OpenSession {
  return { ...session, current: tokenHash.equals(asking) }
}
