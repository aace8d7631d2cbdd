import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '#platform/db/database.ts'
import { chooseAccount, giveFolder } from '#platform/db/embedded/account.ts'
import { findBinaries } from '#platform/db/embedded/binaries.ts'
import { prepareCluster, type Cluster } from '#platform/db/embedded/cluster.ts'
import { addressOf } from '#platform/db/embedded/reach.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'
import type { TestDatabase } from '../database.ts'
import { DATABASES } from '../folders.ts'
import { findFreePort } from '../network.ts'
import { signalServer } from './signals.ts'

/** A PostgreSQL of our own with all tables, and a streaming replica of it that can be slowed and frozen. */
export interface Replicated {
  database: TestDatabase
  readUrl: string
  /** Stops or resumes applying what the primary sends; it goes on answering. */
  pauseReplay(isPaused: boolean): Promise<void>
  /** Kills the replica and starts it at once, as it was some time ago; `delay`: and applies no commit that is younger. */
  restart(delay: '0' | '1h'): Promise<void>
  /** To all processes of the replica. */
  signal(name: NodeJS.Signals): Promise<void>
}

export async function startReplicated(): Promise<Replicated> {
  const dataDir = await mkdtemp(join(DATABASES, `capline-test-${process.pid}-`))
  const cluster = await prepareCluster({ dataDir, binaries: await findBinaries(), fast: true })
  const [primaryPort, port] = [await findFreePort(), await findFreePort()]
  const urlOf = (at: number, name = 'capline') => addressOf(cluster, at, name)
  const url = urlOf(primaryPort)
  const primary = launch(cluster, cluster.folder, primaryPort)
  await untilReady(urlOf(primaryPort, 'postgres'))
  await ask(urlOf(primaryPort, 'postgres'), 'create database capline')
  await migrate(url, createLog('silent', { pretty: false }))
  const replicaDir = join(dataDir, 'replica')
  const folder = join(replicaDir, 'postgres')
  await copyCluster(cluster, folder, url)
  let replica = launch(cluster, folder, port, { primary_conninfo: url })
  await untilReady(urlOf(port))
  const pool = connect(url, { onError: () => undefined })
  return {
    database: {
      ...pool,
      url,
      async close() {
        await pool.close()
        await signalServer(folder, 'SIGKILL')
        await signalServer(cluster.folder, 'SIGKILL')
        await Promise.all([whenOver(replica), whenOver(primary)])
        await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
      },
    },
    readUrl: urlOf(port),
    pauseReplay: (isPaused) => ask(urlOf(port), `select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`),
    async restart(delay) {
      await signalServer(folder, 'SIGKILL')
      await whenOver(replica)
      replica = launch(cluster, folder, port, { primary_conninfo: url, recovery_min_apply_delay: delay })
      await untilReady(urlOf(port))
    },
    signal: (name) => signalServer(folder, name),
  }
}

async function whenOver(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
}

/** As a base backup does: the files as they are while the server runs, and where in its log to begin. */
async function copyCluster(cluster: Cluster, folder: string, url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("select pg_backup_start('replica', true)")
    await cp(cluster.folder, folder, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    await writeFile(join(folder, 'backup_label'), rows[0]?.label ?? '')
    await writeFile(join(folder, 'standby.signal'), '')
    await chmod(folder, 0o700)
    await giveFolder(folder, await chooseAccount(cluster.folder))
  } finally {
    await client.end()
  }
}

function launch(cluster: Cluster, folder: string, port: number, more: Record<string, string> = {}): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: '64MB',
    wal_level: 'replica',
    wal_keep_size: '1GB',
    fsync: 'off',
    timezone: 'UTC',
    hot_standby_feedback: 'on',
    ...more,
  }
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, options } = cluster.runAs(cluster.postgres, ['-D', folder, ...pairs])
  return spawn(file, args, { ...options, stdio: 'ignore' })
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function untilReady(url: string): Promise<void> {
  for (let round = 0; round < 500; round++) {
    // oxlint-disable no-await-in-loop -- until it answers
    const isReady = await ask(url, 'select 1').then(
      () => true,
      () => false,
    )
    if (isReady) return
    await wait(20)
    // oxlint-enable no-await-in-loop
  }
  throw new Error('PostgreSQL does not answer')
}
