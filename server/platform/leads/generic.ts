import { formatInstant } from '#domain/kernel/instant.ts'
import { isRecord } from '#domain/leads/fields.ts'
import { parseDeposit, parseLead } from '#domain/leads/parse-rows.ts'
import { refuseAddress } from './address.ts'
import type { Connector, FeedKind, PageResult, ReadFrom, SourcePage } from './connector.ts'
import { malformed, quote, type LeadApiFailure } from './failure.ts'
import { askPatiently, type PatientTransport, type Settled } from './patient.ts'

export interface GenericOptions {
  name: string
  /** The address in front of `/leads` and `/deposits`. */
  url: string
  token: string | null
  /** Rows asked for at a time; a source may give fewer. */
  pageSize: number
  /** Allows http to hosts other than this one: for the sandbox. */
  allowHttp: boolean
  transport: PatientTransport
}

/** A page may come twice by mistake; a source that never gets past it would keep a run alive for ever. */
const MOST_REPEATS = 3

/** A source that speaks the generic contract (docs/lead-api.md). */
export function createGenericConnector(options: GenericOptions): Connector {
  return {
    name: options.name,
    feeds: ['leads', 'deposits'],
    readPages: (feed, from, signal) => readPages(options, feed, from, signal),
  }
}

async function* readPages(
  options: GenericOptions,
  feed: FeedKind,
  from: ReadFrom,
  signal: AbortSignal,
): AsyncGenerator<PageResult, void, void> {
  const refusal = refuseAddress(new URL(options.url), options)
  if (refusal) return yield { kind: 'failed', failure: refusal }
  let { cursor } = from
  let repeats = 0
  for (let first = true; first || cursor !== null; first = false) {
    const knownEtag = first && cursor === null ? from.knownEtag : null
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const result = await readPage(options, feed, { ...from, cursor, knownEtag }, signal)
    yield result
    if (result.kind !== 'page') return
    repeats = result.page.nextCursor === cursor ? repeats + 1 : 0
    if (repeats > MOST_REPEATS)
      return yield { kind: 'failed', failure: malformed('the same page comes again and again') }
    cursor = result.page.nextCursor
  }
}

async function readPage(
  options: GenericOptions,
  feed: FeedKind,
  from: ReadFrom,
  signal: AbortSignal,
): Promise<PageResult> {
  const settled = await askPatiently(options.transport, formQuestion(options, feed, from), signal)
  if (settled.kind === 'unchanged') return settled
  if (settled.kind === 'failed') return { kind: 'failed', failure: nameRefusal(settled, from) }
  if (from.knownEtag !== null && settled.etag === from.knownEtag) return { kind: 'unchanged' }
  return readBody(feed, settled.body, settled.etag)
}

function formQuestion(options: GenericOptions, feed: FeedKind, from: ReadFrom) {
  const url = new URL(options.url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${feed}`
  if (from.updatedSince !== null) url.searchParams.set('updatedSince', formatInstant(from.updatedSince))
  if (from.cursor !== null) url.searchParams.set('cursor', from.cursor)
  url.searchParams.set('limit', String(options.pageSize))
  const headers = {
    accept: 'application/json',
    ...(options.token !== null && { authorization: `Bearer ${options.token}` }),
    ...(from.knownEtag !== null && { 'if-none-match': from.knownEtag }),
  }
  return { url, headers }
}

/** A cursor that was kept may mean nothing any more; then its window starts over. */
function nameRefusal(settled: Extract<Settled, { kind: 'failed' }>, from: ReadFrom): LeadApiFailure {
  const forgotten = from.cursor !== null && settled.status !== null && [400, 404, 410, 422].includes(settled.status)
  return forgotten ? { ...settled.failure, reason: 'lead_api.cursor_refused' } : settled.failure
}

function readBody(feed: FeedKind, body: unknown, etag: string | null): PageResult {
  const complaint = findComplaint(body)
  if (complaint) return { kind: 'failed', failure: complaint }
  const rows = isRecord(body) ? body['data'] : undefined
  if (!isRecord(body) || !Array.isArray(rows))
    return { kind: 'failed', failure: malformed('it has no list named data') }
  const next = body['nextCursor'] ?? null
  if (next !== null && typeof next !== 'string')
    return { kind: 'failed', failure: malformed('nextCursor is not a text') }
  const nextCursor = rows.length === 0 || next === '' ? null : next
  return { kind: 'page', page: { ...readRows(feed, rows), nextCursor, etag } }
}

function readRows(feed: FeedKind, rows: unknown[]): Pick<SourcePage, 'leads' | 'deposits'> {
  return feed === 'leads'
    ? { leads: rows.map(parseLead), deposits: [] }
    : { leads: [], deposits: rows.map(parseDeposit) }
}

/** An error that came as 200: it must not be read as "no rows". */
function findComplaint(body: unknown): LeadApiFailure | null {
  if (!isRecord(body)) return null
  const { error, errors, message, status, success, ok } = body
  const failing = [status, success, ok].some((flag) => flag === false || flag === 'error' || flag === 'fail')
  const text = [error, errors, message].find((value) => hasContent(value))
  if (!failing && !hasContent(error) && !hasContent(errors) && Array.isArray(body['data'])) return null
  if (!failing && text === undefined) return null
  return { reason: 'lead_api.soft_error', message: `The lead API reported an error: ${showComplaint(text)}` }
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== false && value !== ''
}

function showComplaint(value: unknown): string {
  if (value === undefined) return 'it did not say which.'
  if (isRecord(value) && typeof value['message'] === 'string') return quote(value['message'])
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}
