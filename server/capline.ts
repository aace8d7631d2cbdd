import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { httpTexts } from '#contract/texts/http.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { WEBHOOK_PATH } from './features/bot/webhook-service.ts'
import { openLogBook } from './features/logs/writing-service.ts'
import { startFirstWork } from './features/demo/jobs.ts'
import { isForDemo } from './features/demo/service.ts'
import { readSettings } from './features/settings/service.ts'
import { ensureFirstAdmin } from './features/team/service.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { connect, type Database } from './platform/db/database.ts'
import { isDistributed } from './platform/db/distribution.ts'
import { followDatabase, openDatabaseClock } from './platform/db/database-clock.ts'
import { launchPostgres } from './platform/db/embedded.ts'
import { createListener } from './platform/db/listen.ts'
import { checkServer, migrate, pendingMigrations } from './platform/db/migrate.ts'
import { keepPulse } from './platform/db/pulse.ts'
import { openReplica } from './platform/db/replica.ts'
import { createCondition } from './platform/condition.ts'
import { createServer, probeAddress } from './platform/http/server.ts'
import { mountHealth } from './platform/http/health.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createLanguageModel } from './platform/llm/model.ts'
import { createConnectors, type TakeCall } from './platform/leads/configured.ts'
import { createOutward } from './platform/outward.ts'
import { addSink, inArea, type Log } from './platform/log.ts'
import { opensAll, openSecrets, OTHER_SECRET } from './app-secret.ts'
import { startSandbox, type Sandbox } from './sandbox.ts'
import { countReads, watchProcess } from './condition.ts'
import { startBot } from './bot.ts'
import { mountWeb } from './web.ts'
import { startWorker } from './worker.ts'
import type { Shared } from './shared.ts'
import { listSharedNames } from './features/connectors/service.ts'
import { takeCall } from './features/feeds/service.ts'
import { DatabaseRefusal } from './platform/db/unavailable.ts'

export interface Capline {
  /** Where people go. */
  address: string
  sandbox: Sandbox | null
  /** Whether an admin may sign in. */
  hasAdmin: boolean
  stop(): Promise<void>
}

export interface Overrides {
  /** In place of the database's. */
  clock?: Clock
  /** Holds every answer against the contract; for tests. */
  checkAnswers?: boolean
  /** Ends a start that is not done yet, by ending its embedded database: the start then throws. */
  givenUp?: AbortSignal
}

/** A signed-in member may make at least 1,000 calls a minute. */
const CALLS_PER_MINUTE = 3_000
/** Enough to look every second at ten things; a program that runs wild leaves the others their database. */
const KEY_CALLS_PER_MINUTE = 600
const OPEN_CALLS_PER_MINUTE = 600

/** Starts everything that this process does, in an order in which nothing is asked before it is there. */
export async function startCapline(config: Config, log: Log, overrides: Overrides = {}): Promise<Capline> {
  const parts = new AsyncDisposableStack()
  try {
    const started = await startParts(parts, config, log, overrides)
    return { ...started, stop: () => parts.disposeAsync() }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

async function startParts(
  parts: AsyncDisposableStack,
  config: Config,
  log: Log,
  overrides: Overrides,
): Promise<Omit<Capline, 'stop'>> {
  await probeAddress(config)
  const stopping = new AbortController()
  const register = new Registry()
  const condition = createCondition(register, log)
  const base = { parts, log, stopping: stopping.signal, condition, terms: new Map<string, boolean>() }
  const { shared, sandbox, hasAdmin } = await openShared(base, config, overrides)
  if (config.roles.has('worker')) await startWorker(shared)
  if (config.roles.has('bot')) startBot(shared)
  if (config.roles.has('worker') && sandbox) {
    const firstWork = startFirstWork(inArea(shared, 'system'), sandbox.firstWork)
    parts.defer(() => firstWork.stop())
  }
  const app = await openServer(shared, config, register)
  if (config.roles.has('web')) await mountWeb(shared, app, sandbox, overrides.checkAnswers ?? false)
  // First of all: requests that wait for something long are answered now.
  parts.defer(() => stopping.abort())
  return { address: await app.listen({ port: config.port, host: config.host }), sandbox, hasAdmin }
}

const inBothPlaces = (name: string) =>
  `The lead feed ${name} is named by LEAD_API_URL or in the file of LEAD_CONNECTORS, and it is also set up in the Control Center. Remove it from the environment or the file. Or start without it, and remove it in the Control Center.`

const NOT_FOR_DEMO =
  'SANDBOX is on, and the database has members or data that the sandbox did not make. Set SANDBOX to off, or DATABASE_URL or DATA_DIR to a database of its own.'

const NO_REPLICA_OF_CITUS =
  'DATABASE_READ_URL is set, but leads are on the workers of Citus, and a replica of one server does not have them. Remove DATABASE_READ_URL.'

type Base = Pick<Shared, 'parts' | 'log' | 'stopping' | 'condition' | 'terms'>

async function openShared(
  base: Base,
  config: Config,
  overrides: Overrides,
): Promise<{ shared: Shared; sandbox: Sandbox | null; hasAdmin: boolean }> {
  const { parts, log } = base
  const { db, pool, directUrl, replica, clock, skew } = await openDatabase(base, config, overrides)
  keepLogs(parts, { db, clock, log })
  // Before the first admin is made, who would be somebody already.
  if (config.sandbox && !(await isForDemo(db))) throw new DatabaseRefusal(NOT_FOR_DEMO)
  const secrets = await openSecrets(db, config)
  if (!(await opensAll(db, secrets))) log.warn({ area: 'system' }, OTHER_SECRET)
  const hasAdmin = await ensureFirstAdmin(inArea({ db, clock, log }, 'auth'), config.firstAdmin)
  const sandbox = config.sandbox ? await openSandbox(parts, db, clock, config) : null
  const listener = createListener(directUrl, log)
  parts.defer(() => listener.close())
  const jobs = createJobs({ url: directUrl, log })
  await jobs.start()
  parts.defer(() => jobs.stop())
  const outside = reachOutside({ db, clock }, config, sandbox)
  const [double] = await listSharedNames(db, outside.connectors)
  if (double !== undefined) throw new DatabaseRefusal(inBothPlaces(double))
  const shared = { ...base, ...outside, db, directUrl, replica, clock, secrets, listener, jobs }
  watchProcess(shared, { pool, skew })
  return { shared, sandbox, hasAdmin: hasAdmin || sandbox !== null }
}

/** What is called over the network: the stand-ins of the sandbox, else what the environment names. */
function reachOutside(
  { db, clock }: Pick<Shared, 'db' | 'clock'>,
  config: Config,
  sandbox: Sandbox | null,
): Pick<
  Shared,
  'connectors' | 'sourceReach' | 'model' | 'telegram' | 'webhookUrl' | 'publicUrl' | 'isBehindTls' | 'outward'
> {
  const model = config.model ?? sandbox?.model ?? null
  const sources = {
    allowHttp: config.sandbox,
    takeCall: (...[connector, limit]: Parameters<TakeCall>) => takeCall({ db, clock }, connector, limit),
  }
  return {
    connectors: createConnectors(sandbox?.connectors ?? config.connectors, { clock, ...sources }),
    sourceReach: { ...sources, allowPrivate: config.sandbox || config.ownMachine },
    model: model && createLanguageModel(model),
    outward: createOutward({ privateHosts: config.webhookPrivateHosts }),
    telegram: sandbox?.telegram ?? config.telegram,
    publicUrl: config.publicUrl,
    isBehindTls: config.publicUrl?.startsWith('https:') ?? false,
    webhookUrl: sandbox ? null : findWebhook(config.publicUrl),
  }
}

async function openServer(shared: Shared, config: Config, register: Registry): Promise<FastifyInstance> {
  const { parts, db, log, condition } = shared
  const app = await createServer({
    log,
    requestLog: log.child({}, { level: config.logLevel }),
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    callsPerMinute: CALLS_PER_MINUTE,
    keyCallsPerMinute: KEY_CALLS_PER_MINUTE,
    openCallsPerMinute: OPEN_CALLS_PER_MINUTE,
  })
  parts.defer(() => app.close())
  mountHealth(app, { findHindrance: () => findHindrance(db), condition, register })
  return app
}

/** From here on what is logged is kept in the debug logs too, to the last moment that there is a database. */
function keepLogs(parts: AsyncDisposableStack, deps: Pick<Shared, 'db' | 'clock' | 'log'>): void {
  const book = openLogBook(deps)
  addSink(deps.log, book)
  parts.defer(() => book.stop())
}

async function openDatabase({ parts, log, condition }: Base, config: Config, overrides: Overrides) {
  const urls = config.database ?? (await launchEmbedded(parts, config, log, overrides.givenUp))
  await migrate(urls.directUrl, log)
  const pool = connect(urls.url, {
    max: 20,
    prepares: urls.url === urls.directUrl,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  parts.defer(() => pool.close())
  // A pooler may be away where PostgreSQL itself is there.
  await checkServer(pool.db, urls.url)
  const databaseClock = await openDatabaseClock((text) => pool.pool.query(text))
  const follow = followDatabase(databaseClock, log)
  const pulse = keepPulse(pool, urls.directUrl, log, follow)
  parts.defer(() => pulse.stop())
  const beside = { primary: (text: string) => pool.pool.query(text), log, onRead: countReads(condition) }
  const replica = urls.readUrl === null ? null : openReplica({ ...beside, url: urls.readUrl })
  if (replica) parts.defer(() => replica.close())
  if (replica && (await isDistributed(pool.db))) throw new DatabaseRefusal(NO_REPLICA_OF_CITUS)
  const clock = overrides.clock ?? databaseClock
  return { ...pool, directUrl: urls.directUrl, replica, clock, skew: () => databaseClock.skew() }
}

async function launchEmbedded(parts: AsyncDisposableStack, config: Config, log: Log, givenUp?: AbortSignal) {
  const postgres = await launchPostgres({ dataDir: config.dataDir, log, givenUp })
  parts.defer(() => postgres.stop())
  givenUp?.throwIfAborted()
  // What is under way, such as a migration or a demo world, then fails at its next statement.
  givenUp?.addEventListener('abort', () => void postgres.stop())
  return { url: postgres.url, directUrl: postgres.url, readUrl: null }
}

async function openSandbox(parts: AsyncDisposableStack, db: Database, clock: Clock, config: Config): Promise<Sandbox> {
  const zone = (await readSettings(db)).timezone
  const today = zoneOf(zone).dayOf(clock.now())
  const sandbox = await startSandbox({ db, clock, zone, today, dataDir: config.dataDir, port: config.port })
  parts.defer(() => sandbox.close())
  return sandbox
}

/** Telegram brings updates over TLS only. */
function findWebhook(publicUrl: string | null): string | null {
  return publicUrl?.startsWith('https://') ? new URL(WEBHOOK_PATH, publicUrl).href : null
}

/** What keeps this process from working, in a sentence; null when nothing does. */
async function findHindrance(db: Database): Promise<string | null> {
  try {
    const pending = await pendingMigrations(db)
    return pending.length === 0 ? null : `Migrations are missing: ${pending.join(', ')}.`
  } catch {
    return httpTexts.unavailable
  }
}
