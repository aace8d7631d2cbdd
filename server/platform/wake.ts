/** A bell for a loop that waits for work: a ring that comes while it is busy is not lost. */
export interface Wake {
  ring(): void
  /** Resolves at the next ring, after so many milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

const LONGEST_TIMER = 2 ** 31 - 1

export function createWake(): Wake {
  let rung = false
  let wakeUp = () => {}
  return {
    ring() {
      rung = true
      wakeUp()
    },
    async wait(milliseconds, signal) {
      if (!rung && !signal.aborted && milliseconds > 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER))
        const stop = () => resolve()
        signal.addEventListener('abort', stop)
        wakeUp = resolve
        await promise
        signal.removeEventListener('abort', stop)
        clearTimeout(timer)
      }
      rung = false
    },
  }
}
