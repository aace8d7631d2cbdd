import { setTimeout as wait } from 'node:timers/promises'
import { shareReads } from '../http/shared-reads.ts'
import type { Log } from '../log.ts'
import { connect, type Database } from './database.ts'
import { keepPulse } from './pulse.ts'
import { followCourse, readCommitted, type Ask, type Position, type Standing } from './replica-course.ts'
import { isAway, isPoolFull, isUnavailable, messageOf } from './unavailable.ts'

/** A streaming replica of the database, for reads (decision 042). */
export interface Replica {
  /** Its connections. Outside of `read` they may show an older state. */
  db: Database
  /**
   * Reads with `there`, on the replica, once it has replayed everything that was committed before the call. Reads with
   * `here`, on the primary, if the replica takes too long or reading there fails because of the server. Only if the
   * replica itself is away do other reads skip it, until the next look. The answer of `there` is thrown away if the
   * replica began anew meanwhile.
   */
  read<T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T>
  standing(): Standing
  close(): Promise<void>
}

/** The longest wait for the replica to catch up. */
const LONGEST_WAIT_MS = 200
const LOOK_EVERY_MS = 5

export interface ReplicaOptions {
  /** Must lead to the replica itself. */
  url: string
  /** Asks any connection of the primary. */
  primary: Ask
  log: Log
  /** Called for each read with the server that answered. */
  onRead(server: 'replica' | 'primary'): void
}

export function openReplica({ url, primary, log, onRead }: ReplicaOptions): Replica {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to the replica broke')
  const course = followCourse(primary, log)
  const pool = connect(url, { max: 20, prepares: true, onError, meet: (connection) => course.meet(connection) })
  const ask: Ask = (text) => pool.pool.query(text)
  const pulse = keepPulse(pool, url, log, (query) => course.look(query))
  // The first heartbeat comes only after a while.
  course.look(ask).catch(() => undefined)
  const share = shareReads<Position>()

  async function hasCaughtUp(): Promise<boolean> {
    if (!course.isFit()) return false
    const committed = await share('', () => readCommitted(primary))
    if (course.hasReplayed(committed)) return true
    const late = wait(LONGEST_WAIT_MS, false, { ref: false })
    if (await Promise.race([waitFor(committed).catch(() => false), late])) return true
    // A call that waits for a connection has no information about the replica.
    if (pool.pool.waitingCount === 0) course.giveUp('it is behind')
    return false
  }

  async function waitFor(committed: Position): Promise<boolean> {
    for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end;) {
      // oxlint-disable-next-line no-await-in-loop -- until it is there
      await course.ask(ask)
      if (course.hasReplayed(committed)) return true
      // oxlint-disable-next-line no-await-in-loop
      await wait(LOOK_EVERY_MS)
    }
    return false
  }

  /**
   * Errors that do not mean this: a cancelled query, a pool whose connections are all in use, or an error of the
   * primary, if `there` writes.
   */
  function saysItIsAway(error: unknown): boolean {
    return error instanceof Error && isAway(error) && !isPoolFull(error) && pool.hasFailedWith(error)
  }

  return {
    db: pool.db,
    async read(there, here) {
      const before = course.setbacks()
      if (await hasCaughtUp()) {
        try {
          const value = await there()
          if (course.setbacks() === before) {
            onRead('replica')
            return value
          }
        } catch (error) {
          if (!isUnavailable(error)) throw error
          if (saysItIsAway(error)) course.giveUp(messageOf(error))
        }
      }
      onRead('primary')
      return here()
    },
    standing: () => course.standing(),
    async close() {
      await pulse.stop()
      await pool.close()
    },
  }
}
