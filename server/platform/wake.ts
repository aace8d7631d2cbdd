import { startTimer, type Clock } from './clock.ts'

/** A bell for a loop that waits for work: a ring that comes while it is busy is not lost. */
export interface Wake {
  ring(): void
  /** Resolves at the next ring, after so many milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** `clock`: whose milliseconds are waited for; real ones where there is none. */
export function createWake(clock?: Clock): Wake {
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
        const takeBack = startTimer(clock, milliseconds, resolve)
        const stop = () => resolve()
        signal.addEventListener('abort', stop)
        wakeUp = resolve
        await promise
        signal.removeEventListener('abort', stop)
        takeBack()
      }
      rung = false
    },
  }
}
