import { addMilliseconds, DAY, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import {
  CONNECTOR_NAME,
  CONNECTOR_SECRETS,
  FILE_PREFIX,
  SHEET_PREFIX,
  findUnknownTerm,
  isLearnedFromRows,
  listMissing,
  type ConnectorDraft,
  type ConnectorSecrets,
} from '#domain/leads/connector.ts'
import { hasWrongMapping, questionStatuses } from '#domain/leads/window.ts'
import { askForRows, type RawPage } from '#platform/leads/client.ts'
import { findOfferedPreset, readDraft, readUnfinished } from '#platform/leads/connector-terms.ts'
import type { FeedKind } from '#platform/leads/connector.ts'
import type { ConnectorConfig } from '#platform/leads/mapping.ts'
import { refuseAddress } from '#platform/leads/request.ts'
import { createRowReader } from '#platform/leads/row-reader.ts'
import {
  listAnswerFields,
  listGoals,
  type NamedGoal,
  readSampleRows,
  type AnswerField,
  type SampleRow,
} from '#platform/leads/sample.ts'
import { isPrivateHost } from '#platform/leads/send-outward.ts'
import { clientOptionsOf, openSecretsOf, type ConnectorDeps } from './service.ts'
import { hasLeadsOf, type StoredConnector } from './store.ts'

/** A draft that can be asked: with what opens it, typed or kept. */
export interface ReadyDraft {
  draft: ConnectorDraft
  secrets: ConnectorSecrets
  /** Places that are not filled yet. */
  missing: string[]
  /** With what is missing, as far as rows can be looked at without it. */
  config: ConnectorConfig
}

export type DraftRefusal =
  | {
      reason: 'connector.field'
      field: string
      problem: 'name' | 'name-prefix' | 'preset' | 'url' | 'url-parts' | 'private' | 'again' | 'missing'
    }
  | { reason: 'connector.term'; field: string; message: string }
  | { reason: 'connector.unreadable' }

/** Checks a draft without asking anybody. `stored`: the connector that is changed. */
export function readyDraft(
  deps: Pick<ConnectorDeps, 'secrets' | 'sourceReach'>,
  draft: ConnectorDraft,
  typed: ConnectorSecrets,
  stored: StoredConnector | null,
): Result<ReadyDraft, DraftRefusal> {
  const wrong = (field: string, problem: Extract<DraftRefusal, { problem: string }>['problem']) =>
    refuse({ reason: 'connector.field', field, problem })
  if (!CONNECTOR_NAME.test(draft.name)) return wrong('name', 'name')
  if (!stored && [FILE_PREFIX, SHEET_PREFIX].some((prefix) => draft.name.startsWith(prefix))) {
    return wrong('name', 'name-prefix')
  }
  const preset = findOfferedPreset(draft.preset)
  if (!preset) return wrong('preset', 'preset')
  if (!isAddress(draft.url) || refuseAddress(new URL(draft.url), deps.sourceReach)) return wrong('url', 'url')
  const { search, hash } = new URL(draft.url)
  if (search || hash) return wrong('url', 'url-parts')
  if (!deps.sourceReach.allowPrivate && isPrivateHost(new URL(draft.url).hostname)) return wrong('url', 'private')
  const unknown = findUnknownTerm(draft.terms, preset)
  if (unknown !== null) return refuse({ reason: 'connector.term', field: unknown, message: 'is not known here' })
  const kept = stored && keepSecrets(deps, draft, stored)
  if (kept === 'unreadable' && !typed.token) return refuse({ reason: 'connector.unreadable' })
  const secrets = { ...(kept === 'unreadable' || kept === 'elsewhere' ? {} : kept), ...typed }
  const given = new Set<string>(CONNECTOR_SECRETS.filter((name) => secrets[name] !== undefined))
  const missing = listMissing(preset, draft.terms, given)
  const first = missing.find((place) => !isLearnedFromRows(place))
  if (first !== undefined) return wrong(first, kept === 'elsewhere' ? 'again' : 'missing')
  const config = readUnfinished(draft, secrets, missing)
  if (!config.ok) return refuse({ reason: 'connector.term', ...splitPlace(config.message) })
  return accept({ draft, secrets, missing, config: config.value })
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** A stored secret goes only to the host that it was entered for, so that no other address can learn it. */
function keepSecrets({ secrets }: Pick<ConnectorDeps, 'secrets'>, { url }: ConnectorDraft, stored: StoredConnector) {
  if (new URL(url).origin !== new URL(stored.url).origin) return 'elsewhere'
  return openSecretsOf(secrets, stored) ?? 'unreadable'
}

/** `mapping.dates.zone must be …`: the place, and what is wrong there. */
function splitPlace(sentence: string): { field: string; message: string } {
  const [place = '', ...words] = sentence.split(' ')
  return { field: place.replace(/^mapping\./, ''), message: words.join(' ') }
}

/** The first rows of a source as they will be read, or the reason that there are none. */
export interface Preview {
  /** Null: it answered. */
  failure: string | null
  /** The first rows of the page. */
  rows: SampleRow[]
  /** Rows on the page, and how many of them cannot be used. */
  total: number
  bad: number
  /** Deposits that were read on the page, or on that of their own list. */
  deposits: number
  /** Why deposits of a list of their own cannot be used. */
  badDeposits: string[]
  /** Places that nobody filled and no row has. */
  missing: string[]
  /** Fields in the rows of the answer, to choose from. */
  fields: AnswerField[]
  /** Goals in the rows, if one goal means first deposits. */
  goals: NamedGoal[]
  /** The question whether the statuses come from a wrong field; null if they look right. */
  oddStatuses: string | null
  /** Leads of a connector of this name are here already. */
  isKnownName: boolean
  /** It can be saved: it answers, and what it answers is read. */
  isRight: boolean
}

const SHOWN_ROWS = 10
const LOOKS_BACK = 7 * DAY
const PATIENCE = 10 * SECOND

/** Asks for one page and stores nothing. */
export async function preview(
  deps: ConnectorDeps & { stopping: AbortSignal },
  { draft, secrets, missing, config }: ReadyDraft,
): Promise<Preview> {
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(PATIENCE)])
  const ask = (feed: FeedKind) => askForSome(deps, config, feed, signal)
  const leads = await ask('leads')
  const isKnownName = await hasLeadsOf(deps.db, draft.name)
  const nothing = {
    rows: [],
    total: 0,
    bad: 0,
    deposits: 0,
    badDeposits: [],
    missing,
    fields: [],
    goals: [],
    oddStatuses: null,
    isKnownName,
  }
  if (leads.kind !== 'rows') return { ...nothing, failure: sayFailure(leads), isRight: false }
  const all = readSampleRows(config, leads.rows)
  const fields = listAnswerFields(leads.rows.slice(0, MOST_LOOKED_AT))
  const bad = all.filter(({ problem }) => problem !== null).length
  const hasList = config.mapping.deposits.rule === 'list'
  const own = hasList ? await ask('deposits') : null
  const read = {
    ...nothing,
    rows: markShown(all),
    total: all.length,
    bad,
    fields,
    goals: listGoals(config, leads.rows),
    oddStatuses: questionStatuses(all.map(({ status }) => status)),
  }
  if (own && own.kind !== 'rows') return { ...read, failure: sayFailure(own), isRight: false }
  const listed = own ? createRowReader(config.mapping)('deposits', own.rows).deposits : []
  const badDeposits = listed.flatMap((row) => (row.ok ? [] : [row.reason]))
  const deposits = own ? listed.length - badDeposits.length : all.filter(({ hasDeposit }) => hasDeposit).length
  const isWrong =
    hasWrongMapping({ total: all.length, bad }) ||
    hasWrongMapping({ total: listed.length, bad: badDeposits.length }) ||
    missing.length > 0 ||
    !readDraft(draft, secrets).ok
  return { ...read, failure: null, deposits, badDeposits: [...new Set(badDeposits)].slice(0, 5), isRight: !isWrong }
}

const MOST_LOOKED_AT = 50

/** Shows the first rows. If no bad row is among them, the first bad rows replace the last good ones. */
function markShown(all: readonly SampleRow[]): SampleRow[] {
  const first = all.slice(0, SHOWN_ROWS)
  const isBad = ({ problem }: SampleRow) => problem !== null
  const later = all.slice(SHOWN_ROWS).filter(isBad).slice(0, 3)
  return first.some(isBad) || later.length === 0 ? first : [...first.slice(0, SHOWN_ROWS - later.length), ...later]
}

/** Requests the last days, or all time if they have nothing. */
async function askForSome(
  deps: ConnectorDeps,
  config: ConnectorConfig,
  feed: FeedKind,
  signal: AbortSignal,
): Promise<RawPage> {
  const ask = (since: Instant | null) => askForRows(config, clientOptionsOf(deps, config), feed, since, signal)
  const recent = await ask(addMilliseconds(deps.clock.now(), -LOOKS_BACK))
  return recent.kind === 'rows' && recent.rows.length === 0 ? ask(null) : recent
}

/** It may well answer later: the sync has more patience than people before a screen. */
const SILENT = 'The lead API does not answer within 10 seconds. Check its address, and whether it is running.'
const BUSY = 'The lead API allows no more calls for now. Please try again in a minute.'

function sayFailure(page: Exclude<RawPage, { kind: 'rows' }>): string {
  if (page.kind === 'paused') return BUSY
  return page.failure.reason === 'lead_api.stopped' ? SILENT : page.failure.message
}
