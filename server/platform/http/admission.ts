import type { KeyRefusal } from '#domain/team/api-key.ts'
import type { Member } from '#domain/team/member.ts'
import { siteOf } from '#platform/network.ts'
import { createGate } from './gate.ts'

/** Whose token it is; an API key that lets nobody in, and why; null: nobody's. */
export type Found = Member | { refusedKey: KeyRefusal } | null

/** The same of who brings it from this address; `busy`: too many strangers wait to be told so. */
export type Admission = (token: string, address: string) => Promise<Found | 'busy'>

/** More than a team has; when there are more, each is looked at once more behind the gate. */
const MOST_KNOWN = 10_000

/**
 * Asks about a token that was not a member's here before behind a gate, so that who makes up tokens by the thousand takes few
 * connections of the database. Other tokens pass it by, and all of them are asked about on every request.
 */
export function createAdmission(find: (token: string) => Promise<Found>): Admission {
  const gate = createGate({ atOnce: 4, inLine: 1_000, inLineOfOne: 50 })
  const inTurn = new Map<string, Promise<Found | 'busy'>>()
  const known = new Set<string>()

  async function look(token: string): Promise<Found> {
    const found = await find(token)
    if (!found || 'refusedKey' in found) known.delete(token)
    else if (!known.has(token)) {
      if (known.size >= MOST_KNOWN) known.clear()
      known.add(token)
    }
    return found
  }

  function lookInTurn(token: string, address: string): Promise<Found | 'busy'> {
    const looking = gate
      .pass(siteOf(address), async () => ({ of: await look(token) }))
      .then((found) => (found ? found.of : 'busy'))
      .finally(() => inTurn.delete(token))
    inTurn.set(token, looking)
    return looking
  }

  return async (token, address) => {
    if (known.has(token)) return look(token)
    const running = inTurn.get(token)
    if (!running) return lookInTurn(token, address)
    // The calls of one screen come together and share a place in line. What was looked up before this one came lets nobody in.
    const found = await running
    return known.has(token) ? look(token) : found
  }
}
