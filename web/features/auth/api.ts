import { memberCalls } from '#contract/member.ts'
import { callApi } from '#web/lib/api.ts'
import { confirmSession, endSession, readSession, readStoredMember, readToken } from '#web/lib/session.ts'

/** How long a server may think about a stored token before we trust what this browser knows. */
const PATIENCE_MS = 5_000

/**
 * Asks the server whether the stored token still counts. Only its own no (a 401, which the client acts on) signs
 * out; a network that is away does not.
 */
export async function resumeSession(): Promise<void> {
  if (readSession().status !== 'loading') return
  const token = readToken()
  const impatience = setTimeout(trustStoredMember, PATIENCE_MS)
  try {
    const member = await callApi(memberCalls.me, {})
    // Another tab may have signed out in the meantime, or somebody else in.
    if (readToken() === token) confirmSession(member)
  } catch {
    trustStoredMember()
  } finally {
    clearTimeout(impatience)
  }
}

/** Looks again who this is: a role may have been changed, or the right to sign in. A 401 ends the session. */
export async function refreshMember(): Promise<void> {
  if (readSession().status !== 'authenticated') return
  const token = readToken()
  const member = await callApi(memberCalls.me, {}).catch(() => null)
  if (member && readToken() === token) confirmSession(member)
}

function trustStoredMember(): void {
  if (readSession().status !== 'loading') return
  const member = readStoredMember()
  if (member) confirmSession(member)
  else endSession()
}

export async function signOut(): Promise<void> {
  // The server forgets the token if it can be reached; this browser forgets it in any case.
  const told = callApi(memberCalls.logout, {}).catch(() => undefined)
  endSession()
  await told
}
