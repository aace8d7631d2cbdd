import type { KeyRefusal } from '#domain/team/api-key.ts'
import type { Member } from '#domain/team/member.ts'
import { siteOf } from '#platform/network.ts'
import { createGate } from './gate.ts'

/** The owner of a token; an API key that is refused, with the reason; or null for an unknown token. */
export type Found = Member | { refusedKey: KeyRefusal } | null

/** The same for a token from this address. `busy`: too many unknown callers are waiting. */
export type Admission = (token: string, address: string) => Promise<Found | 'busy'>

/** More members than a team has. Beyond it, a member is checked once more behind the gate. */
const MOST_KNOWN = 10_000

/**
 * Checks unknown tokens behind a gate, so that a caller with thousands of made-up tokens takes few connections of the
 * database. Known tokens pass the gate. All tokens are checked on every request.
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
    // The calls of one screen come together and share a place in the queue. A look-up from before this call admits
    // nobody.
    const found = await running
    return known.has(token) ? look(token) : found
  }
}
