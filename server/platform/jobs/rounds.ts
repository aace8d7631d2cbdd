import { SECOND } from '#domain/kernel/instant.ts'
import type { Clock } from '../clock.ts'
import { runElected, type Terms } from '../db/election.ts'
import type { Listener } from '../db/listen.ts'
import type { Log } from '../log.ts'
import { createWake } from '../wake.ts'

/** What work in rounds needs of its node. */
export interface RoundDeps {
  clock: Clock
  log: Log
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
  listener: Listener
  terms?: Terms
}

/** A clock may be set while it is waited for, and a notification be lost. */
const LOOK_AGAIN_MS = 15 * SECOND

/**
 * Works in rounds, on one of all nodes. `round` answers with the milliseconds until the next, or null if nothing is
 * due. It begins earlier if one of the channels is notified, and after 15 s in any case.
 */
export function runRounds(
  { clock, log, directUrl, listener, terms }: RoundDeps,
  { name, channels }: { name: string; channels: readonly string[] },
  round: (signal: AbortSignal) => Promise<number | null>,
): { stop(): Promise<void> } {
  const wake = createWake(clock)
  const ends = channels.map((channel) => listener.on(channel, () => wake.ring()))
  const election = runElected({
    url: directUrl,
    name,
    log,
    terms,
    async work(signal) {
      while (!signal.aborted) await wake.wait(Math.min((await round(signal)) ?? LOOK_AGAIN_MS, LOOK_AGAIN_MS), signal)
    },
  })
  return {
    async stop() {
      for (const end of ends) end()
      await election.stop()
    },
  }
}
