import { useSyncExternalStore } from 'react'
import { SignedInMember } from '#contract/member.ts'
import { readNow } from './now.ts'
import { forget, readStored, storageKeys, store } from './storage.ts'
import { hasUnsaved, isSaving } from './unsaved.ts'

/**
 * `loading`: a token is stored, and the server has not confirmed it yet. `isRefused`: the session has ended elsewhere, but
 * something is not saved, and stays until its member has signed in again in another tab. `isEnded`: the server has ended it.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'unauthenticated'; isEnded?: true }
  | { status: 'authenticated'; member: SignedInMember; isRefused?: true }

/** What other tabs are told of a session that the server has refused, beside the time. */
const REFUSED = 'refused '

const listeners = new Set<() => void>()

let session: Session = readToken() ? { status: 'loading' } : { status: 'unauthenticated' }

/** Aborted with the session, so that no request outlives it. */
let asking = new AbortController()

/** A signal that aborts requests when the session ends. */
export function untilSignedOut(): AbortSignal {
  return asking.signal
}

export function readSession(): Session {
  return session
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession)
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readToken(): string | null {
  return readStored(storageKeys.token)
}

/** The member as this browser last knew it. */
export function readStoredMember(): SignedInMember | null {
  const text = readStored(storageKeys.member)
  if (text === null) return null
  try {
    const member = SignedInMember.safeParse(JSON.parse(text))
    return member.success ? member.data : null
  } catch {
    return null
  }
}

export function beginSession(member: SignedInMember, token: string): void {
  store(storageKeys.token, token)
  confirmSession(member)
}

export function confirmSession(member: SignedInMember): void {
  store(storageKeys.member, JSON.stringify(member))
  change({ status: 'authenticated', member })
}

/** Forgets the token and the member here and in every other tab. */
export function endSession(): void {
  if (session.status === 'unauthenticated' && readToken() === null) return
  forgetSession('')
  change({ status: 'unauthenticated' })
}

/** Ends the session whose token the server refused; one that has come since stays. What is not saved stays on the screen. */
export function refuseSession(token: string | null): void {
  const isOver = session.status === 'unauthenticated' || isSessionRefused(session)
  if (readToken() !== token || (isOver && token === null)) return
  forgetSession(REFUSED)
  leave({ status: 'unauthenticated', isEnded: true })
}

/** Gives up what was kept beyond the session. */
export function dropUnsaved(): void {
  change({ status: 'unauthenticated' })
}

export function isSessionRefused(of: Session): boolean {
  return of.status === 'authenticated' && of.isRefused === true
}

function forgetSession(why: string): void {
  forget(storageKeys.token)
  forget(storageKeys.member)
  store(storageKeys.signedOut, `${why}${readNow()}`)
}

/** The end of a session that came from elsewhere. What is not saved stays on the screen. */
function leave(next: Session): void {
  change(session.status === 'authenticated' && (hasUnsaved() || isSaving()) ? { ...session, isRefused: true } : next)
}

/** Follows what other tabs do: signing out there signs out here, signing in likewise. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === storageKeys.signedOut || event.key === null)
      return leave({ status: 'unauthenticated', ...(event.newValue?.startsWith(REFUSED) && { isEnded: true }) })
    if (event.key !== storageKeys.member || event.newValue === null || readToken() === null) return
    const member = readStoredMember()
    if (!member) return
    const isOther = session.status === 'authenticated' && session.member._id !== member._id
    // Nobody goes on with what somebody else has typed: it goes first.
    if (isOther && isSessionRefused(session)) {
      change({ status: 'unauthenticated' })
      setTimeout(() => change({ status: 'authenticated', member }))
    } else change({ status: 'authenticated', member })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function change(next: Session): void {
  session = next
  if (next.status === 'unauthenticated') {
    asking.abort()
    asking = new AbortController()
  }
  for (const listener of listeners) listener()
}
