import { useMutation } from '@tanstack/react-query'
import { authCalls } from '#contract/auth.ts'
import { accessTexts } from '#contract/texts/access.ts'
import { answerOf, callApi } from '#web/lib/api.ts'
import { beginSession, confirmSession, endSession, readSession, readStoredMember, readToken } from '#web/lib/session.ts'

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
    const member = await callApi(authCalls.me, {})
    // Another tab may have signed out in the meantime, or somebody else in.
    if (readToken() === token) confirmSession(member)
  } catch {
    trustStoredMember()
  } finally {
    clearTimeout(impatience)
  }
}

/** Looks again who this is: a role may have been changed, or the right to sign in. A 401 signs out. */
export async function refreshMember(): Promise<void> {
  if (readSession().status !== 'authenticated') return
  const token = readToken()
  const member = await callApi(authCalls.me, {}).catch(() => null)
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
  const told = callApi(authCalls.logout, {}).catch(() => undefined)
  endSession()
  await told
}

export function useRequestCode() {
  return useMutation({ mutationFn: (identifier: string) => callApi(authCalls.request, { body: { identifier } }) })
}

export function useVerifyCode() {
  return useMutation({
    mutationFn: (body: { identifier: string; code: string }) => callApi(authCalls.verify, { body }),
    onSuccess: ({ member, token }) => beginSession(member, token),
  })
}

/** API errors show their own message, anything else a general one (spec, section 8). */
export function requestFailure(error: unknown): string {
  return answerOf(error) ?? accessTexts.somethingWrong
}
