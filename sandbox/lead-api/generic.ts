import { instantFromMilliseconds, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Refused, type Result } from '#domain/kernel/result.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'
import { FEEDS, type Feed } from './rows.ts'
import { answerJson, JSON_HEADERS, type PageAnswer, type PlainAnswer, type Shape, type ShapeRequest } from './shape.ts'
import { comparePositions, justBefore, type FeedRow, type LeadSource, type Position } from './source.ts'

const DEFAULT_LIMIT = 500
const MAX_LIMIT = 5000

const START: Position = justBefore(instantFromMilliseconds(0))

/** The generic contract (docs/lead-api.md): `GET /leads` and `GET /deposits`, oldest change first. */
export function createGenericShape(options: { token: string; source: LeadSource }): Shape {
  return {
    badRows: BAD_ROWS,
    writeSoftError: (message) => JSON.stringify({ error: message }),
    answer(request) {
      const feed = FEEDS.find((name) => request.path === `/${name}`)
      if (!feed) return answerJson(null, 404, { error: `There is no ${request.path} here.` })
      if (request.method !== 'GET') return answerJson(feed, 405, { error: 'Only GET.' }, { allow: 'GET' })
      if (request.headers.authorization !== `Bearer ${options.token}`) return refuseToken(feed)
      const query = readQuery(request.query)
      return query.ok
        ? answerPage(options.source, feed, query.value, request)
        : answerJson(feed, 400, { error: query.message })
    },
  }
}

const BAD_ROWS = [
  { createdAt: '2026-01-05T10:00:00Z', geo: 'DE', sourceNumber: '44', advertiserId: 'B-101' },
  { id: 'bad-date', createdAt: '2026-02-30T25:00:00Z', geo: 'DE', sourceNumber: '44', advertiserId: 'B-101' },
  { id: 'bad-shape', createdAt: 17, geo: ['DE'], sourceNumber: {}, advertiserId: null, payout: 'a lot' },
  null,
].map((row) => JSON.stringify(row))

interface PageQuery {
  since: Instant | null
  cursor: Cursor | null
  limit: number
}

type QueryRefusal = { reason: 'query.unreadable'; message: string }

function refuseToken(feed: Feed): PlainAnswer {
  return answerJson(feed, 401, { error: 'The token is missing or wrong.' }, { 'www-authenticate': 'Bearer' })
}

function refuseQuery(message: string): Refused<QueryRefusal> {
  return refuse({ reason: 'query.unreadable', message })
}

function readQuery(query: URLSearchParams): Result<PageQuery, QueryRefusal> {
  const [sinceText, cursorText, limitText] = ['updatedSince', 'cursor', 'limit'].map((name) => query.get(name))
  const since = sinceText ? parseInstant(sinceText) : null
  if (sinceText && since === null) return refuseQuery('updatedSince is an instant such as 2026-03-02T08:00:00Z.')
  const cursor = cursorText ? readCursor(cursorText) : null
  if (cursorText && cursor === null) return refuseQuery('cursor is not one of ours.')
  if (cursor && cursor.since !== since) return refuseQuery('cursor belongs to another updatedSince.')
  if (limitText && !/^[1-9]\d{0,8}$/.test(limitText)) return refuseQuery('limit is a whole number from 1.')
  return accept({ since, cursor, limit: Math.min(Number(limitText ?? DEFAULT_LIMIT) || DEFAULT_LIMIT, MAX_LIMIT) })
}

function answerPage(source: LeadSource, feed: Feed, query: PageQuery, request: ShapeRequest): PageAnswer | PlainAnswer {
  const walk = createWalk(source, feed, query, request.now)
  if (query.cursor) return walk.pageAt(query.cursor)
  const tag = `W/"${feed}-${source.versionOf(feed, request.now)}"`
  if (matchesTag(request.headers['if-none-match'], tag)) {
    return { kind: 'plain', feed, status: 304, headers: { etag: tag }, body: '' }
  }
  return walk.pageAfter(query.since === null ? null : justBefore(query.since), { etag: tag })
}

/** The tag is that of the whole feed, whatever the query: where it matches, nothing at all has changed. */
function matchesTag(header: string | undefined, tag: string): boolean {
  const strong = tag.replace(/^W\//, '')
  const given = (header ?? '').split(',').map((part) => part.trim().replace(/^W\//, ''))
  return given.some((part) => part === strong || part === '*')
}

interface Walk {
  pageAt(cursor: Cursor): PageAnswer
  pageAfter(after: Position | null, headers?: Readonly<Record<string, string>>): PageAnswer
}

function createWalk(source: LeadSource, feed: Feed, { since, cursor, limit }: PageQuery, now: Instant): Walk {
  /** The rows of a page, and whether more lie behind it. */
  function read(after: Position | null): { rows: FeedRow[]; last: Position | null } {
    const found = source.changesAfter(feed, after, limit + 1, now)
    const rows = found.slice(0, limit)
    return { rows, last: found.length > limit ? (rows.at(-1) ?? null) : null }
  }

  function write(rows: readonly FeedRow[], next: Cursor | null, headers: PageAnswer['headers'] = {}): PageAnswer {
    const nextCursor = JSON.stringify(next && writeCursor(next))
    return {
      kind: 'page',
      feed,
      headers: { ...JSON_HEADERS, ...headers },
      rows: rows.map((row) => row.json),
      wrap: (texts) => `{"data":[${texts.join(',')}],"nextCursor":${nextCursor}}`,
      walk: { id: `${feed} ${since ?? 'all'} ${limit}`, isFirst: cursor === null },
      swap: () => null,
    }
  }

  function pageAfter(after: Position | null, headers?: PageAnswer['headers']): PageAnswer {
    const { rows, last } = read(after)
    const page = write(rows, last && { since, after: last }, headers)
    return { ...page, swap: () => last && swapPages(after ?? START, last) }
  }

  /** The page behind `last` first, and then, by way of its cursor, the one from `after` to `last`. */
  function swapPages(after: Position, last: Position): PageAnswer {
    const { rows } = read(last)
    return write(rows, { since, after, detour: { last, resume: rows.at(-1) ?? last } })
  }

  function pageAt({ after, detour }: Cursor): PageAnswer {
    if (!detour) return pageAfter(after)
    const rows = read(after).rows.filter((row) => comparePositions(row, detour.last) <= 0)
    if (rows.length === 0) return pageAfter(detour.resume)
    const isLast = source.changesAfter(feed, detour.resume, 1, now).length === 0
    return write(rows, isLast ? null : { since, after: detour.resume })
  }

  return { pageAt, pageAfter }
}
