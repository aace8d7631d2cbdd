/**
 * Lets few callers in at once, and one per address. A caller who floods it holds few connections of the database, and
 * others keep their turn. Waiting callers hold no connection.
 */
export interface Gate {
  /** Null: the queue is full, and nothing was done. */
  pass<T>(who: string, work: () => Promise<T>): Promise<T | null>
}

interface GateOptions {
  atOnce: number
  /** How many may wait, in total and per address. */
  inLine: number
  inLineOfOne: number
}

export function createGate({ atOnce, inLine, inLineOfOne }: GateOptions): Gate {
  const inside = new Set<string>()
  const line: { who: string; enter(): void }[] = []
  const admit = () => {
    while (inside.size < atOnce) {
      const at = line.findIndex(({ who }) => !inside.has(who))
      const [next] = at < 0 ? [] : line.splice(at, 1)
      if (!next) return
      inside.add(next.who)
      next.enter()
    }
  }
  return {
    async pass(who, work) {
      if (line.length >= inLine || line.filter((one) => one.who === who).length >= inLineOfOne) return null
      await new Promise<void>((enter) => {
        line.push({ who, enter })
        admit()
      })
      try {
        return await work()
      } finally {
        inside.delete(who)
        admit()
      }
    },
  }
}
