import { z } from 'zod'
import { CONNECTOR_SECRETS, type ConnectorSecrets } from '#domain/leads/connector.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { parseJson } from '#platform/json.ts'
import { createConnector, type ClientOptions } from '#platform/leads/client.ts'
import { transportOf, type TakeCall } from '#platform/leads/configured.ts'
import { listOfferedPresets, readDraft } from '#platform/leads/connector-terms.ts'
import type { Connector } from '#platform/leads/connector.ts'
import type { LeadApiFailure } from '#platform/leads/failure.ts'
import type { ConnectorConfig } from '#platform/leads/mapping.ts'
import { sendOutward } from '#platform/leads/send-outward.ts'
import type { Secrets } from '#platform/secrets.ts'
import { linkReachOf, readLinkConnectors } from './link-service.ts'
import { findLastChange, listAskedNames, listStoredConnectors, resealConnector, type StoredConnector } from './store.ts'

/** Limits for connectors that were set up by screen: their addresses and their calls. */
export interface SourceReach {
  /** http is allowed to other machines too: for the sandbox. */
  allowHttp: boolean
  /** Whether private addresses are allowed: then the people at the screens are at this machine. */
  allowPrivate: boolean
  takeCall: TakeCall
}

export interface ConnectorDeps {
  db: Database
  clock: Clock
  secrets: Secrets
  /** The connectors of the environment and its file. */
  connectors: readonly Connector[]
  sourceReach: SourceReach
}

type Named = Pick<Connector, 'name'>

/** Names of all active connectors: those of the file, and those of the Control Center that are not paused. */
export async function listNames(db: Database, connectors: readonly Named[]): Promise<string[]> {
  return [...new Set([...connectors.map(({ name }) => name), ...(await listAskedNames(db))])]
}

/** The names that the file and the control center both have, which would be two systems under one. */
export async function listSharedNames(db: Database, connectors: readonly Named[]): Promise<string[]> {
  const stored = new Set((await listStoredConnectors(db)).map(({ name }) => name))
  return connectors.flatMap(({ name }) => (stored.has(name) ? [name] : []))
}

/** All active connectors in their current state. One that cannot be decrypted reports that when it is read. */
export async function readConnectors(deps: ConnectorDeps): Promise<Connector[]> {
  return (await readAllConnectors(deps)).filter(({ paused }) => !paused).map(({ connector }) => connector)
}

export { findLastChange, listOfferedPresets }

export interface KnownConnector {
  connector: Connector
  /** Null: it is of the environment or its file, or a published table. */
  stored: StoredConnector | null
  isLink: boolean
  paused: boolean
}

/** All connectors that there are, each name once: a name of the file is the file's, and no sheet has that of a feed. */
export async function readAllConnectors(deps: ConnectorDeps): Promise<KnownConnector[]> {
  const fixed = deps.connectors.map((connector) => ({ connector, stored: null, isLink: false, paused: false }))
  const names = new Set(deps.connectors.map(({ name }) => name))
  const stored = (await listStoredConnectors(deps.db)).filter(({ name }) => !names.has(name))
  for (const { name } of stored) names.add(name)
  const links = await readLinkConnectors(deps.db, linkReachOf(deps.sourceReach))
  return [
    ...fixed,
    ...stored.map((row) => ({ connector: open(deps, row), stored: row, isLink: false, paused: row.paused })),
    ...links
      .filter(({ name }) => !names.has(name))
      .map((connector) => ({ connector, stored: null, isLink: true, paused: false })),
  ]
}

function open(deps: ConnectorDeps, stored: StoredConnector): Connector {
  const secrets = openSecretsOf(deps.secrets, stored)
  if (!secrets) return createUnreadable(stored, OTHER_SECRET)
  const config = readDraft(stored, secrets)
  if (!config.ok) return createUnreadable(stored, `The settings of this feed are not valid: ${config.message}.`)
  return createConnector(config.value, clientOptionsOf(deps, config.value))
}

/** How a connector is asked that was set up by screen. */
export function clientOptionsOf(
  { clock, sourceReach }: Pick<ConnectorDeps, 'clock' | 'sourceReach'>,
  config: ConnectorConfig,
): ClientOptions {
  const { allowHttp, allowPrivate, takeCall } = sourceReach
  const transport = transportOf(config, { clock, takeCall })
  return { allowHttp, transport: allowPrivate ? transport : { ...transport, send: sendOutward } }
}

const OTHER_SECRET =
  'The key of this feed was encrypted with another APP_SECRET and cannot be read. Change the feed and enter the key again, or set that APP_SECRET.'

function createUnreadable({ name, preset, url }: StoredConnector, message: string): Connector {
  const failure: LeadApiFailure = { reason: 'lead_api.unreadable', message }
  return {
    name,
    preset,
    host: new URL(url).host,
    reach: { overlap: 0, lookBack: 0, longestWindow: 0, byRegistration: false },
    feeds: ['leads'],
    async *readPages() {
      yield { kind: 'failed', failure }
    },
  }
}

const SealedSecrets = z.partialRecord(z.enum(CONNECTOR_SECRETS), z.string())

const scopeOf = (name: string) => `lead_connector:${name}`

/** The secrets of a connector; null if they were encrypted with another secret. */
export function openSecretsOf(secrets: Secrets, { name, sealed }: Pick<StoredConnector, 'name' | 'sealed'>) {
  const text = secrets.open(scopeOf(name), sealed)
  return text === null ? null : (SealedSecrets.safeParse(parseJson(text)).data ?? null)
}

export function sealSecretsOf(secrets: Secrets, name: string, content: ConnectorSecrets): Buffer {
  return secrets.seal(scopeOf(name), JSON.stringify(content))
}

/** Whether all that opens connectors was sealed with this secret. */
export async function opensConnectors(db: Database, secrets: Secrets): Promise<boolean> {
  return (await listStoredConnectors(db)).every((row) => openSecretsOf(secrets, row) !== null)
}

/** Encrypts the secrets of connectors with a new secret; false if one was not encrypted with the old one. */
export async function resealConnectors(tx: Tx, before: Secrets, after: Secrets): Promise<boolean> {
  for (const row of await listStoredConnectors(tx)) {
    const content = openSecretsOf(before, row)
    if (content === null) return false
    // oxlint-disable-next-line no-await-in-loop -- one connection, a few rows
    await resealConnector(tx, row.name, sealSecretsOf(after, row.name, content))
  }
  return true
}
