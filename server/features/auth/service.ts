import { addMilliseconds, DAY, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { accept, type Result } from '#domain/kernel/result.ts'
import { CODE_SECONDS, parseIdentifier } from '#domain/team/sign-in.ts'
import { needsPasskey, type Member } from '#domain/team/member.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { newId } from '#platform/db/ids.ts'
import type { Tx } from '#platform/db/database.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { proveCode, type CodeDeps, type SignInDeps } from './code-service.ts'
import { deleteAllCodes } from './code-store.ts'
import { deleteAllSteps, upsertStep } from './passkey-store.ts'
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

/** Tells which sign-in a passkey is given for. */
export const STEP_COOKIE = 'step'

const IDLE_LIMIT = 7 * DAY
const ABSOLUTE_LIMIT = 30 * DAY

export interface SignedIn {
  member: Member
  token: string
}

/** A code was right, and a passkey is still due; the token tells the browser that proved it. */
export interface SecondStep {
  passkeyDue: true
  member: Member
  token: string
}

/** Exchanges a code for a new session, or for the passkey step. Only this answer has the token. */
export async function verifyCode(
  deps: SignInDeps,
  input: { identifier: string; code: string; visitor: Visitor; address: string },
): Promise<Result<SignedIn | SecondStep, UsedUp | { reason: 'codes.wrong'; memberId: string | null }>> {
  const { code, visitor, address } = input
  const name = parseIdentifier(input.identifier)
  const result = await deps.db.transaction().execute(async (tx) => {
    const proven = await proveCode(deps, tx, { name, code, visitor })
    if (!proven.ok) return proven
    const member = proven.value
    if (needsPasskey(member.role, await readSettings(tx))) return accept(await openStep(deps, tx, member))
    return accept(await openSession(deps, tx, member, { address, byPasskey: false }))
  })
  if (result.ok) {
    const { member } = result.value
    if ('passkeyDue' in result.value) deps.log.info({ memberId: member._id, address }, 'code accepted, passkey due')
    else noteSignIn(deps, member, address)
  } else if (deps.noted(subjectOf(result), visitor.network)) {
    deps.log.warn({ identifier: name, address }, 'sign-in refused')
  }
  return result
}

export function noteSignIn(
  { log }: Pick<AuthDeps, 'log'>,
  { _id: memberId, telegramId }: Member,
  address: string,
): void {
  log.info({ memberId, telegramId, address }, 'signed in')
}

async function openStep({ clock }: AuthDeps, tx: Tx, member: Member): Promise<SecondStep> {
  const token = newToken()
  const expiresAt = addMilliseconds(clock.now(), CODE_SECONDS * SECOND)
  const step = { tokenHash: hashToken(token), signsIn: true, memberId: member._id, challenge: null }
  await upsertStep(tx, { ...step, expiresAt })
  return { passkeyDue: true, member, token }
}

/** Refusals of a member are logged separately from those of strangers. */
function subjectOf(refusal: UsedUp | { reason: 'codes.wrong'; memberId: string | null }): string {
  return (refusal.reason === 'codes.wrong' && refusal.memberId) || 'strangers'
}

export async function openSession(
  { clock }: AuthDeps,
  tx: Tx,
  member: Member,
  by: { address: string; byPasskey: boolean },
): Promise<SignedIn> {
  const token = newToken()
  const session = { id: newId(), memberId: member._id, tokenHash: hashToken(token), ...by }
  await insertSession(tx, { ...session, now: clock.now() })
  return { member, token }
}

/** Finds the member of a token on every request, so a removed or locked-out member is out at once. */
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

/** Removes all sessions of a restored backup: members may have been removed or locked out later. */
export async function forgetSignIns(tx: Tx): Promise<void> {
  await deleteAllSessions(tx)
  await deleteAllSteps(tx)
  await deleteAllCodes(tx)
}

/** Which sessions have not ended by now. */
export function limitsAt(deps: Pick<AuthDeps, 'clock'>): SessionLimits {
  const now = deps.clock.now()
  return { createdAfter: addMilliseconds(now, -ABSOLUTE_LIMIT), seenAfter: addMilliseconds(now, -IDLE_LIMIT) }
}
