import { addMilliseconds, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { foldHandle, parseIdentifier, type Identifier } from '#domain/team/sign-in.ts'
import type { Clock } from '#platform/clock.ts'
import { networkOf, siteOf } from '#platform/network.ts'
import { hashToken, isSameDigest, newToken, type Secrets } from '#platform/secrets.ts'
import { keyOfName, type Visitor } from './policy.ts'

/** How long a browser stays known after a sign-in. */
export const DEVICE_SECONDS = 180 * 86_400

interface VisitorDeps {
  clock: Clock
  secrets: Secrets
}

/** The cookies of a browser. */
interface Brought {
  identifier: string
  address: string
  /** Set by a request for a code. */
  challenge: string | null
  /** Set by a sign-in. */
  device: string | null
}

/**
 * Reads a visitor without the database, so the result may be revealed to anybody. A challenge is another browser under
 * each name: a request for one name brings no more tries of another's code.
 */
export function readVisitor(deps: VisitorDeps, brought: Brought): Visitor {
  const { address, challenge, device } = brought
  const name = parseIdentifier(brought.identifier)
  const known = device && readDevice(deps, device, name)
  const browser = known || (challenge && [challenge, keyOfName(name)].join('\n'))
  return {
    browser: browser ? hashToken(browser) : null,
    isKnown: Boolean(known),
    network: networkOf(address),
    site: siteOf(address),
  }
}

/**
 * Makes the cookie of a known browser: its id, an end, and our signature for each name of the member. It gives no
 * access, only its own share of the limits.
 */
export function writeDevice(deps: VisitorDeps, member: Member): string {
  const id = newToken()
  const until = String(addMilliseconds(deps.clock.now(), DEVICE_SECONDS * 1_000))
  return [id, until, ...namesOf(member).map((name) => sign(deps, id, until, name))].join('.')
}

/** The id of a browser with a sign-in by this name; null if there was none, or too long ago. */
function readDevice(deps: VisitorDeps, device: string, name: Identifier): string | null {
  const [id = '', until = '', ...signatures] = device.split('.')
  const due = Buffer.from(sign(deps, id, until, name))
  const isOurs = signatures.some((signature) => isSameDigest(Buffer.from(signature), due))
  return isOurs && instantFromMilliseconds(Number(until)) > deps.clock.now() ? id : null
}

function namesOf({ telegramId, handle }: Member): Identifier[] {
  const key = foldHandle(handle)
  return [{ kind: 'telegramId', telegramId }, ...(key === null ? [] : [{ kind: 'handle', key } as const])]
}

function sign({ secrets }: VisitorDeps, id: string, until: string, name: Identifier): string {
  return secrets.signDevice([id, until, keyOfName(name)].join('\n'))
}
