import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Log } from '../log.ts'
import { findBinaries, type Binaries } from './embedded/binaries.ts'
import { prepareCluster, type Cluster } from './embedded/cluster.ts'
import { stopPostmaster } from './embedded/postmaster.ts'
import { addressOf, reachServer, type Reached } from './embedded/reach.ts'
import type { LockSession } from './locks.ts'
import { growingPauses, pause, untilAborted } from './pauses.ts'
import { DatabaseRefusal } from './unavailable.ts'

export interface EmbeddedPostgres {
  /** Address of the database `capline` on loopback, with its password. */
  url: string
  /** May be called more than once. */
  stop(): Promise<void>
}

/** The owner of the data folder holds this lock in the database `postgres`. */
const OWNER_LOCK = 'capline.owner'

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** Gives up safety against a crash of the machine, for tests. A killed process loses nothing. */
  fast?: boolean
  /** Programs of another PostgreSQL, version 15 or newer. */
  binaries?: Binaries
  /** Ends a launch that is not done yet, and what it has begun; the launch then throws its reason. */
  givenUp?: AbortSignal | undefined
}

/**
 * Runs an embedded PostgreSQL on `dataDir`. It finds its data again, takes over a server whose owner was killed, and
 * restarts it if it dies. Throws a DatabaseRefusal if the folder is in use or cannot be used.
 */
export async function launchPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepare(options)
  const owned = await own(cluster, options.log, null, options.givenUp)
  if (!owned.ok) throw inUse(cluster)
  return serve(cluster, options.log, owned.value)
}

/**
 * The server of the Capline that runs on `dataDir`, which keeps running; without one, a server as from
 * `launchPostgres`.
 */
export async function attachPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepare(options)
  const owned = await own(cluster, options.log, null, options.givenUp)
  if (owned.ok) return serve(cluster, options.log, owned.value)
  return { url: addressOf(cluster, owned.port, 'capline'), stop: () => Promise.resolve() }
}

async function prepare({ dataDir, binaries, fast, givenUp }: EmbeddedOptions): Promise<Cluster> {
  return prepareCluster({ dataDir, binaries: binaries ?? (await findBinaries()), fast: fast ?? false, givenUp })
}

function serve(cluster: Cluster, log: Log, owned: Reached): EmbeddedPostgres {
  const keeper = keep(cluster, log, owned)
  let stopped: Promise<void> | null = null
  return {
    url: addressOf(cluster, owned.postmaster.port, 'capline'),
    stop: () => (stopped ??= keeper.stop()),
  }
}

interface InUse {
  reason: 'postgres.inUse'
  port: number
}

function inUse({ dataDir }: Cluster): DatabaseRefusal {
  return new DatabaseRefusal(
    `Capline is already running with the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  )
}

/** A running server, and the proof that nobody else owns it. */
async function own(
  cluster: Cluster,
  log: Log,
  port: number | null,
  givenUp?: AbortSignal,
): Promise<Result<Reached, InUse>> {
  const reached = await reachServer(cluster, log, port, givenUp)
  const { session, postmaster } = reached
  try {
    if (!(await acquire(session))) {
      await session.close()
      return refuse({ reason: 'postgres.inUse', port: postmaster.port })
    }
    if (port !== null && postmaster.port !== port) {
      await stopPostmaster(cluster.folder, postmaster)
      throw new Error('the server runs at another address; ending it')
    }
    await ensureDatabase(session)
    return accept(reached)
  } catch (error) {
    await session.close()
    throw error
  }
}

/** The server notices later than we do that its previous owner was killed. */
async function acquire(session: LockSession): Promise<boolean> {
  for (let round = 0; round < 20; round++) {
    if (await session.tryAcquire(OWNER_LOCK)) return true
    await pause(50)
  }
  return false
}

async function ensureDatabase({ query }: LockSession): Promise<void> {
  const { rowCount } = await query("select from pg_database where datname = 'capline'")
  if (rowCount === 0) await query('create database capline')
}

/** Restarts the server at the same address until it is stopped. */
function keep(cluster: Cluster, log: Log, first: Reached): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current = first
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await untilAborted(AbortSignal.any([current.session.ended, stopping.signal]))
      if (!stopping.signal.aborted)
        current = (await regain(cluster, log, first.postmaster.port, stopping.signal)) ?? current
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await watching
      // The lock is held until the server is gone, so that nobody takes it over while it stops.
      await stopPostmaster(cluster.folder, current.postmaster)
      await current.session.close()
    },
  }
}

async function regain(cluster: Cluster, log: Log, port: number, stopping: AbortSignal): Promise<Reached | null> {
  log.warn('the database server has ended; starting it again')
  const pauses = growingPauses({ first: 50, most: 5_000 })
  while (!stopping.aborted) {
    try {
      const owned = await own(cluster, log, port, stopping)
      if (!owned.ok) throw inUse(cluster)
      log.info('the database server is back')
      return owned.value
    } catch (error) {
      if (!stopping.aborted) log.error({ err: error }, 'the database server cannot be started; trying again')
    }
    await pauses.next(stopping)
  }
  return null
}
