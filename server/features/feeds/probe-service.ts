import { addMilliseconds, DAY, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { questionStatuses } from '#domain/leads/window.ts'
import type { DepositRow, LeadRow, RowReading } from '#domain/leads/row.ts'
import type { Connector, FeedKind, PageResult, SourcePage } from '#platform/leads/connector.ts'
import type { Log } from '#platform/log.ts'
import { readConnectors, type ConnectorDeps } from '#server/features/connectors/service.ts'

export interface ProbeDeps extends ConnectorDeps {
  log: Log
  stopping: AbortSignal
}

/** The first rows that a source gives, or why it gives none. */
export interface Probe {
  connector: string
  /** Null: it answered. */
  failure: string | null
  leads: LeadRow[]
  deposits: DepositRow[]
  /** Why rows of what was read cannot be used. */
  badRows: string[]
  /** The question whether the statuses come from a wrong field; null if they look right. */
  oddStatuses: string | null
  /** A page without rows pointed to older days, which were not requested because calls are scarce. */
  leadsOn: boolean
}

const SHOWN_ROWS = 5
const LOOKS_BACK = 7 * DAY
const PATIENCE_MS = 10 * SECOND
/** It may well answer later: the sync has more patience than people before a screen. */
const SILENT = 'The lead API does not answer within 10 seconds. Check its address, and whether it is running.'
const BUSY = 'The lead API allows no more calls for now. Please try again later.'

/** Reads one page of each feed of each source, and stores nothing. */
export async function probeConnectors(deps: ProbeDeps): Promise<Probe[]> {
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(PATIENCE_MS)])
  const probes = await Promise.all((await readConnectors(deps)).map((connector) => probe(deps, connector, signal)))
  for (const { connector, failure, leads, deposits } of probes) {
    const told = { connector, failure, leads: leads.length, deposits: deposits.length }
    deps.log[failure === null ? 'info' : 'warn'](told, 'lead API tested')
  }
  return probes
}

async function probe(deps: ProbeDeps, connector: Connector, signal: AbortSignal): Promise<Probe> {
  const found: Probe = {
    connector: connector.name,
    failure: null,
    leads: [],
    deposits: [],
    badRows: [],
    oddStatuses: null,
    leadsOn: false,
  }
  for (const feed of connector.feeds) {
    const result = await readSample(connector, feed, addMilliseconds(deps.clock.now(), -LOOKS_BACK), signal)
    if (result?.kind === 'failed') {
      const { reason, message } = result.failure
      return { ...found, failure: reason === 'lead_api.stopped' ? SILENT : message }
    }
    if (result?.kind === 'paused') return { ...found, failure: BUSY }
    if (result?.kind === 'page') add(found, result.page)
  }
  return found
}

/** Requests the last days, or all time if they have nothing. */
async function readSample(
  connector: Connector,
  feed: FeedKind,
  since: Instant,
  signal: AbortSignal,
): Promise<PageResult | null> {
  const recent = await readFirst(connector, feed, since, signal)
  const isEmpty = recent?.kind === 'page' && recent.page.leads.length + recent.page.deposits.length === 0
  return isEmpty ? readFirst(connector, feed, null, signal) : recent
}

async function readFirst(connector: Connector, feed: FeedKind, since: Instant | null, signal: AbortSignal) {
  for await (const result of connector.readPages(
    feed,
    { updatedSince: since, cursor: null, knownEtag: null },
    signal,
  )) {
    return result
  }
  return null
}

function add(found: Probe, page: SourcePage): void {
  const leads = usable(page.leads).filter((lead) => !lead.test)
  found.leads.push(...leads)
  found.oddStatuses ??= questionStatuses(leads.map(({ status }) => status))
  found.deposits.push(...usable(page.deposits))
  for (const row of [...page.leads, ...page.deposits]) if (!row.ok) found.badRows.push(row.reason)
  found.leadsOn ||= page.leads.length + page.deposits.length === 0 && page.nextCursor !== null
  found.leads.splice(SHOWN_ROWS)
  found.deposits.splice(SHOWN_ROWS)
  found.badRows = [...new Set(found.badRows)].slice(0, SHOWN_ROWS)
}

function usable<T>(rows: readonly RowReading<T>[]): T[] {
  return rows.flatMap((row) => (row.ok ? [row.row] : []))
}
