import { DAY, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { writeSourceDate } from '#domain/leads/dates.ts'
import type { Reach } from '#domain/leads/window.ts'
import { refuseAddress } from './request.ts'
import { readAnswer, type Answer } from './answer.ts'
import type { Connector, FeedKind, PageResult, ReadFrom } from './connector.ts'
import { malformed, type LeadApiFailure } from './failure.ts'
import type { ConnectorConfig, Credentials, Mapping } from './mapping.ts'
import { askPatiently, type PatientTransport, type Settled } from './patient.ts'
import {
  positionAfter,
  progressAt,
  readPosition,
  sliceOf,
  startAt,
  writePosition,
  type FeedPosition,
} from './position.ts'
import { formQuestion, type Blanks } from './question.ts'
import { watchRepeats } from './repeats.ts'
import { createRowReader } from './row-reader.ts'

export interface ClientOptions {
  /** Allows http to hosts other than this machine, for the sandbox. */
  allowHttp: boolean
  transport: PatientTransport
}

type Source = ConnectorConfig & ClientOptions & { readRows: ReturnType<typeof createRowReader> }

/** Creates the client of a source from its mapping: one client for every vendor. */
export function createConnector(config: ConnectorConfig, options: ClientOptions): Connector {
  const source: Source = { ...config, ...options, readRows: createRowReader(config.mapping) }
  return {
    name: config.name,
    preset: config.preset,
    host: new URL(config.url).host,
    reach: reachOf(config.mapping),
    feeds: config.mapping.deposits.rule === 'list' ? ['leads', 'deposits'] : ['leads'],
    readPages: (feed, from, signal) => readPages(source, feed, from, signal),
  }
}

function reachOf({ reach, windows }: Mapping): Reach {
  return {
    overlap: reach.overlapDays * DAY,
    lookBack: reach.lookBackDays * DAY,
    // A registration date stays valid; another system's cursor may not.
    longestWindow: windows.by === 'change' ? DAY : Number.POSITIVE_INFINITY,
    byRegistration: windows.by === 'registration',
  }
}

// Requests for past days leave calls for new leads.
const SHARE_OF_BACKFILLS = 0.5
/** The share for all slices of a long window but the newest. */
const SHARE_OF_OLDER_SLICES = 0.8

const FORGOTTEN: LeadApiFailure = {
  reason: 'lead_api.cursor_refused',
  message: 'The checkpoint belongs to another mapping.',
}

async function* readPages(
  source: Source,
  feed: FeedKind,
  from: ReadFrom,
  signal: AbortSignal,
): AsyncGenerator<PageResult, void, void> {
  const { mapping } = source
  const refusal = refuseAddress(new URL(source.url), source)
  if (refusal) return yield { kind: 'failed', failure: refusal }
  const end = from.until ?? source.transport.clock.now()
  let place = from.cursor === null ? startAt(end) : readPosition(mapping, from.cursor, end)
  if (place === null) return yield { kind: 'failed', failure: FORGOTTEN }
  const judge = watchRepeats(mapping)
  for (let first = from.cursor === null; place !== null; first = false) {
    const asked = await ask(source, feed, from, place, first, signal)
    if (asked.kind !== 'answer') return yield asked
    const verdict = judge(place, asked.answer)
    if (verdict === 'endless')
      return yield { kind: 'failed', failure: malformed('the same page comes again and again') }
    if (verdict === 'again') continue
    const next = positionAfter(mapping, from, place, asked.answer)
    yield { kind: 'page', page: readPage(source, feed, from, asked, place, next) }
    place = next
  }
}

type Asked = Extract<PageResult, { kind: 'unchanged' | 'failed' | 'paused' }> | AnswerWithTag

interface AnswerWithTag {
  kind: 'answer'
  answer: Answer
  etag: string | null
}

async function ask(
  source: Source,
  feed: FeedKind,
  from: ReadFrom,
  place: FeedPosition,
  isFirst: boolean,
  signal: AbortSignal,
): Promise<Asked> {
  const { mapping, transport } = source
  const path = feed === 'deposits' && mapping.deposits.rule === 'list' ? mapping.deposits.path : mapping.path
  const knownEtag = isFirst ? from.knownEtag : null
  const question = formQuestion(source, path, fillBlanks(mapping, from, place), knownEtag)
  const settled = await askPatiently(transport, question, signal, {
    share: shareOf(from, place),
    hurry: from.hurry ?? null,
  })
  if (settled.kind === 'unchanged' || settled.kind === 'paused') return settled
  if (settled.kind === 'failed') return fail(source, nameRefusal(settled, place))
  if (knownEtag !== null && settled.etag === knownEtag) return { kind: 'unchanged' }
  const read = readAnswer(mapping, settled.body)
  return read.ok ? { kind: 'answer', answer: read.answer, etag: settled.etag } : fail(source, read.failure)
}

function shareOf({ until }: ReadFrom, { slice }: FeedPosition): number {
  if (until !== undefined) return SHARE_OF_BACKFILLS
  return slice > 0 ? SHARE_OF_OLDER_SLICES : 1
}

/** Sources quote the token that they refuse, and their text is shown. */
function fail({ credentials }: Source, failure: LeadApiFailure): Asked {
  return { kind: 'failed', failure: { ...failure, message: hideSecrets(credentials, failure.message) } }
}

/** A shorter text is in many sentences by chance. */
const SHORTEST_SECRET = 6

/** Hides secrets as they are, in their form in addresses, and at the cut-off end of a quotation. */
function hideSecrets({ token, password }: Credentials, text: string): string {
  const secrets = [token ?? '', password ?? ''].filter(({ length }) => length >= SHORTEST_SECRET)
  const written = new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret), encodeForm(secret)]))
  let shown = text
  for (const secret of written) {
    shown = shown.replaceAll(secret, '[secret]')
    for (let length = secret.length - 1; length >= SHORTEST_SECRET; length -= 1) {
      shown = shown.replaceAll(`${secret.slice(0, length)}…`, '[secret]…')
    }
  }
  return shown
}

function encodeForm(secret: string): string {
  return new URLSearchParams({ '': secret }).toString().slice(1)
}

function fillBlanks(mapping: Mapping, from: ReadFrom, place: FeedPosition): Blanks {
  const { dates, pages } = mapping
  const zone = zoneOf(dates.zone)
  const format = dates.asked ?? dates.format
  const slice = sliceOf(mapping, from, place)
  const index = typeof place.at === 'number' ? place.at : 0
  return {
    from: slice.from === null ? null : writeSourceDate(slice.from, format, zone, 'down'),
    to: slice.to === null ? null : writeSourceDate(slice.to, format, zone, 'up'),
    zone: dates.zone,
    cursor: typeof place.at === 'string' ? place.at : null,
    page: pages.style === 'page' ? pages.first + index : null,
    skip: pages.style === 'skip' ? index : null,
    size: pages.style === 'none' ? null : pages.size,
  }
}

/** A stored cursor may no longer be valid; then its window starts again. */
function nameRefusal(settled: Extract<Settled, { kind: 'failed' }>, { at }: FeedPosition): LeadApiFailure {
  const isForgotten = typeof at === 'string' && settled.status !== null && [400, 404, 410, 422].includes(settled.status)
  return isForgotten ? { ...settled.failure, reason: 'lead_api.cursor_refused' } : settled.failure
}

function readPage(
  source: Source,
  feed: FeedKind,
  from: ReadFrom,
  { answer, etag }: AnswerWithTag,
  place: FeedPosition,
  next: FeedPosition | null,
) {
  return {
    ...source.readRows(feed, answer.rows),
    nextCursor: next === null ? null : writePosition(source.mapping, next),
    progress: progressAt(source.mapping, from, next, place),
    etag: source.mapping.windows.by === 'change' ? etag : null,
  }
}

/** The raw rows of a first page, for setting up a source. */
export type RawPage = { kind: 'rows'; rows: unknown[] } | Extract<PageResult, { kind: 'failed' | 'paused' }>

/** Requests one page without reading its rows. Never throws. */
export async function askForRows(
  config: ConnectorConfig,
  options: ClientOptions,
  feed: FeedKind,
  updatedSince: Instant | null,
  signal: AbortSignal,
): Promise<RawPage> {
  const source: Source = { ...config, ...options, readRows: createRowReader(config.mapping) }
  const refusal = refuseAddress(new URL(source.url), source)
  if (refusal) return { kind: 'failed', failure: refusal }
  const from = { updatedSince, cursor: null, knownEtag: null }
  const asked = await ask(source, feed, from, startAt(options.transport.clock.now()), true, signal)
  if (asked.kind === 'unchanged') return { kind: 'rows', rows: [] }
  return asked.kind === 'answer' ? { kind: 'rows', rows: asked.answer.rows } : asked
}
