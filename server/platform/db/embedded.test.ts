import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runScript, type Child } from '#testing/child.ts'
import { DATABASES } from '#testing/folders.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { PATIENCE } from '#testing/patience.ts'
import { createLog } from '../log.ts'
import { attachPostgres, launchPostgres, type EmbeddedPostgres } from './embedded.ts'
import { findBinaries } from './embedded/binaries.ts'
import { DatabaseRefusal } from './unavailable.ts'

const log = createLog('silent', { pretty: false })
const root = process.getuid?.() === 0
const NOBODY = 65534

let dataDir = ''
let seed = ''
const running: EmbeddedPostgres[] = []
const children: Child[] = []

beforeAll(async () => {
  seed = await mkdtemp(join(DATABASES, 'capline-embedded-'))
  const server = await launchPostgres({ dataDir: seed, log, fast: true })
  await server.stop()
})

afterAll(() => rm(seed, { recursive: true, force: true }))

/** To make a database takes half a second; here one is copied. */
async function haveDatabase(): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${seed}/.`, dataDir])
  await chmod(dataDir, 0o755)
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(DATABASES, 'capline-embedded-'))
  // mkdtemp makes it 0700; a clone in a person's folder is open.
  await chmod(dataDir, 0o755)
})

afterEach(async () => {
  for (const child of children.splice(0)) await child.end('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
  const pid = await readPid().catch(() => null)
  if (pid) process.kill(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function launch(folder = dataDir, told = log): Promise<EmbeddedPostgres> {
  const server = await launchPostgres({ dataDir: folder, log: told, fast: true })
  running.push(server)
  return server
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(server), 1)
  await server.stop()
}

const OWNER = `
import { launchPostgres } from '#platform/db/embedded.ts'
import { createLog } from '#platform/log.ts'
try {
  const { url } = await launchPostgres({ dataDir: process.argv[1] ?? '', log: createLog('silent', { pretty: false }), fast: true })
  console.log(url)
} catch (error) {
  console.log(error.name + ': ' + error.message)
}`

async function launchInChild(folder = dataDir, through: string[] = []): Promise<{ child: Child; url: string }> {
  const child = runScript(OWNER, { args: [folder], through })
  children.push(child)
  return { child, url: await child.line() }
}

/** As an ordinary user, who may read this project wherever it lies. */
function as(user: number): string[] {
  const reads = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...reads]
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function readPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

describe('a data folder', () => {
  test('keeps what is in it, however deep it lies and whatever it is called', async () => {
    const folder = join(dataDir, 'ein Ordner mit Läufen', "d'été", 'x'.repeat(100), 'y'.repeat(100))
    const first = await launch(folder)
    await query(first.url, 'create table kept as select 42 as answer')
    await stop(first)
    const second = await launch(folder)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('has a server that knows all letters, orders by code and asks for the password; a command joins it, or runs one alone', async () => {
    await haveDatabase()
    const server = await launch()
    const { url } = server
    const [row] = await query(url, "select current_setting('server_encoding') as encoding, 'é' > 'z' as by_code")
    expect(row).toEqual({ encoding: 'UTF8', by_code: true })
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')

    const joined = await attachPostgres({ dataDir, log, fast: true })
    expect(joined.url).toBe(url)
    await joined.stop()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop(server)
    const alone = await attachPostgres({ dataDir, log, fast: true })
    expect(await query(alone.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await alone.stop()
    await expect(query(alone.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  test('that is new is made once by two that start together; no draft is left, theirs or of one that was killed', async () => {
    const gone = runScript('')
    await new Promise((resolve) => gone.process.once('exit', resolve))
    await mkdir(join(dataDir, `postgres.new-${gone.process.pid}-abc`))
    const both = await Promise.allSettled([launch(), launch()])
    const refused = both.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => reason)).toEqual([expect.any(DatabaseRefusal)])
    expect(await query(running[0]?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  })

  test('whose password file was lost is refused with a sentence', async () => {
    await haveDatabase()
    await writeFile(join(dataDir, 'postgres-password'), 'another')
    await expect(launch()).rejects.toThrow('has another password')
    await rm(join(dataDir, 'postgres-password'))
    await expect(launch()).rejects.toThrow('The password of the database cannot be read')
  })
})

describe('after a kill', () => {
  beforeEach(haveDatabase)

  test('of the owner, to whom alone it belonged, its server is adopted', async () => {
    const { child, url } = await launchInChild()
    await expect(launch()).rejects.toThrow(
      `Capline is already running with the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    )
    const pid = await readPid()
    await query(url, 'create table kept as select 42 as answer')
    await child.end('SIGKILL')
    const server = await launch()
    expect(server.url).toBe(url)
    expect(await readPid()).toBe(pid)
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    // It leads a process group of its own, which Ctrl-C in our terminal does not reach.
    expect(() => process.kill(-pid, 0)).not.toThrow()
    await stop(server)
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  test('of both, the data is there again, though an old statement runs on for a second', async () => {
    const { child, url } = await launchInChild()
    await query(url, 'create table kept as select 42 as answer')
    const busy = "do $$ begin while clock_timestamp() < now() + interval '1 s' loop end loop; end $$"
    const orphan = query(url, busy).catch(() => undefined)
    await vi.waitFor(async () => {
      const [row] = await query(url, "select count(*)::int as busy from pg_stat_activity where query like 'do %'")
      expect(row).toEqual({ busy: 1 })
    }, PATIENCE)
    const pid = await readPid()
    await child.end('SIGKILL')
    process.kill(pid, 'SIGKILL')
    const server = await launch()
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    // PostgreSQL had refused to start beside it.
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('is still in use')
    await orphan
  })

  test('of the machine, the number in the pid file may be a stranger', async () => {
    const file = join(dataDir, 'postgres/postmaster.pid')
    await writeFile(file, `${process.pid}\n${dataDir}/postgres\n1\n5999\n\n127.0.0.1\n`)
    const server = await launch()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('of the server, it comes back at the same address', async () => {
    const told = createMemoryLog()
    const server = await launch(dataDir, told.log)
    await query(server.url, 'create table kept as select 42 as answer')
    process.kill(await readPid(), 'SIGKILL')
    // It answers a little before it is ours again.
    await told.waitFor({ msg: 'the database server is back' })
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await expect(launchPostgres({ dataDir, log })).rejects.toThrow('already running')
  })
})

test('a start that fails tells what PostgreSQL said last', async () => {
  await haveDatabase()
  await writeFile(join(dataDir, 'postgres/postgresql.auto.conf'), "no_such_setting = 'x'\n")
  await expect(launch()).rejects.toThrow(/did not start.*unrecognized configuration parameter "no_such_setting"/s)
})

describe.runIf(root)('started by root', () => {
  test('has no right of root, also where only root may enter: the database reads no file of the machine', async () => {
    const closed = join(dataDir, 'closed')
    await mkdir(join(closed, 'data'), { recursive: true })
    await promisify(execFile)('cp', ['-a', `${seed}/.`, join(closed, 'data')])
    await chmod(closed, 0o700)
    await writeFile(join(closed, 'secret'), 'of root')
    const { url } = await launch(join(closed, 'data'))
    for (const file of ['/etc/shadow', join(closed, 'secret')]) {
      await expect(query(url, `select pg_read_file('${file}')`)).rejects.toThrow(/Permission denied|No such file/)
      await expect(query(url, `create temp table t (x text); copy t from '${file}'`)).rejects.toThrow(
        /Permission denied|No such file/,
      )
    }
    expect((await stat(join(closed, 'data/postgres'))).uid).not.toBe(0)
    const pid = Number((await readFile(join(closed, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0])
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    for (const set of ['Inh', 'Prm', 'Eff', 'Amb']) expect(status).toContain(`Cap${set}:\t0000000000000000`)
  })

  test('runs where its programs too lie below a folder that only root may enter', async () => {
    await chmod(dataDir, 0o700)
    const { postgres } = await findBinaries()
    const native = join(dataDir, 'native')
    await promisify(execFile)('cp', ['-a', dirname(dirname(postgres)), native])
    const binaries = {
      postgres: join(native, 'bin/postgres'),
      initdb: join(native, 'bin/initdb'),
      catalog: join(native, 'share/postgresql/postgres.bki'),
    }
    const server = await launchPostgres({ dataDir: join(dataDir, 'data'), log, fast: true, binaries })
    running.push(server)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('says what to do where it cannot show the folders', async () => {
    const closed = join(dataDir, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const { url: answer } = await launchInChild(join(closed, 'data'), ['setpriv', '--bounding-set=-sys_admin'])
    expect(answer).toMatch(
      /^DatabaseRefusal: PostgreSQL does not run as root, and .* Start Capline as an ordinary user/,
    )
  })

  test('says that a user without a name will not do', async () => {
    await chmod(dataDir, 0o777)
    const { url: answer } = await launchInChild(dataDir, as(65532))
    expect(answer).toMatch(/^DatabaseRefusal: PostgreSQL only runs as a user who has a name/)
  })

  test('keeps the folder of an ordinary user usable for that user', async () => {
    await chmod(dataDir, 0o777)
    const user = as(NOBODY)
    const first = await launchInChild(dataDir, user)
    await query(first.url, 'create table kept as select 42 as answer')
    await first.child.end('SIGKILL')
    await stop(await launch())
    await stop(await launch())
    const again = await launchInChild(dataDir, user)
    expect(await query(again.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NOBODY)
  })
})
