import type { Log } from '../log.ts'
import { openLockSession, type LockSession } from './locks.ts'
import { growingPauses, pause } from './pauses.ts'

/** A lock on a name over all nodes of the database. */
export interface Lock {
  /** Aborted when the connection broke, so that somebody else may hold the name: stop at once. */
  lost: AbortSignal
  release(): Promise<void>
}

/**
 * Takes the lock, or returns null if somebody has it. `url` must lead to PostgreSQL itself, not to a transaction
 * pooler.
 */
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

/** The roles for which this process is a candidate, and whether it is elected. */
export type Terms = Map<string, boolean>

export interface Election {
  url: string
  name: string
  log: Log
  /** Where the role is noted, for monitoring. */
  terms?: Terms | undefined
  /** Runs on one node at a time, until the signal is aborted. Must then end; the next turn waits for it. */
  work(signal: AbortSignal): Promise<void>
}

const ASK_EVERY = 1_000

/**
 * Runs `work` on one of all nodes. Another node takes over within about a second when that one ends, and within 15 s
 * when it falls silent. Work that ends or throws is started again.
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
  const pauses = growingPauses({ first: 250, most: 2_000 })
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

/** The life of one connection: waits for its turn, then works until the connection ends. */
async function serveTerms(election: Election, stopping: AbortSignal, onWell: () => void): Promise<void> {
  const session = await openLockSession(election.url)
  const began = performance.now()
  try {
    if (!(await waitForTurn(session, election.name, stopping))) return
    election.log.info({ election: election.name }, 'elected')
    election.terms?.set(election.name, true)
    try {
      await election.work(AbortSignal.any([stopping, session.ended]))
    } finally {
      election.terms?.set(election.name, false)
    }
    if (session.ended.aborted && !stopping.aborted)
      election.log.warn({ election: election.name }, 'the election was lost with its connection')
  } finally {
    // Work that ends at once, again and again, must not spin.
    if (performance.now() - began > 5_000) onWell()
    await session.close()
  }
}

/**
 * Polls, because waiting inside pg_advisory_lock would keep a snapshot open for days, and vacuum could remove nothing
 * from any table.
 */
async function waitForTurn(session: LockSession, name: string, stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    if (await session.tryAcquire(name)) return !stopping.aborted
    await pause(ASK_EVERY, stopping)
  }
  return false
}
