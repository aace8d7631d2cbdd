import { startTimer, type Clock } from './clock.ts'

/** A bell for a loop that waits for work. A ring during the work is not lost. */
export interface Wake {
  ring(): void
  /** Resolves at the next ring, after this many milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** `clock`: the clock of the wait; real time by default. */
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
