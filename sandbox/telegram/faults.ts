import { createRandom, type Random } from '#sandbox/random.ts'

/** What a call should suffer. Without `method` it strikes every method but getUpdates; without `times`, until cleared. */
export type Fault = FaultKind & {
  method?: string
  chatId?: number
  times?: number
  /** From 0 to 1, drawn from `seed`; 1 where it is not given. */
  probability?: number
  seed?: number
}

export type FaultKind =
  /** The call is carried out (a message is stored), and the connection dies before the answer. */
  | { kind: 'drop-after' }
  /** The connection dies before anything happened. */
  | { kind: 'drop-before' }
  | { kind: 'error'; status?: number; description?: string }
  /** The call is carried out after a pause; other faults may strike it too. */
  | { kind: 'delay'; ms: number }
  | { kind: 'too-many-requests'; retryAfter: number }

export interface Strike {
  delayMs: number
  fault: Exclude<FaultKind, { kind: 'delay' }> | null
}

export interface Faults {
  add(fault: Fault): void
  clear(): void
  list(): readonly Fault[]
  strike(method: string, chatId: number | null): Strike
}

interface Armed {
  fault: Fault
  left: number
  random: Random
}

export function createFaults(): Faults {
  let armed: Armed[] = []

  function hits(one: Armed, method: string, chatId: number | null): boolean {
    const { fault } = one
    const matches = fault.method ? fault.method.toLowerCase() === method.toLowerCase() : method !== 'getUpdates'
    if (!matches || one.left <= 0 || (fault.chatId !== undefined && fault.chatId !== chatId)) return false
    if (!one.random.chance(fault.probability ?? 1)) return false
    one.left -= 1
    return true
  }

  return {
    add(fault) {
      armed.push({
        fault,
        left: fault.times ?? Number.POSITIVE_INFINITY,
        random: createRandom('fault', fault.seed ?? 1),
      })
    },
    clear() {
      armed = []
    },
    list: () => armed.filter((one) => one.left > 0).map((one) => one.fault),
    strike(method, chatId) {
      const strike: Strike = { delayMs: 0, fault: null }
      for (const one of armed) {
        if (strike.fault && one.fault.kind !== 'delay') continue
        if (!hits(one, method, chatId)) continue
        if (one.fault.kind === 'delay') strike.delayMs += one.fault.ms
        else strike.fault = one.fault
      }
      armed = armed.filter((one) => one.left > 0)
      return strike
    },
  }
}
