import { instantFromMilliseconds, addMilliseconds, formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { SyncOutcome } from '#domain/leads/outcome.ts'
import { createArraySource, type ArraySource } from '#sandbox/lead-api/array-source.ts'
import type { DepositRow, LeadRow } from '#sandbox/lead-api/rows.ts'
import { startLeadApi, type LeadApi } from '#sandbox/lead-api/server.ts'
import { syncLeads, type SyncDeps } from '#server/features/feeds/sync-service.ts'
import { patientTransport } from '#platform/leads/configured.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { createGenericConnector, type GenericOptions } from '#platform/leads/generic.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

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
  connect(options?: Partial<GenericOptions>): Connector
  sync(options?: { signal?: AbortSignal; connectors?: Connector[] }): Promise<SyncOutcome>
  close(): Promise<void>
}

/** With a `database` that several tests share, its rows are removed first. */
export async function startLeadSync(
  options: { database?: TestDatabase; pageSize?: number } = {},
): Promise<TestLeadSync> {
  const database = options.database ?? (await createTestDatabase())
  await removeRows(database)
  const source = createArraySource()
  let time = instantFromMilliseconds(Date.UTC(2026, 10, 21, 10))
  const clock = { now: () => time }
  const api = await startLeadApi({ token: TOKEN, source, now: clock.now })
  const waits: number[] = []
  const transport = { ...patientTransport, clock, sleep: async (wait: number) => void waits.push(wait) }
  const connect = (changes: Partial<GenericOptions> = {}) =>
    createGenericConnector({
      name: 'main',
      url: api.url,
      token: TOKEN,
      pageSize: options.pageSize ?? 100,
      allowHttp: false,
      transport,
      ...changes,
    })
  const log = createLog('silent', { pretty: false })
  const deps = { db: database.db, directUrl: database.url, connectors: [connect()], clock, log }
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

/** Removes all that syncs have written. */
export async function removeRows({ pool }: TestDatabase): Promise<void> {
  await pool.query('truncate leads, deposits, delivered_by_broker, feeds, sync_runs')
}

/** A lead as the API sends it. */
export function buildLead(fields: Partial<LeadRow> = {}): LeadRow {
  return {
    id: 'lead-1',
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
    geo: 'DE',
    sourceNumber: '44',
    advertiserId: 'adv-1',
    email: 'person@example.org',
    status: 'New',
    ...fields,
  }
}

export function buildLeads(count: number, at: Instant, fields: Partial<LeadRow> = {}): LeadRow[] {
  return Array.from({ length: count }, (_, index) => {
    const updatedAt = formatInstant(addMilliseconds(at, index))
    return buildLead({
      id: `lead-${index}`,
      createdAt: updatedAt,
      updatedAt,
      email: `p${index}@example.org`,
      ...fields,
    })
  })
}

export function buildDeposit(fields: Partial<DepositRow> = {}): DepositRow {
  return {
    id: 'deposit-1',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    leadId: 'lead-1',
    payout: 600,
    ...fields,
  }
}
