import { sql } from 'kysely'
import { CONNECTOR_SECRETS, readTerms, type ConnectorDraft, type ConnectorSecret } from '#domain/leads/connector.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** A connector that was set up in the control center. */
export interface StoredConnector extends ConnectorDraft {
  /** Names of the stored secrets. */
  secrets: readonly ConnectorSecret[]
  sealed: Buffer
  paused: boolean
  version: number
}

export async function listStoredConnectors(db: Database): Promise<StoredConnector[]> {
  return (await selectConnectors(db).orderBy('created_at').orderBy('name').execute()).map(toConnector)
}

/** The names of those that are asked, and then of the published tables that are read. */
export async function listAskedNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select ${PREPARED} name from (
      select 1 as part, name, created_at from lead_connectors where not is_paused
      union all select 2, name, created_at from lead_links
    ) asked order by part, created_at, name`.execute(db)
  return rows.map(({ name }) => name)
}

/** When an active connector was last set up, changed or resumed; null if none is active. */
export async function findLastChange(db: Database): Promise<Instant | null> {
  const row = await db
    .selectFrom('lead_connectors')
    .select((all) => all.fn.max('updated_at').as('at'))
    .where('is_paused', '=', false)
    .executeTakeFirst()
  return row?.at ?? null
}

export async function findStoredConnector(db: Database, name: string): Promise<StoredConnector | null> {
  const row = await selectConnectors(db).where('name', '=', name).executeTakeFirst()
  return row ? toConnector(row) : null
}

/** A connector locked until the transaction ends; null if there is none. */
export async function lockConnector(tx: Tx, name: string): Promise<StoredConnector | null> {
  const row = await selectConnectors(tx).where('name', '=', name).forUpdate().executeTakeFirst()
  return row ? toConnector(row) : null
}

/** False if the name is taken. */
export async function insertConnector(tx: Tx, connector: StoredConnector, now: Instant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lead_connectors')
    .values({ name: connector.name, created_at: formatInstant(now), ...columnsOf(connector, now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateConnector(tx: Tx, connector: StoredConnector, now: Instant): Promise<void> {
  await tx.updateTable('lead_connectors').set(columnsOf(connector, now)).where('name', '=', connector.name).execute()
}

/** Replaces the encrypted secrets of a connector; nothing else changes. */
export async function resealConnector(tx: Tx, name: string, sealed: Buffer): Promise<void> {
  await tx.updateTable('lead_connectors').set({ sealed }).where('name', '=', name).execute()
}

export async function deleteConnector(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('lead_connectors').where('name', '=', name).execute()
}

/** Whether leads of a connector of this name are there. */
export async function hasLeadsOf(db: Database, connector: string): Promise<boolean> {
  const row = await db
    .selectFrom('leads')
    .select('connector')
    .where('connector', '=', connector)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function columnsOf({ preset, url, terms, sealed, secrets, paused, version }: StoredConnector, now: Instant) {
  return {
    preset,
    url,
    terms: JSON.stringify(terms),
    sealed,
    secrets: [...secrets],
    is_paused: paused,
    version,
    updated_at: formatInstant(now),
  }
}

function selectConnectors(db: Database) {
  return db
    .selectFrom('lead_connectors')
    .select(['name', 'preset', 'url', 'terms', 'sealed', 'secrets', 'is_paused as paused', 'version'])
}

interface ConnectorRow extends Omit<StoredConnector, 'terms' | 'secrets'> {
  terms: unknown
  secrets: string[]
}

function toConnector(row: ConnectorRow): StoredConnector {
  const secrets = CONNECTOR_SECRETS.filter((name) => row.secrets.includes(name))
  return { ...row, terms: readTerms(row.terms), secrets }
}
