import { afterAll, beforeAll, expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { settingCalls } from '#contract/settings.ts'
import { addMilliseconds, formatInstant, MINUTE } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf, ZONES } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { plantChats } from '#testing/busy-day.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createProcesses, type Environment, type RunningServer } from '#testing/process.ts'
import { addReachable, openBrowser, receiveCode } from '#testing/sign-in.ts'

// Two nodes whose machines' clocks are 7 minutes ahead and 7 behind: what is compared between them is the database's time.

const BOT_TOKEN = '100000:clocks'
const CHATS = 3
const SUMMARY_GROUP = -1_000_900_000
const SOON = 10_000

const zone = findZone()
const processes = createProcesses()
let database: TestDatabase
let telegram: TelegramStandIn
let shared: Environment
let ahead: RunningServer
let behind: RunningServer
let admin: string

beforeAll(async () => {
  database = await createTestDatabase()
  telegram = await startTelegram({ token: BOT_TOKEN, now: () => systemClock.now() })
  await plantChats(database.db, telegram, CHATS)
  telegram.plant({ groups: [{ id: SUMMARY_GROUP, title: 'Summaries', members: [] }] })
  admin = await insertSession(database.db, await insertMember(database.db, { role: 'admin' }), systemClock)
  shared = {
    SANDBOX: 'off',
    DATABASE_URL: database.url,
    APP_SECRET,
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_ROOT: telegram.root,
    NODE_OPTIONS: `--import=${new URL('../testing/skewed-date.ts', import.meta.url).href}`,
  }
  await set('timezone', zone)
  await set('summary_group_id', String(SUMMARY_GROUP))
  await set('summary_time', timeIn(4))
  // In this order: the first is elected for everything, and would tell what is not due yet.
  ahead = await startNode(7)
  behind = await startNode(-7)
})

afterAll(async () => {
  await processes.close()
  await database.close()
  await telegram.close()
})

async function startNode(minutes: number): Promise<RunningServer> {
  return processes.startServer({ ...shared, DATA_DIR: await processes.makeFolder(), SKEW_MINUTES: String(minutes) })
}

async function set(key: string, value: string): Promise<void> {
  const updated_at = formatInstant(systemClock.now())
  await database.db.insertInto('settings').values({ key, value, updated_at, updated_by: 'test' }).execute()
}

/** No day begins or ends there while the test runs. */
function findZone(): string {
  const now = systemClock.now()
  const found = ZONES.find(({ name }) => Math.abs(zoneOf(name).minutesOf(now) - 720) < 660)
  return found?.name ?? DEFAULT_ZONE
}

/** `HH:MM` in so many minutes. */
function timeIn(minutes: number): string {
  const at = zoneOf(zone).minutesOf(addMilliseconds(systemClock.now(), minutes * MINUTE))
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

async function expectCodesToWork(asked: RunningServer, tried: RunningServer): Promise<void> {
  const member = await addReachable({ ...database, telegram })
  const browser = openBrowser(asked, null)
  const code = await receiveCode({ telegram }, member, () => browser.request(member.telegramId))
  expect(await openBrowser(tried, null, browser.cookies).verify(member.telegramId, code)).toMatchObject({ member })
}

async function expectMessages(node: RunningServer, message: string): Promise<void> {
  const body = { audience: 'publishers', message, parseMode: 'HTML', requestId: message } as const
  await node.clientOf(admin)(broadcastCalls.send, { body })
  await expect.poll(() => countOf(message), { timeout: SOON }).toBe(CHATS)
}

function countOf(message: string): number {
  return telegram.chats().flatMap(({ chat }) => telegram.messages(chat.id).filter(({ text }) => text === message))
    .length
}

const summaries = () => telegram.messages(SUMMARY_GROUP).length

/** Up to when what is due was told. */
async function readLookedUntil(): Promise<number> {
  const state = await database.db.selectFrom('schedule_state').select('looked_until').executeTakeFirst()
  return state?.looked_until ?? 0
}

async function readSkews(): Promise<readonly string[]> {
  const message = "this machine's clock differs from the database's, whose time is used: set it right"
  const logged = database.db.selectFrom('debug_logs').select('metadata').where('message', '=', message)
  return (await logged.orderBy('metadata').execute()).map(({ metadata }) => metadata)
}

const nodes = () => [
  { name: 'ahead', node: ahead, other: behind },
  { name: 'behind', node: behind, other: ahead },
]

test('a code that is asked for on one node works on the other, and messages go out at once', async () => {
  for (const { name, node, other } of nodes()) {
    await expectCodesToWork(node, other)
    await expectMessages(node, `from the one ${name}`)
  }
})

test('a node whose clock is wrong says so where it is asked whether it is ready, and in the log', async () => {
  expect(await ahead.readiness()).toEqual({
    status: 200,
    text: expect.stringMatching(/"degraded".*"The clock of this machine is 4\d\d\.\d s ahead of the database's/),
  })
  // A node looks at its clock every other second.
  await expect.poll(readSkews, { timeout: SOON }).toEqual(['{"skewSeconds":-420}', '{"skewSeconds":420}'])
})

test('what is due is told once, by the time of the database, whoever is elected', async () => {
  // The node ahead is past the time of the summary; the database is not.
  expect(Math.abs((await readLookedUntil()) - systemClock.now())).toBeLessThan(MINUTE)
  expect(summaries()).toBe(0)
  // It is brought forward to where only the node behind takes it for something to come.
  await ahead.clientOf(admin)(settingCalls.save, { params: { key: 'summary_time' }, body: { value: timeIn(-3) } })
  await expect.poll(summaries, { timeout: SOON }).toBe(1)
  ahead.signal('SIGTERM')
  await ahead.ended
  const left = systemClock.now()
  await behind.clientOf(admin)(settingCalls.save, { params: { key: 'summary_time' }, body: { value: timeIn(-2) } })
  await expect.poll(readLookedUntil, { timeout: SOON }).toBeGreaterThan(left)
  expect(summaries()).toBe(1)
  await expectMessages(behind, 'from the one that is left')
})

test('a code of the command line works on a node', async () => {
  const member = await addReachable({ ...database, telegram })
  const environment = { ...shared, DATA_DIR: await processes.makeFolder(), SKEW_MINUTES: '7' }
  const { stdout } = await processes.spawn('cli', environment, ['login-code', member.telegramId]).ended
  const [code = ''] = stdout.split('\n')
  expect(await openBrowser(behind, null).verify(member.telegramId, code)).toMatchObject({ member })
})
