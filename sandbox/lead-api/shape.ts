import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Feed } from './rows.ts'

/** A language that some lead system speaks: its paths, sign-in, pages and rows. One file a shape, beside `generic.ts`. */
export interface Shape {
  answer(request: ShapeRequest): ShapeAnswer
  /** A failure as this system tells it with status 200. */
  writeSoftError(message: string): string
  /** Rows that nobody can read, as JSON: without an id, with an impossible date, no row at all. */
  badRows: readonly string[]
}

export interface ShapeRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  now: Instant
}

export type ShapeAnswer = PlainAnswer | PageAnswer

export interface PlainAnswer {
  kind: 'plain'
  feed: Feed | null
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** A page of rows, still in parts, so that faults can spoil it. */
export interface PageAnswer {
  kind: 'page'
  feed: Feed
  headers: Readonly<Record<string, string>>
  /** Each row as JSON. */
  rows: readonly string[]
  wrap(rows: readonly string[]): string
  /** The walk through the pages that this page belongs to, by its feed, start and size. */
  walk: { id: string; isFirst: boolean }
  /** The page behind this one in its place, where the shape can serve this one after it; null where there is none. */
  swap(): PageAnswer | null
}

export function answerJson(
  feed: Feed | null,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainAnswer {
  return { kind: 'plain', feed, status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) }
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' } as const
