import { HOUR, SECOND } from '#domain/kernel/instant.ts'
import { CODE_SECONDS, type Identifier } from '#domain/team/sign-in.ts'

// The limits of docs/security.md, “Codes”, and why they are these: docs/decisions/022.

/** Who is at the other end while somebody signs in. */
export interface Visitor {
  /** A digest of what the browser's cookie says; null where it brought none. */
  browser: Buffer | null
  /** Whether somebody has signed in there by the name that is typed now. */
  isKnown: boolean
  network: string
  site: string
}

/** How often something may be done under a key within a time. */
export interface Quota {
  key: string
  /** What the key stands for, as a refusal names it. */
  of: 'name' | 'network' | 'browser'
  limit: number
  milliseconds: number
}

const REQUESTS_OF_A_KNOWN_BROWSER = 10
const REQUESTS_OF_A_NETWORK = 60
const REQUESTS_OF_A_SITE = 240
/**
 * Messages that browsers which are not known can have sent. A member has two names at most, and what is typed is counted
 * before anybody looks who it is: these add up to three messages an hour for one member.
 */
const REQUESTS_BY_NAME = { handle: 2, telegramId: 1 } as const

const TRIES_OF_A_KNOWN_BROWSER = 20
/** For as long as a code lives; another code brings as many. */
const TRIES_OF_A_CHALLENGE = 5
const TRIES_OF_A_NETWORK = 60
const TRIES_OF_A_SITE = 240
const TRIES_OF_A_NETWORK_BY_NAME = 10

const CODES_OF_A_CHAT = 10

const CHALLENGES = 10

/** A name as it is counted: one that nobody has counts like any other. */
export function keyOfName(name: Identifier): string {
  return name.kind === 'telegramId' ? `id ${name.telegramId}` : `handle ${name.key}`
}

/** What a request for a code is counted under, in turn; the first that is used up refuses it. */
export function quotasOfRequest(visitor: Visitor, name: Identifier): Quota[] {
  if (visitor.isKnown) return [hourly(`codes of ${keyOfBrowser(visitor)}`, 'browser', REQUESTS_OF_A_KNOWN_BROWSER)]
  return [
    ...quotasOfNetwork(visitor, 'codes', REQUESTS_OF_A_NETWORK, REQUESTS_OF_A_SITE),
    hourly(`codes for ${keyOfName(name)}`, 'name', REQUESTS_BY_NAME[name.kind]),
  ]
}

/** What a try is counted under that is held against codes which this very browser asked for; null without a browser. */
export function quotaOfOwnTry(visitor: Visitor): Quota | null {
  if (!visitor.browser) return null
  const key = `tries of ${keyOfBrowser(visitor)}`
  if (visitor.isKnown) return hourly(key, 'browser', TRIES_OF_A_KNOWN_BROWSER)
  return { key, of: 'browser', limit: TRIES_OF_A_CHALLENGE, milliseconds: CODE_SECONDS * SECOND }
}

/** What a try is counted under that is held against codes which are not bound to a browser. */
export function quotasOfOpenTry(visitor: Visitor, name: Identifier): Quota[] {
  if (visitor.isKnown) return []
  const key = `tries from ${visitor.network} for ${keyOfName(name)}`
  return [
    ...quotasOfNetwork(visitor, 'tries', TRIES_OF_A_NETWORK, TRIES_OF_A_SITE),
    hourly(key, 'network', TRIES_OF_A_NETWORK_BY_NAME),
  ]
}

/** What a member's own question in the chat is counted under. */
export function quotaOfChat(memberId: string): Quota {
  return hourly(`codes of the chat of ${memberId}`, 'name', CODES_OF_A_CHAT)
}

/** What each challenge for a passkey is counted under: who is signed in, or a sign-in that waits. */
export function quotaOfChallenges(who: string): Quota {
  return { key: `passkeys of ${who}`, of: 'browser', limit: CHALLENGES, milliseconds: CODE_SECONDS * SECOND }
}

function quotasOfNetwork({ network, site }: Visitor, what: string, limit: number, limitOfSite: number): Quota[] {
  const own = hourly(`${what} from ${network}`, 'network', limit)
  return site === network ? [own] : [own, hourly(`${what} from ${site}`, 'network', limitOfSite)]
}

function keyOfBrowser({ browser }: Visitor): string {
  return browser?.toString('hex') ?? ''
}

function hourly(key: string, of: Quota['of'], limit: number): Quota {
  return { key, of, limit, milliseconds: HOUR }
}
