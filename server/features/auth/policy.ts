import { HOUR, SECOND } from '#domain/kernel/instant.ts'
import { CODE_SECONDS, type Identifier } from '#domain/team/sign-in.ts'

// The limits of docs/security.md, “Codes”, and why they are these: docs/decisions/022.

/** The browser and network of a sign-in. */
export interface Visitor {
  /** A digest of its cookie, and of the typed name where it is not known by it; null without a cookie. */
  browser: Buffer | null
  /** Whether somebody has signed in there by the name that is typed now. */
  isKnown: boolean
  network: string
  site: string
}

/** How often something may be done under a key within a time. */
export interface Quota {
  key: string
  /** The subject of the limit, for the refusal. */
  of: 'name' | 'network' | 'browser'
  limit: number
  milliseconds: number
}

const REQUESTS_OF_A_KNOWN_BROWSER = 10
const REQUESTS_OF_A_NETWORK = 60
const REQUESTS_OF_A_SITE = 240
/**
 * The most messages from unknown browsers. A member has at most two names, and a typed name is counted before it is
 * looked up, so a member gets at most three messages an hour.
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

/** The counted form of a name. A name without a member counts like any other. */
export function keyOfName(name: Identifier): string {
  return name.kind === 'telegramId' ? `id ${name.telegramId}` : `handle ${name.key}`
}

/** The limits of a request for a code, in order. The first one that is used up refuses it. */
export function quotasOfRequest(visitor: Visitor, name: Identifier): Quota[] {
  if (visitor.isKnown) return [hourly(`codes of ${keyOfBrowser(visitor)}`, 'browser', REQUESTS_OF_A_KNOWN_BROWSER)]
  return [
    ...quotasOfNetwork(visitor, 'codes', REQUESTS_OF_A_NETWORK, REQUESTS_OF_A_SITE),
    hourly(`codes for ${keyOfName(name)}`, 'name', REQUESTS_BY_NAME[name.kind]),
  ]
}

/** The limit of attempts against codes that this browser requested; null without a browser. */
export function quotaOfOwnTry(visitor: Visitor): Quota | null {
  if (!visitor.browser) return null
  const key = `tries of ${keyOfBrowser(visitor)}`
  if (visitor.isKnown) return hourly(key, 'browser', TRIES_OF_A_KNOWN_BROWSER)
  return { key, of: 'browser', limit: TRIES_OF_A_CHALLENGE, milliseconds: CODE_SECONDS * SECOND }
}

/** The limits of attempts against codes that are not bound to a browser. */
export function quotasOfOpenTry(visitor: Visitor, name: Identifier): Quota[] {
  if (visitor.isKnown) return []
  const key = `tries from ${visitor.network} for ${keyOfName(name)}`
  return [
    ...quotasOfNetwork(visitor, 'tries', TRIES_OF_A_NETWORK, TRIES_OF_A_SITE),
    hourly(key, 'network', TRIES_OF_A_NETWORK_BY_NAME),
  ]
}

/** The limit of a member's requests in the chat. */
export function quotaOfChat(memberId: string): Quota {
  return hourly(`codes of the chat of ${memberId}`, 'name', CODES_OF_A_CHAT)
}

/** The limit of challenges for passkeys, per signed-in member or waiting sign-in. */
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
