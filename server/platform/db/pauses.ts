import { setTimeout as wait } from 'node:timers/promises'

export interface Pauses {
  /** Waits, each time twice as long as before. Returns early when the signal is aborted. */
  next(signal?: AbortSignal): Promise<void>
  reset(): void
}

/** Pauses between attempts, from `first` up to `most` milliseconds. */
export function growingPauses(options: { first: number; most: number }): Pauses {
  let length = options.first
  return {
    async next(signal) {
      const now = length
      length = Math.min(length * 2, options.most)
      await pause(now, signal)
    },
    reset() {
      length = options.first
    },
  }
}

/** Waits; returns early, without a throw, when the signal is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, signal ? { signal } : undefined).catch(() => undefined)
}

export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
