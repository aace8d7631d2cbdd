import { addMilliseconds, DAY, MINUTE } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { readIdentifier } from '#domain/team/handle.ts'
import type { Member } from '#domain/team/member.ts'
import { holdLoginMember } from '#server/features/team/service.ts'
import { newId } from '#platform/db/ids.ts'
import { networkOf } from '#platform/network.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { judgeCode, type CodeDeps, type SignInDeps } from './code-service.ts'
import { deleteSession, findSession, insertSession, touchSession, type SessionLimits } from './session-store.ts'

export type AuthDeps = CodeDeps

const IDLE_LIMIT = 7 * DAY
const ABSOLUTE_LIMIT = 30 * DAY

/** Trades a code for a new session; the token is known to nobody else from here on. */
export async function verifyCode(
  deps: SignInDeps,
  input: { identifier: string; code: string; address: string },
): Promise<Result<{ member: Member; token: string }, { reason: 'codes.wrong'; memberId: string | null }>> {
  const token = newToken()
  const result = await deps.db.transaction().execute(async (tx) => {
    const member = await holdLoginMember(tx, readIdentifier(input.identifier))
    if (!member || !(await judgeCode(deps, tx, { ...input, member })))
      return refuse({ reason: 'codes.wrong', memberId: member?._id ?? null })
    const session = { id: newId(), memberId: member._id, tokenHash: hashToken(token), address: input.address }
    await insertSession(tx, { ...session, now: deps.clock.now() })
    return accept({ member, token })
  })
  const { address } = input
  if (result.ok)
    deps.log.info(
      { memberId: result.value.member._id, telegramId: result.value.member.telegramId, address },
      'signed in',
    )
  else if (deps.noted(`refused ${networkOf(address)} ${result.memberId}`))
    deps.log.warn({ identifier: readIdentifier(input.identifier), address }, 'sign-in refused')
  return result
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

/** Which sessions have not ended by now. */
export function limitsAt(deps: Pick<AuthDeps, 'clock'>): SessionLimits {
  const now = deps.clock.now()
  return { createdAfter: addMilliseconds(now, -ABSOLUTE_LIMIT), seenAfter: addMilliseconds(now, -IDLE_LIMIT) }
}
