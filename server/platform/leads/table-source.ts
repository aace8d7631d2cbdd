import { uploadTexts } from '#contract/texts/uploads.ts'
import { refuseMapping, nameColumns, type FileMapping } from '#domain/leads/file-mapping.ts'
import { readFile, type FileRow } from '#domain/leads/file-rows.ts'
import type { RowReading } from '#domain/leads/row.ts'
import { FileRefusal } from '#platform/tables/file-refusal.ts'
import { hashContent, readTable } from '#platform/tables/table.ts'
import type { Connector, PageResult, ReadFrom } from './connector.ts'
import { malformed, STOPPED, unreachable, type LeadApiFailure } from './failure.ts'
import { refuseAddress, REQUEST_PATIENCE, type Send } from './request.ts'

/** A table published at a link, such as a sheet "as CSV", and how its rows are read. */
export interface TableLink {
  name: string
  url: string
  mapping: FileMapping
}

/** Where links may lead. */
export interface LinkReach {
  allowHttp: boolean
  send?: Send
}

/** In bytes: the whole table is in memory. */
const LARGEST_TABLE = 8 * 1024 * 1024
const MOST_REDIRECTS = 5
const ROWS_OF_A_PAGE = 2_000
const TRIES = 3

/** Creates a source from a published table. Each run reads the whole table, and ends at once if it has not changed. */
export function createTableConnector({ name, url, mapping }: TableLink, reach: LinkReach): Connector {
  return {
    name,
    preset: 'table',
    host: new URL(url).host,
    // It has no cursor that stays valid.
    reach: { overlap: 0, lookBack: 0, longestWindow: 0, byRegistration: false },
    feeds: ['leads'],
    readPages: (_feed, from, signal) => readPages(url, mapping, reach, from, signal),
  }
}

/** A published table with unreadable column settings. */
export function createUnreadableTable(name: string, url: string): Connector {
  const message =
    'The column settings of this published sheet are no longer valid. Remove the sheet under Lead files, then add its link again.'
  const source = createTableConnector({ name, url, mapping: NO_MAPPING }, { allowHttp: false })
  return {
    ...source,
    async *readPages() {
      yield { kind: 'failed', failure: { reason: 'lead_api.unreadable', message } }
    },
  }
}

const NO_MAPPING: FileMapping = { rows: 'leads', columns: {}, constants: {}, dates: { format: 'year', zone: 'UTC' } }

async function* readPages(
  url: string,
  mapping: FileMapping,
  reach: LinkReach,
  from: ReadFrom,
  signal: AbortSignal,
): AsyncGenerator<PageResult, void, void> {
  const found = await fetchTable(url, reach, signal)
  if (!(found instanceof Uint8Array)) return yield { kind: 'failed', failure: found }
  const etag = hashContent(Buffer.from(found).toString('latin1'))
  if (etag === from.knownEtag) return yield { kind: 'unchanged' }
  const table = await readAll(found)
  if ('reason' in table) return yield { kind: 'failed', failure: table }
  const gap = refuseMapping(mapping, table.columns)
  if (gap) {
    const heading = mapping.columns[gap.field]
    const message = heading === undefined ? gap.reason : uploadTexts.columnGone(heading)
    return yield { kind: 'failed', failure: { reason: 'lead_api.malformed', message } }
  }
  const reading = readFile(mapping, table.columns, hashContent)
  reading.look(table.rows)
  for (let at = 0; at === 0 || at < table.rows.length; at += ROWS_OF_A_PAGE) {
    const rows = table.rows.slice(at, at + ROWS_OF_A_PAGE)
    const { leads, deposits, withoutDeposit } = reading.read(rows)
    const end = at + rows.length
    const page = {
      rows: rows.length,
      leads: leads.map((lead) => placeIn(rows, lead)),
      deposits: deposits.map((deposit) => placeIn(rows, deposit)),
      withoutDeposit,
      progress: null,
      nextCursor: end < table.rows.length ? String(end) : null,
      etag,
    }
    yield { kind: 'page', page }
  }
}

/** The place of a bad row within its page. */
function placeIn<T>(rows: readonly FileRow[], reading: RowReading<T>): RowReading<T> {
  if (reading.ok) return reading
  return { ...reading, position: rows.findIndex(({ number }) => number === reading.position) }
}

async function readAll(bytes: Uint8Array): Promise<{ columns: string[]; rows: FileRow[] } | LeadApiFailure> {
  const rows: FileRow[] = []
  try {
    for await (const row of readTable(inOnePiece(bytes))) rows.push(row)
  } catch (error) {
    if (error instanceof FileRefusal) return { reason: 'lead_api.malformed', message: error.message }
    throw error
  }
  const [head, ...rest] = rows
  return head ? { columns: nameColumns(head.cells), rows: rest } : malformed('the table is empty')
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}

/** Fetches the bytes of a published table. Temporary failures are repeated a few times. */
export async function fetchTable(
  url: string,
  reach: LinkReach,
  signal: AbortSignal,
): Promise<Uint8Array | LeadApiFailure> {
  for (let tries = 1; ; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const found = await fetchOnce(url, reach, AbortSignal.any([signal, AbortSignal.timeout(REQUEST_PATIENCE)]))
    if (signal.aborted) return STOPPED
    if (found instanceof Uint8Array || found.reason !== 'lead_api.unreachable' || tries === TRIES) return found
  }
}

const NOT_PUBLISHED: LeadApiFailure = {
  reason: 'lead_api.refused',
  message: 'The link leads to a web page, not to a table. Publish the sheet to the web as CSV, and use that link.',
}

async function fetchOnce(
  url: string,
  { allowHttp, send = fetch }: LinkReach,
  signal: AbortSignal,
): Promise<Uint8Array | LeadApiFailure> {
  let address = new URL(url)
  try {
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const refusal = refuseAddress(address, { allowHttp })
      if (refusal) return refusal
      const asked = {
        method: 'GET',
        headers: { accept: 'text/csv, */*' },
        body: null,
        signal,
        redirect: 'manual' as const,
      }
      // oxlint-disable-next-line no-await-in-loop -- each leads to the next
      const response = await send(address.href, asked)
      const location = response.headers.get('location')
      // There is no key that another host could learn.
      if (response.status < 300 || response.status > 399 || location === null) return await readBody(response)
      // oxlint-disable-next-line no-await-in-loop
      await response.body?.cancel()
      if (!URL.canParse(location, address.href)) return malformed('it leads to no address')
      address = new URL(location, address)
    }
    return { reason: 'lead_api.redirected', message: 'The link redirects too often.' }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return unreachable(cause instanceof Error ? cause.message : 'the connection broke')
  }
}

async function readBody(response: Response): Promise<Uint8Array | LeadApiFailure> {
  const parts: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body) {
    for await (const part of body) {
      size += part.byteLength
      parts.push(part)
      if (size > LARGEST_TABLE) {
        const message = `The table has more than ${LARGEST_TABLE / 1024 / 1024} MB, which is refused.`
        return { reason: 'lead_api.too_large', message }
      }
    }
  }
  if (response.status >= 500 || response.status === 429) return unreachable(`it answered ${response.status}`)
  if (!response.ok) {
    return {
      reason: 'lead_api.refused',
      message: `The link answered ${response.status}. Is the table still published?`,
    }
  }
  const bytes = Buffer.concat(parts)
  return /^\s*</.test(bytes.subarray(0, 100).toString('latin1')) ? NOT_PUBLISHED : bytes
}
