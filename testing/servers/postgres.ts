import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { launchPostgres } from '#platform/db/embedded.ts'
import { isAlive } from '#platform/db/embedded/cluster.ts'
import { findPostmaster, stopPostmaster } from '#platform/db/embedded/postmaster.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { DATABASES } from '../folders.ts'
import { listCitusNodes } from './citus.ts'
import { findSystemPostgres } from './system-postgres.ts'

const log = createLog('error', { pretty: false })

export interface TestServer {
  /** Of a migrated database that nobody is connected to. */
  templateUrl: string
  stop(): Promise<void>
}

/**
 * A server with a migrated database in it: that of TEST_DATABASE_URL, the machine's own PostgreSQL of the version in
 * TEST_POSTGRES_VERSION, or the embedded one.
 */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL']
  return given ? useServer(given) : launchServer()
}

async function useServer(serverUrl: string): Promise<TestServer> {
  // A database of Citus cannot be copied.
  if ((await listCitusNodes(serverUrl)).length > 0) return { templateUrl: serverUrl, stop: async () => undefined }
  const name = `template_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(serverUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await fillTemplate(url.href)
  return {
    templateUrl: url.href,
    async stop() {
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    },
  }
}

async function launchServer(): Promise<TestServer> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(DATABASES, `capline-test-${process.pid}-`))
  const version = process.env['TEST_POSTGRES_VERSION']
  const binaries = version ? { binaries: await findSystemPostgres(version) } : {}
  const server = await launchPostgres({ dataDir, log, fast: true, ...binaries })
  await fillTemplate(server.url)
  return {
    templateUrl: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** All tables, those of the jobs too: else every product that a test starts would make them anew. */
async function fillTemplate(url: string): Promise<void> {
  await migrate(url, log)
  const jobs = createJobs({ url, log })
  await jobs.start()
  await jobs.stop()
}

/** What test runs that were killed left behind. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(DATABASES)) {
    const pid = /^capline-(?:test|process)-(\d+)-/.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    const folder = join(DATABASES, name)
    const postmaster = await findPostmaster(join(folder, 'postgres'))
    if (postmaster) await stopPostmaster(join(folder, 'postgres'), postmaster)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
