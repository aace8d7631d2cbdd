import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#platform/db/embedded/binaries.ts'
import { prepareCluster, type Cluster } from '#platform/db/embedded/cluster.ts'
import { startPostmaster, stopPostmaster } from '#platform/db/embedded/postmaster.ts'
import { addressOf } from '#platform/db/embedded/reach.ts'
import { makeFolder, ROOT, startServerProcess } from './server-process.ts'
import { median, type Row } from './table.ts'

const ROUNDS = 5

/** How long people wait after `npm start`, against what the two programs that it runs need by themselves. */
export async function measureStart(parts: AsyncDisposableStack): Promise<Row[]> {
  console.error('start: measuring')
  const dataDir = await makeFolder(parts)
  const cluster = await prepareCluster({
    dataDir: await makeFolder(parts),
    binaries: await findBinaries(),
    fast: false,
  })
  await forgetBuild()
  const first = await timeStart(parts, dataDir)
  const seconds: number[] = []
  const yardsticks: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    yardsticks.push((await timeNode()) + (await timePostgres(cluster)))
    seconds.push(await timeStart(parts, dataDir))
  }
  return [
    describe('npm start, second time', median(seconds), median(yardsticks), 3, 'the demo world is there'),
    describe(
      'npm start, first time',
      first,
      median(yardsticks),
      10,
      'packages are there; builds, plants the demo world',
    ),
  ]
}

/** As in a fresh clone: the next start builds. */
async function forgetBuild(): Promise<void> {
  await Promise.all(['server', 'web'].map((part) => rm(join(ROOT, 'dist', `.${part}-stamp`), { force: true })))
}

async function timeStart(parts: AsyncDisposableStack, dataDir: string): Promise<number> {
  const server = await startServerProcess(['npm', 'start'], { DATA_DIR: dataDir, SANDBOX: 'on', APP_SECRET: '' })
  const ending = parts.adopt(server, ({ end }) => end())
  await ending.end()
  return server.readyAfterMilliseconds
}

/** A process that does nothing, from its start to its end. */
async function timeNode(): Promise<number> {
  const started = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - started
}

/** PostgreSQL on a database that is there, until it answers. */
async function timePostgres(cluster: Cluster): Promise<number> {
  const started = performance.now()
  const postmaster = await startPostmaster(cluster, null)
  const url = addressOf(cluster, postmaster.port, 'postgres')
  while (!(await answers(url))) {
    if (postmaster.ended()) throw new Error(`PostgreSQL ended: ${await postmaster.ended()}`)
    await pause(5)
  }
  const milliseconds = performance.now() - started
  await stopPostmaster(cluster.folder, postmaster)
  return milliseconds
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function describe(what: string, milliseconds: number, yardstick: number, goalSeconds: number, note: string): Row {
  return {
    bench: 'start',
    what,
    figure: `${(milliseconds / 1000).toFixed(2)} s`,
    yardstick: `empty Node + PostgreSQL ${(yardstick / 1000).toFixed(2)} s`,
    ratio: milliseconds / yardstick,
    goal: `<= ${goalSeconds} s`,
    met: milliseconds <= goalSeconds * 1000,
    note,
  }
}
