import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type Client } from '#contract/client.ts'
import { feedCalls, type SyncResult } from '#contract/feeds.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Member, Role } from '#domain/team/member.ts'
import { createArraySource, type ArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi, type LeadApi } from '#sandbox/lead-api/server.ts'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { startCapline } from '#server/capline.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import { readConfig, type Config } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { addSink, createLog } from '#platform/log.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { APP_SECRET } from './app-secret.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A member with a session, and a client that calls in their name. */
export interface SignedIn {
  member: Member
  token: string
  call: Client
}

/** The whole product against stand-ins and a database of its own, as one test file has it. */
export interface TestCapline {
  address: string
  db: Database
  database: TestDatabase
  telegram: TelegramStandIn
  leadApi: LeadApi
  source: ArraySource
  /** A client that has not signed in. */
  call: Client
  signIn(role: Role): Promise<SignedIn>
  /** Runs a lead sync, after the one that may be running just now. */
  sync(): Promise<SyncResult>
  close(): Promise<void>
}

export interface TestCaplineOptions {
  /** Of the test file where vitest runs it. */
  database?: TestDatabase
  clock?: Clock
  /** What the environment says beside what every test needs. */
  environment?: Record<string, string>
  /** Every line of the log, from level info on. */
  onLog?: (line: string) => void
}

const TELEGRAM_TOKEN = '100000:test'
const LEAD_API_TOKEN = 'test-lead-api-token'

export async function startTestCapline(options: TestCaplineOptions = {}): Promise<TestCapline> {
  const database = options.database ?? (await createTestDatabase())
  const clock = options.clock ?? systemClock
  const telegram = await startTelegram({ token: TELEGRAM_TOKEN, now: () => systemClock.now() })
  const source = createArraySource()
  const leadApi = await startLeadApi({ token: LEAD_API_TOKEN, source, now: () => clock.now() })
  const dataDir = await mkdtemp(join(tmpdir(), 'capline-test-'))
  const config = readTestConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX: 'off',
    APP_SECRET,
    TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
    TELEGRAM_API_ROOT: telegram.root,
    LEAD_API_URL: leadApi.url,
    LEAD_API_TOKEN,
    LOG_LEVEL: 'silent',
    ...options.environment,
  })
  const log = createLog(config.logLevel, { pretty: false })
  if (options.onLog) addSink(log, { write: options.onLog })
  const capline = await startCapline(config, log, { clock, checkAnswers: true })
  if (config.roles.has('worker')) await endFirstJobs(database)
  const clientOf = (token: string | null) => createClient({ root: capline.address, fetch, token: () => token })
  return {
    address: capline.address,
    db: database.db,
    database,
    telegram,
    leadApi,
    source,
    call: clientOf(null),
    async signIn(role) {
      const member = await insertMember(database.db, { role })
      const token = await insertSession(database.db, member, clock)
      return { member, token, call: clientOf(token) }
    },
    async sync() {
      const member = await insertMember(database.db, { role: 'admin' })
      const call = clientOf(await insertSession(database.db, member, clock))
      for (;;) {
        const result = await call(feedCalls.runSync, {})
        if (result.reason !== 'already_running') return result
      }
    },
    async close() {
      await capline.stop()
      await Promise.all([telegram.close(), leadApi.close()])
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Each start brings jobs, a lead sync among them, and each minute brings others. What a test plants or removes must not
 * meet those: after this, only what the test does brings a job.
 */
async function endFirstJobs({ pool }: TestDatabase): Promise<void> {
  await pool.query('delete from pgboss.schedule')
  // The library takes up to five seconds to take up what a schedule has brought.
  await pool.query(`delete from pgboss.job where name = '__pgboss__send-it' and state = 'created'`)
  const open = `select from pgboss.job where state < 'completed'`
  while ((await pool.query(open)).rowCount) await wait(20)
}

let nextTelegramId = 500_001

export async function insertMember(
  db: Database,
  draft: { role: Role; handle?: string; loginEnabled?: boolean },
): Promise<Member> {
  const telegramId = String(nextTelegramId++)
  const member = { _id: newId(), telegramId, handle: draft.handle ?? `member${telegramId}`, role: draft.role }
  await db
    .insertInto('members')
    .values({
      id: member._id,
      telegram_id: member.telegramId,
      handle: member.handle,
      handle_key: member.handle.toLowerCase(),
      role: member.role,
      login_enabled: draft.loginEnabled ?? true,
    })
    .execute()
  return member
}

export async function insertSession(db: Database, member: Member, clock: Clock): Promise<string> {
  const token = newToken()
  const now = formatInstant(clock.now())
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      member_id: member._id,
      token_hash: hashToken(token),
      created_at: now,
      last_seen_at: now,
    })
    .execute()
  return token
}

function readTestConfig(environment: Record<string, string>): Config {
  const read = readConfig(environment)
  if (!read.ok) throw new Error(read.message)
  return read.config
}
