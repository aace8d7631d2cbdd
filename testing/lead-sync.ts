import { addMilliseconds, instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import type { SyncOutcome } from '#domain/leads/feed-run.ts'
import { createArraySource, type ArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi, type LeadApi } from '#sandbox/lead-api/server.ts'
import { syncLeads, type SyncDeps } from '#server/features/feeds/sync-service.ts'
import { patientTransport } from '#platform/leads/configured.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { createConnector } from '#platform/leads/client.ts'
import { readConnector, type ConnectorEntry } from '#platform/leads/connector-file.ts'
import type { PatientTransport } from '#platform/leads/patient.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { removeRows, secrets } from './lead-rows.ts'

export { buildDeposit, buildLead, buildLeads, removeRows } from './lead-rows.ts'

/** Stand-ins are on this machine. */
export const OWN_MACHINE = { allowHttp: false, allowPrivate: true, takeCall: async () => null }

export const TOKEN = 'lead-api-token'

/** A lead API with rows in the hand, a database, and the sync between them; time moves only when a test moves it. */
export interface TestLeadSync {
  database: TestDatabase
  source: ArraySource
  api: LeadApi
  deps: SyncDeps
  /** How long the client would have waited, in milliseconds. */
  waits: number[]
  now(): Instant
  pass(milliseconds: number): void
  connect(entry?: Partial<ConnectorEntry>): Connector
  sync(options?: { signal?: AbortSignal; connectors?: Connector[] }): Promise<SyncOutcome>
  close(): Promise<void>
}

/** With a `database` that several tests share, its rows are removed first; `entry`: another connector than the generic. */
export async function startLeadSync(
  options: { database?: TestDatabase; pageSize?: number; entry?: Partial<ConnectorEntry> } = {},
): Promise<TestLeadSync> {
  const database = options.database ?? (await createTestDatabase())
  await removeRows(database)
  const source = createArraySource()
  let time = instantFromMilliseconds(Date.UTC(2026, 10, 21, 10))
  const clock = { now: () => time }
  const api = await startLeadApi({ token: TOKEN, source, now: clock.now })
  const waits: number[] = []
  const transport = { ...patientTransport, clock, sleep: async (wait: number) => void waits.push(wait) }
  const connect = (entry: Partial<ConnectorEntry> = {}) =>
    connectTo(api.url, transport, { mapping: { pages: { size: options.pageSize ?? 100 } }, ...options.entry, ...entry })
  const log = createLog('silent', { pretty: false })
  const deps = {
    db: database.db,
    directUrl: database.url,
    connectors: [connect()],
    sourceReach: OWN_MACHINE,
    clock,
    log,
    secrets,
  }
  return {
    database,
    source,
    api,
    deps,
    waits,
    now: clock.now,
    pass: (milliseconds) => void (time = addMilliseconds(time, milliseconds)),
    connect,
    sync: ({ signal = new AbortController().signal, connectors = deps.connectors } = {}) =>
      syncLeads({ ...deps, connectors }, { requestId: null, requestedBy: 'test', signal }),
    async close() {
      await api.close()
      if (!options.database) await database.close()
    },
  }
}

/** The generic connector to a stand-in, or another. */
export function connectTo(url: string, transport: PatientTransport, entry: Partial<ConnectorEntry> = {}): Connector {
  const read = readConnector({ name: 'main', preset: 'generic', url, token: TOKEN, ...entry })
  if (!read.ok) throw new Error(read.message)
  return createConnector(read.value, { allowHttp: false, transport })
}

/** Each page takes so many milliseconds; `pages` of a run are read, and for more there are no calls left. */
export function slow(
  world: TestLeadSync,
  connector: Connector,
  { pageTakes = 0, pages = Number.POSITIVE_INFINITY }: { pageTakes?: number; pages?: number },
): Connector {
  return {
    ...connector,
    async *readPages(...asked) {
      let read = 0
      for await (const page of connector.readPages(...asked)) {
        world.pass(pageTakes)
        yield page
        read += 1
        if (read === pages) return yield { kind: 'paused', until: world.now() }
      }
    },
  }
}
