import type { Log } from '../log.ts'
import { openLockSession, type LockSession } from './locks.ts'
import { growingPauses, pause } from './pauses.ts'

/** A name that nobody else holds, over all nodes on the same database. */
export interface Lock {
  /** Aborted when the connection broke and somebody else may hold the name: stop at once. */
  lost: AbortSignal
  release(): Promise<void>
}

/** Takes the name, or answers null when somebody has it. `url` must lead to PostgreSQL itself, not to a transaction pooler. */
export async function tryLock(url: string, name: string): Promise<Lock | null> {
  const session = await openLockSession(url)
  try {
    if (await session.tryAcquire(name)) return { lost: session.ended, release: () => session.close() }
  } catch (error) {
    await session.close()
    throw error
  }
  await session.close()
  return null
}

/** What this process stands for in elections, and whether it is the one. */
export type Terms = Map<string, boolean>

export interface Election {
  url: string
  name: string
  log: Log
  /** Where the name is noted, for whoever watches over this process. */
  terms?: Terms | undefined
  /** Runs on one node at a time, until the signal is aborted. Must then end; the next turn waits for it. */
  work(signal: AbortSignal): Promise<void>
}

const ASK_EVERY = 1_000

/**
 * Runs `work` on one of all nodes; another takes over within about a second when that one ends, and within 15 when it
 * falls silent. Work that ends or throws is started again.
 */
export function runElected(election: Election): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const ended = stand(election, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

async function stand(election: Election, stopping: AbortSignal): Promise<void> {
  const pauses = growingPauses({ first: 250, most: 10_000 })
  election.terms?.set(election.name, false)
  while (!stopping.aborted) {
    try {
      await serveTerms(election, stopping, () => pauses.reset())
    } catch (error) {
      election.log.error({ err: error, election: election.name }, 'elected work failed; trying again')
    }
    if (!stopping.aborted) await pauses.next(stopping)
  }
}

/** One connection's life: waits for its turn, then works until it is over. */
async function serveTerms(election: Election, stopping: AbortSignal, onWell: () => void): Promise<void> {
  const session = await openLockSession(election.url)
  try {
    if (!(await waitForTurn(session, election.name, stopping))) return
    election.log.info({ election: election.name }, 'elected')
    election.terms?.set(election.name, true)
    const began = performance.now()
    try {
      await election.work(AbortSignal.any([stopping, session.ended]))
    } finally {
      election.terms?.set(election.name, false)
      // Work that ends in an instant, again and again, must not spin.
      if (performance.now() - began > 5_000) onWell()
    }
    if (session.ended.aborted && !stopping.aborted)
      election.log.warn({ election: election.name }, 'the election was lost with its connection')
  } finally {
    await session.close()
  }
}

/**
 * Asks again and again: to wait inside pg_advisory_lock would keep a snapshot open for days, and vacuum could remove
 * nothing from any table.
 */
async function waitForTurn(session: LockSession, name: string, stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    if (await session.tryAcquire(name)) return !stopping.aborted
    await pause(ASK_EVERY, stopping)
  }
  return false
}
