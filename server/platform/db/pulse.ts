import type { Log } from '../log.ts'
import type { Pool } from './database.ts'
import { openLockSession, type Query } from './locks.ts'
import { growingPauses, untilAborted } from './pauses.ts'

export interface Pulse {
  stop(): Promise<void>
}

/**
 * Cuts the connections of a pool when the database falls silent, so every waiting call fails within 6 s: a stopped
 * server or a broken network sends nothing, and TCP would wait for a quarter of an hour. `url` must lead to PostgreSQL
 * itself. `ask`: the question, sent every 2 s.
 */
export function keepPulse(
  { connections }: Pick<Pool, 'connections'>,
  url: string,
  log: Log,
  ask?: (query: Query) => Promise<unknown>,
): Pulse {
  const stopping = new AbortController()
  const watching = watch({ url, ask }, stopping.signal, () => {
    log.warn({ connections: connections.size }, 'the database does not answer; what waits for it is cut off')
    for (const client of connections) client.connection.stream.destroy()
  })
  return {
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

interface Watched {
  url: string
  ask: ((query: Query) => Promise<unknown>) | undefined
}

async function watch(watched: Watched, stopping: AbortSignal, onSilence: () => void): Promise<void> {
  const pauses = growingPauses({ first: 250, most: 2_000 })
  while (!stopping.aborted) {
    try {
      await watchOnce(watched, stopping, () => pauses.reset())
      if (!stopping.aborted) onSilence()
    } catch {
      // The database is away; each call fails with that.
    }
    await pauses.next(stopping)
  }
}

async function watchOnce({ url, ask }: Watched, stopping: AbortSignal, onConnected: () => void): Promise<void> {
  const session = await openLockSession(url, ask)
  onConnected()
  await untilAborted(AbortSignal.any([session.ended, stopping]))
  await session.close()
}
