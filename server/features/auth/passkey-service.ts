import { addMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { CODE_SECONDS } from '#domain/team/sign-in.ts'
import { needsPasskey, signatureOf, type Member } from '#domain/team/member.ts'
import { actorOf } from '#server/features/history/service.ts'
import { saveSettingIn, type SettingDeps } from '#server/features/settings/edit-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { holdMember, isMember, recordOfMember } from '#server/features/team/service.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { readAssertion, readAttestation, type Credential, type Site } from '#platform/webauthn.ts'
import {
  deletePasskeys,
  deleteStep,
  findStep,
  insertPasskey,
  listPasskeys,
  updateChallenge,
  updateUse,
  upsertStep,
  type PasskeyRow,
  type StepKey,
} from './passkey-store.ts'
import { quotaOfChallenges } from './policy.ts'
import { takeQuotas, type UsedUp } from './quota-service.ts'
import { openSession, type AuthDeps, type SignedIn } from './service.ts'
import { deleteUnproven, markSession } from './session-store.ts'

export { listPasskeys as readPasskeys } from './passkey-store.ts'

export type { PasskeyRow }

/** The sign-in or the challenge has ended, or the given passkey is not the requested one. */
export type PasskeyRefusal = { reason: 'step.over' } | { reason: 'passkey.refused' }

type Attestation = Parameters<typeof readAttestation>[2]
type Assertion = Parameters<typeof readAssertion>[3]

/** The data with which a browser requests or creates a passkey. */
export interface Challenge {
  challenge: string
  rpId: string
  user: { id: string; name: string }
  credentials: string[]
}

const STEP_MS = CODE_SECONDS * SECOND

/** A challenge for a new passkey of a signed-in member. It replaces the previous one. */
export async function prepareAdding(
  { db, clock }: AuthDeps,
  site: Site,
  { member, token }: { member: Member; token: string },
): Promise<Result<Challenge, UsedUp | PasskeyRefusal>> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    if (!(await holdMember(tx, member._id))) return refuse({ reason: 'step.over' })
    const taken = await takeQuotas(tx, [quotaOfChallenges(member._id)], now)
    if (!taken.ok) return taken
    const challenge = newToken()
    const step = { tokenHash: hashToken(token), signsIn: false, memberId: member._id, challenge }
    await upsertStep(tx, { ...step, expiresAt: addMilliseconds(now, STEP_MS) })
    return accept(await present(tx, site, member, challenge))
  })
}

/** A challenge for a sign-in that waits for a passkey. It replaces the previous one. */
export async function prepareSignIn(
  { db, clock }: AuthDeps,
  site: Site,
  token: string,
): Promise<Result<Challenge, UsedUp | PasskeyRefusal>> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const step = { tokenHash: hashToken(token), signsIn: true }
    const held = await holdStep(tx, step, now)
    if (!held) return refuse({ reason: 'step.over' })
    const taken = await takeQuotas(tx, [quotaOfChallenges(step.tokenHash.toString('hex'))], now)
    if (!taken.ok) return taken
    const challenge = newToken()
    await updateChallenge(tx, step, challenge)
    return accept(await present(tx, site, held.member, challenge))
  })
}

/** Adds a passkey of who is signed in. */
export async function addPasskey(
  deps: AuthDeps,
  site: Site,
  { token, name, response }: { token: string; name: string; response: Attestation },
): Promise<Result<void, PasskeyRefusal>> {
  return answerChallenge(deps, { tokenHash: hashToken(token), signsIn: false }, async (tx, member, challenge) =>
    keepPasskey(deps, tx, member, name, await readAttestation(site, challenge, response)),
  )
}

/** Ends a sign-in with a passkey of the member. */
export async function signInByPasskey(
  deps: AuthDeps,
  site: Site,
  { token, address, response }: { token: string; address: string; response: Assertion },
): Promise<Result<SignedIn, PasskeyRefusal>> {
  return answerChallenge(deps, { tokenHash: hashToken(token), signsIn: true }, async (tx, member, challenge) => {
    const passkey = (await listPasskeys(tx, member._id)).find(({ credentialId }) => credentialId === response.id)
    const counter = passkey ? await readAssertion(site, challenge, passkey, response) : null
    if (!passkey || counter === null) return refuse({ reason: 'passkey.refused' })
    await updateUse(tx, passkey.id, { counter, now: deps.clock.now() })
    return accept(await openSession(deps, tx, member, { address, byPasskey: true }))
  })
}

/** Completes the sign-in of a member without passkeys by adding the first one. */
export async function signInByFirstPasskey(
  deps: AuthDeps,
  site: Site,
  { token, address, name, response }: { token: string; address: string; name: string; response: Attestation },
): Promise<Result<SignedIn, PasskeyRefusal>> {
  return answerChallenge(deps, { tokenHash: hashToken(token), signsIn: true }, async (tx, member, challenge) => {
    // Otherwise the thief of a code could add their own passkey instead of using the member's.
    if ((await listPasskeys(tx, member._id)).length > 0) return refuse({ reason: 'passkey.refused' })
    const kept = await keepPasskey(deps, tx, member, name, await readAttestation(site, challenge, response))
    return kept.ok ? accept(await openSession(deps, tx, member, { address, byPasskey: true })) : kept
  })
}

/** The passkeys of any member; null if there is no such member. */
export async function readPasskeysOf(db: Database, memberId: string): Promise<PasskeyRow[] | null> {
  return (await isMember(db, memberId)) ? listPasskeys(db, memberId) : null
}

/**
 * Removes one or all passkeys of a member; `by` is null for the server's own terminal. Members cannot remove their own
 * last passkey while they need one: otherwise a stolen session would be enough to do without.
 */
export async function removePasskeys(
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  by: Member | null,
  { memberId, id }: { memberId: string; id: string | null },
): Promise<Result<number, { reason: 'member.not-found' } | { reason: 'passkey.last' }>> {
  return transact(db, async (tx) => {
    await holdMember(tx, memberId)
    if (!(await isMember(tx, memberId))) return refuse({ reason: 'member.not-found' })
    const removed = await deletePasskeys(tx, memberId, id)
    if (removed === 0) return accept(0)
    const isBare = (await listPasskeys(tx, memberId)).length === 0
    if (by?._id === memberId && isBare && needsPasskey(by.role, await readSettings(tx)))
      return refuse({ reason: 'passkey.last' })
    const actor = by ? actorOf(by) : { memberId: null, name: 'Terminal' }
    const action = id === null ? 'passkeys.removed' : 'passkey.removed'
    await recordOfMember(tx, clock, { actor, action, memberId })
    return accept(removed)
  })
}

/**
 * Makes passkeys required for admins. The admin who turns it on has one and stays signed in, so somebody can sign in.
 * Other admins with a session from a code alone are signed out at once.
 */
export async function requirePasskeys(
  deps: SettingDeps,
  { member, token }: { member: Member; token: string },
): Promise<Result<void, { reason: 'passkey.none' }>> {
  return transact(deps.db, async (tx) => {
    await holdMember(tx, member._id)
    if ((await listPasskeys(tx, member._id)).length === 0) return refuse({ reason: 'passkey.none' })
    await markSession(tx, hashToken(token))
    await saveSettingIn(tx, deps, actorOf(member), 'admin_passkeys', 'true')
    await deleteUnproven(tx)
    // Open screens look whether their session still counts.
    await announce(tx, { topic: 'team', days: null })
    return accept(undefined)
  })
}

/**
 * Hands the challenge of a step to `judge` once: it is used up whether the answer is right or not. A right one ends the step.
 */
async function answerChallenge<T>(
  { db, clock }: AuthDeps,
  step: StepKey,
  judge: (tx: Tx, member: Member, challenge: string) => Promise<Result<T, PasskeyRefusal>>,
): Promise<Result<T, PasskeyRefusal>> {
  return db.transaction().execute(async (tx) => {
    const held = await holdStep(tx, step, clock.now())
    if (!held?.challenge) return refuse({ reason: 'step.over' })
    await updateChallenge(tx, step, null)
    const result = await judge(tx, held.member, held.challenge)
    if (result.ok) await deleteStep(tx, step)
    return result
  })
}

/**
 * A sign-in step that has not ended, and its member, locked until the transaction ends. Every change of a step locks
 * its member first, so the second of two simultaneous answers sees the result of the first.
 */
async function holdStep(tx: Tx, step: StepKey, now: Instant) {
  const found = await findStep(tx, step, now)
  const member = found && (await holdMember(tx, found.memberId))
  const standing = member && (await findStep(tx, step, now))
  return standing ? { member, challenge: standing.challenge } : null
}

async function keepPasskey(
  { clock }: AuthDeps,
  tx: Tx,
  member: Member,
  name: string,
  credential: Credential | null,
): Promise<Result<void, PasskeyRefusal>> {
  const row = credential && { id: newId(), memberId: member._id, name, ...credential, createdAt: clock.now() }
  if (!row || !(await insertPasskey(tx, row))) return refuse({ reason: 'passkey.refused' })
  await recordOfMember(tx, clock, { actor: actorOf(member), action: 'passkey.added', memberId: member._id })
  return accept(undefined)
}

async function present(tx: Tx, { rpId }: Site, member: Member, challenge: string): Promise<Challenge> {
  const user = { id: Buffer.from(member._id).toString('base64url'), name: signatureOf(member) }
  const credentials = (await listPasskeys(tx, member._id)).map(({ credentialId }) => credentialId)
  return { challenge, rpId, user, credentials }
}
