import { addMilliseconds, DAY, MINUTE } from '#domain/kernel/instant.ts'
import { accept, type Result } from '#domain/kernel/result.ts'
import { readIdentifier } from '#domain/team/handle.ts'
import type { Member } from '#domain/team/member.ts'
import { newId } from '#platform/db/ids.ts'
import type { Tx } from '#platform/db/database.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { proveCode, type CodeDeps, type SignInDeps } from './code-service.ts'
import { deleteAllCodes } from './code-store.ts'
import type { Visitor } from './policy.ts'
import type { UsedUp } from './quota-service.ts'
import {
  deleteAllSessions,
  deleteSession,
  findSession,
  insertSession,
  touchSession,
  type SessionLimits,
} from './session-store.ts'

export type AuthDeps = CodeDeps

const IDLE_LIMIT = 7 * DAY
const ABSOLUTE_LIMIT = 30 * DAY

interface SignedIn {
  member: Member
  token: string
}

/** Trades a code for a new session; the token is known to nobody else from here on. */
export async function verifyCode(
  deps: SignInDeps,
  input: { identifier: string; code: string; visitor: Visitor; address: string },
): Promise<Result<SignedIn, UsedUp | { reason: 'codes.wrong'; memberId: string | null }>> {
  const { code, visitor, address } = input
  const name = readIdentifier(input.identifier)
  const result = await deps.db.transaction().execute(async (tx) => {
    const proven = await proveCode(deps, tx, { name, code, visitor })
    return proven.ok ? accept(await openSession(deps, tx, proven.value, address)) : proven
  })
  if (result.ok) {
    const { _id: memberId, telegramId } = result.value.member
    deps.log.info({ memberId, telegramId, address }, 'signed in')
  } else if (deps.noted(subjectOf(result), visitor.network)) {
    deps.log.warn({ identifier: name, address }, 'sign-in refused')
  }
  return result
}

/** Refusals of a member are told beside those of strangers. */
function subjectOf(refusal: UsedUp | { reason: 'codes.wrong'; memberId: string | null }): string {
  return (refusal.reason === 'codes.wrong' && refusal.memberId) || 'strangers'
}

async function openSession({ clock }: SignInDeps, tx: Tx, member: Member, address: string): Promise<SignedIn> {
  const token = newToken()
  const session = { id: newId(), memberId: member._id, tokenHash: hashToken(token), address }
  await insertSession(tx, { ...session, now: clock.now() })
  return { member, token }
}

/** The member whose token this is, asked anew on every request: who was removed or locked out is out at once. */
export async function authenticate(deps: AuthDeps, token: string): Promise<Member | null> {
  const now = deps.clock.now()
  const session = await findSession(deps.db, hashToken(token), limitsAt(deps))
  if (!session) return null
  const before = addMilliseconds(now, -MINUTE)
  if (session.lastSeenAt < before) await touchSession(deps.db, session.id, { before, now })
  return session.member
}

export async function endSession(deps: AuthDeps, token: string): Promise<void> {
  await deleteSession(deps.db, hashToken(token))
}

/** Whoever was signed in when a backup was made signs in again after it is restored: some may have been shut out since. */
export async function forgetSignIns(tx: Tx): Promise<void> {
  await deleteAllSessions(tx)
  await deleteAllCodes(tx)
}

/** Which sessions have not ended by now. */
export function limitsAt(deps: Pick<AuthDeps, 'clock'>): SessionLimits {
  const now = deps.clock.now()
  return { createdAfter: addMilliseconds(now, -ABSOLUTE_LIMIT), seenAfter: addMilliseconds(now, -IDLE_LIMIT) }
}
