import { codeOf } from '../../error-code.ts'
import type { Log } from '../../log.ts'
import { openLockSession, type LockSession } from '../locks.ts'
import { pause } from '../pauses.ts'
import { DatabaseRefusal, messageOf } from '../unavailable.ts'
import { SUPERUSER, type Cluster } from './cluster.ts'
import {
  findPostmaster,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type StartedPostmaster,
} from './postmaster.ts'

export interface Reached {
  session: LockSession
  postmaster: Postmaster
}

export function addressOf(cluster: Cluster, port: number, database: string): string {
  // sslmode is set, so that PGSSLMODE of the environment has no effect.
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Connects to the server on the folder. Starts it if none runs: at `port`, or at a free port. */
export async function reachServer(
  cluster: Cluster,
  log: Log,
  port: number | null,
  givenUp?: AbortSignal,
): Promise<Reached> {
  return new Approach(cluster, log, port).reach(givenUp)
}

/** Temporary problems caused by other processes on the folder. */
const PASSING = /lock file .* already exists|is still in use|could not bind|Address already in use/

const PATIENCE = 10_000
const PATIENCE_FOR_RECOVERY = 300_000

class Approach {
  readonly #cluster: Cluster
  readonly #log: Log
  readonly #port: number | null
  #started: StartedPostmaster | null = null
  #obstacle: unknown = null
  #deadline = performance.now() + PATIENCE

  constructor(cluster: Cluster, log: Log, port: number | null) {
    this.#cluster = cluster
    this.#log = log
    this.#port = port
  }

  async reach(givenUp?: AbortSignal): Promise<Reached> {
    try {
      while (performance.now() < this.#deadline) {
        givenUp?.throwIfAborted()
        const reached = await this.#attempt()
        if (reached) return reached
        await pause(20)
      }
      throw new DatabaseRefusal(`PostgreSQL in ${this.#cluster.folder} does not answer. ${messageOf(this.#obstacle)}`)
    } catch (error) {
      if (this.#started) await stopPostmaster(this.#cluster.folder, this.#started)
      throw error
    }
  }

  async #attempt(): Promise<Reached | null> {
    await this.#noticeEnd()
    const found = this.#started ?? (await findPostmaster(this.#cluster.folder))
    if (!found) {
      this.#started = await startPostmaster(this.#cluster, this.#port)
      return null
    }
    const session = await this.#enter(found)
    if (session && !this.#started) this.#log.info({ server: found.pid }, 'found the database server of an earlier run')
    return session && { session, postmaster: { pid: found.pid, port: found.port } }
  }

  /** The server started here ended at once: for a temporary or a lasting reason. */
  async #noticeEnd(): Promise<void> {
    const lastWords = await this.#started?.ended()
    if (typeof lastWords !== 'string') return
    this.#started = null
    this.#obstacle = new Error(lastWords)
    if (!PASSING.test(lastWords)) throw new DatabaseRefusal(`PostgreSQL did not start. ${lastWords}`)
    await pause(100)
  }

  async #enter({ port }: Postmaster): Promise<LockSession | null> {
    // The file exists a moment before it contains the port.
    if (port === 0) return null
    try {
      const session = await openLockSession(addressOf(this.#cluster, port, 'postgres'))
      // A frozen owner keeps the folder: the server in it is its child.
      await session.query('set idle_session_timeout = 0')
      return session
    } catch (error) {
      this.#obstacle = error
      // Replaying the log after a crash may take any time.
      if (codeOf(error) === '57P03')
        this.#deadline = Math.max(this.#deadline, performance.now() + PATIENCE_FOR_RECOVERY)
      if (codeOf(error) === '28P01') await this.#refuseStranger()
      return null
    }
  }

  /** Another password. If the server started here is alive, it is not another one that took its port. */
  async #refuseStranger(): Promise<void> {
    await pause(200)
    if (this.#started?.ended()) return
    throw new DatabaseRefusal(
      `The database in ${this.#cluster.folder} has another password than the one in ${this.#cluster.dataDir}/postgres-password. Put the right file back, or set DATA_DIR to another folder.`,
    )
  }
}
