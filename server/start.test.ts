import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { authCalls } from '#contract/auth.ts'
import { capCalls } from '#contract/caps.ts'
import { feedCalls } from '#contract/feeds.ts'
import { publicSettingCalls } from '#contract/public-settings.ts'
import { zoneOf, DEFAULT_ZONE } from '#domain/kernel/zone.ts'
import { createArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi } from '#sandbox/lead-api/server.ts'
import { startTelegram } from '#sandbox/telegram/server.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { insertMember } from '#testing/capline.ts'
import { createTestDatabase } from '#testing/database.ts'
import { buildLeads } from '#testing/lead-sync.ts'
import { PATIENCE } from '#testing/patience.ts'
import { createProcesses, findDatabase, type Environment, type RunningServer } from '#testing/process.ts'

const processes = createProcesses()

afterEach(() => processes.close())

/** The one line that somebody sees when it does not start. */
async function refusalOf(environment: Environment): Promise<string> {
  const { code, stderr } = await processes.spawn('main', environment).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Capline does not start: [^\n]+\.\n$/)
  return stderr.trim()
}

describe('a start that cannot succeed ends with a sentence', () => {
  test.each([
    ['a wrong variable', { PORT: 'abc' }, 'PORT must be a port'],
    ['no such database host', { DATABASE_URL: 'postgres://a@db.invalid/b', APP_SECRET }, 'Check DATABASE_URL'],
    ['an address of another machine', { HOST: '203.0.113.7' }, 'no address 203.0.113.7. Set HOST'],
    ['a host without an address', { HOST: 'host.invalid' }, 'no address host.invalid. Set HOST'],
    ['a data folder that cannot be made', { DATA_DIR: '/dev/null/capline' }, 'Set DATA_DIR'],
    ['a data folder that cannot be written', { DATA_DIR: '/sys/kernel' }, 'Set DATA_DIR'],
  ])('%s', async (_case, environment, words) => {
    const DATA_DIR = await processes.makeFolder()
    expect(await refusalOf({ PORT: '0', DATA_DIR, ...environment })).toContain(words)
    // Nothing was begun.
    expect(await readdir(DATA_DIR)).toEqual([])
  })

  test('a taken port', async () => {
    const DATA_DIR = await processes.makeFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const PORT = String(portOf(other))
    expect(await refusalOf({ PORT, DATA_DIR })).toContain(
      `Port ${PORT} is taken. Stop the program that uses it, or set PORT`,
    )
    expect(await readdir(DATA_DIR)).toEqual([])
    other.close()
  })
})

test('the sandbox does not begin where somebody else is already or on the folder of one that runs, and goes on where it was', async () => {
  const database = await createTestDatabase()
  const { makeFolder } = processes
  const environment = { DATABASE_URL: database.url, APP_SECRET, SANDBOX: 'on', PORT: '0' }
  const foreign = await insertMember(database.db, { role: 'admin' })
  const refusal = await refusalOf({ ...environment, DATA_DIR: await makeFolder() })
  expect(refusal).toContain(
    'SANDBOX is on, and the database has members or data that the sandbox did not make. Set SANDBOX to off',
  )
  expect(await database.db.selectFrom('members').select('id').execute()).toEqual([{ id: foreign._id }])
  expect(await database.db.selectFrom('caps').select('id').execute()).toEqual([])
  await database.db.deleteFrom('members').execute()
  // Beside another one, and with an admin of its own.
  const [DATA_DIR, first, second] = [await makeFolder(), await makeFolder(), await makeFolder()]
  const start = (folder: string) => processes.startServer({ ...environment, DATA_DIR: folder, FIRST_ADMIN: '4711' })
  const [other, server] = await Promise.all([processes.startServer({ DATA_DIR }), start(first)])
  expect(await refusalOf({ PORT: '0', DATA_DIR })).toContain(
    `already running with the data folder ${DATA_DIR}. Stop it, or set DATA_DIR`,
  )
  expect(await readChatPage(other)).not.toBe(await readChatPage(server))
  await other.kill()
  const found = [await endWhenWorked(server), await endWhenWorked(await start(second))]
  const work = { closings: ['approved', 'paid'], pauses: 1, plans: 1, broadcasts: 1 }
  expect(found).toEqual([work, work])
  await database.close()

  /** What is there once all is done that the demo begins with. */
  async function endWhenWorked(one: RunningServer): Promise<unknown> {
    await expect.poll(() => isFirstWorkDone(database.db)).toBe(true)
    const done = await listFirstWork(database.db)
    one.signal('SIGTERM')
    const { code, stdout } = await one.ended
    // What it logged says what it waited for.
    expect({ code, log: code === 0 ? '' : stdout.slice(-4_000) }).toEqual({ code: 0, log: '' })
    return done
  }
})

/** The address of its chat, which answers. */
async function readChatPage(server: RunningServer): Promise<string> {
  expect((await server.readiness()).status).toBe(200)
  const [, page = ''] = await server.printed(/the code arrives at (http\S+)\n/)
  expect((await fetch(page)).status).toBe(200)
  return page
}

async function isFirstWorkDone(db: Database): Promise<boolean | undefined> {
  return (await db.selectFrom('demo_opening').select('done').executeTakeFirst())?.done
}

/** What the people of the demo world did before anybody looked. */
async function listFirstWork(db: Database) {
  const closings = await db.selectFrom('closings').select('state').orderBy('range_start', 'desc').execute()
  const countOf = async (table: 'pauses' | 'plans' | 'broadcasts') =>
    (await db.selectFrom(table).select('id').execute()).length
  const [pauses, plans, broadcasts] = [await countOf('pauses'), await countOf('plans'), await countOf('broadcasts')]
  return { closings: closings.map(({ state }) => state), pauses, plans, broadcasts }
}

test('a database on another machine is asked for TLS, and what to do where it has none is said', async () => {
  const asked: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      asked.push(bytes)
      socket.end('N')
    })
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  // This machine, by an address that does not say so.
  const DATABASE_URL = `postgres://a:b@0.0.0.0:${portOf(server)}/c`
  const refusal = await refusalOf({ PORT: '0', DATABASE_URL, APP_SECRET })
  expect(refusal).toContain('does not support SSL connections')
  expect(refusal).toContain('you can add sslmode=disable to the query of DATABASE_URL')
  expect(asked.map((bytes) => bytes.toString('hex'))).toEqual([SSL_REQUEST])
  server.close()
})

test('a transaction pooler alone is refused, and what it lacks is said', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(UNKNOWN_PARAMETER))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const DATABASE_URL = `postgres://a:b@127.0.0.1:${portOf(server)}/c`
  expect(await refusalOf({ PORT: '0', DATABASE_URL, APP_SECRET })).toContain(
    'If it leads to a transaction pooler, DATABASE_DIRECT_URL must lead to PostgreSQL itself.',
  )
  server.close()
})

test('a pooler that is away is named, and not taken for an address of this machine', async () => {
  const { url, close } = await createTestDatabase()
  const DATABASE_URL = 'postgres://a:b@pooler.invalid/c?sslmode=disable'
  expect(await refusalOf({ PORT: '0', DATABASE_URL, DATABASE_DIRECT_URL: url, APP_SECRET })).toContain(
    'The database c at pooler.invalid cannot be used: getaddrinfo',
  )
  await close()
})

test('a user who may not make tables, or the database of a replica, is told what to do', async () => {
  const { url, pool, close } = await createTestDatabase({ tables: false })
  const role = `guest_${process.pid}`
  await pool.query(`create role ${role} login password 'guest'`)
  const guest = Object.assign(new URL(url), { username: role, password: 'guest' })
  const ofNobody = { PORT: '0', DATABASE_URL: guest.href, APP_SECRET }
  const advice = 'Make the user of DATABASE_URL the owner of the database and of all in it.'
  expect(await refusalOf(ofNobody)).toContain(`permission denied for schema public. ${advice}`)
  // Tables alone are not enough.
  await pool.query(`grant create on schema public to ${role}`)
  expect(await refusalOf(ofNobody)).toContain(`permission denied for database ${guest.pathname.slice(1)}. ${advice}`)
  guest.searchParams.set('options', '-c default_transaction_read_only=on')
  expect(await refusalOf({ ...ofNobody, DATABASE_URL: guest.href })).toContain('DATABASE_URL must lead to the primary')
  await pool.query(`drop owned by ${role}; drop role ${role}`)
  await close()
})

test('a database with tables of somebody else, or of a replica, is told of by a start and by a command', async () => {
  const { url, pool, close } = await createTestDatabase()
  const role = `stranger_${process.pid}`
  await pool.query(`create role ${role} login password 'guest'`)
  const DATABASE_URL = Object.assign(new URL(url), { username: role, password: 'guest' }).href
  const denied = 'permission denied for table kysely_migration. Make the user of DATABASE_URL the owner'
  expect(await refusalOf({ PORT: '0', DATABASE_URL, APP_SECRET })).toContain(denied)
  const { code, stderr } = await processes.spawn('cli', { DATABASE_URL, APP_SECRET }, ['rebuild']).ended
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(`^[^\n]+${denied}[^\n]+\n$`) })
  const replica = new URL(url)
  replica.searchParams.set('options', '-c default_transaction_read_only=on')
  const first = { PORT: '0', DATABASE_URL: replica.href, APP_SECRET, FIRST_ADMIN: '123456789:@anna' }
  expect(await refusalOf(first)).toContain('DATABASE_URL must lead to the primary')
  await pool.query(`drop role ${role}`)
  await close()
})

/** What PgBouncer says to a connection that asks for timeouts: a type, a length with itself, and fields. */
const FIELDS = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0')
const UNKNOWN_PARAMETER = Buffer.concat([Buffer.from([69, 0, 0, 0, FIELDS.length + 4]), FIELDS])

/** Of PostgreSQL's protocol: a length of 8, and the number that asks for TLS. */
const SSL_REQUEST = '0000000804d2162f'

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('two that start together on one empty database both become ready; a public address without a trusted proxy is warned of, with what follows', async () => {
  const database = await createTestDatabase({ tables: false })
  const PUBLIC_URL = 'https://capline.example'
  const environment = { DATABASE_URL: database.url, APP_SECRET, SANDBOX: 'off', PUBLIC_URL }
  const both = await Promise.all([
    processes.startServer(environment),
    processes.startServer({ ...environment, TRUST_PROXY: '127.0.0.1' }),
  ])
  for (const server of both) expect(await server.readiness()).toEqual({ status: 200, text: '{"status":"ready"}' })
  const [bare, proxied] = both
  expect(bare.stdout()).toMatch(
    /"level":40.*PUBLIC_URL is set but TRUST_PROXY is not\. Behind a proxy everybody then counts as one address/,
  )
  expect(proxied.stdout()).not.toContain('TRUST_PROXY is not')
  expect(bare.stdout()).toContain('No admin may sign in yet. Start with FIRST_ADMIN')
  expect(await bare.clientOf(null)(publicSettingCalls.readPublic, {})).toMatchObject({ hasBot: false })
  await processes.close()
  await database.close()
})

test('without the sandbox it works against any Telegram and lead API that speak the protocols', async () => {
  const ADMIN = 4_711
  const telegram = await startTelegram({ token: '123456:foreign', now: () => systemClock.now() })
  telegram.plant({ people: [{ id: ADMIN, first_name: 'Ada', started: true }] })
  const source = createArraySource()
  const now = systemClock.now()
  source.put('leads', ...buildLeads(7, now))
  const leadApi = await startLeadApi({ token: 'foreign', source, now: systemClock.now })
  const DATA_DIR = await processes.makeFolder()
  const server = await processes.startServer({
    SANDBOX: 'off',
    TELEGRAM_BOT_TOKEN: '123456:foreign',
    TELEGRAM_API_ROOT: telegram.root,
    LEAD_API_URL: leadApi.url,
    LEAD_API_TOKEN: 'foreign',
    FIRST_ADMIN: String(ADMIN),
    DATA_DIR,
  })

  const stranger = server.clientOf(null)
  expect(server.stdout()).not.toContain('No admin may sign in yet')
  expect(await stranger(publicSettingCalls.readPublic, {})).toMatchObject({ hasBot: true })
  await stranger(authCalls.request, { body: { identifier: String(ADMIN) } })
  const message = await telegram.waitForMessage(ADMIN, () => true, PATIENCE)
  const code = /[A-Z2-9]{6}/.exec(message.text ?? '')?.[0] ?? ''
  const { member, token } = await stranger(authCalls.verify, { body: { identifier: String(ADMIN), code } })
  expect(member.role).toBe('admin')
  const admin = server.clientOf(token)
  const date = zoneOf(DEFAULT_ZONE).dayOf(now)
  // The one that begins by itself may be at it.
  const syncAndCount = async () => {
    expect((await admin(feedCalls.runSync, {})).status).not.toBe('error')
    return admin(capCalls.countLeads, { query: { date } })
  }
  await expect.poll(syncAndCount).toEqual({ date, total: 7 })

  server.signal('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(await findDatabase(DATA_DIR)).toBeNull()
  await Promise.all([telegram.close(), leadApi.close()])
})
