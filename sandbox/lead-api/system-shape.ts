import { addDays, parseDay } from '#domain/kernel/day.ts'
import { instantFromMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { parseJson } from '#sandbox/json.ts'
import { answerJson, type Shape, type ShapeAnswer, type ShapeRequest } from './shape.ts'
import type { LeadSource } from './source.ts'
import { answerPage, pathIs, readCustomers, type Customer, type PageOfRows } from './vendor.ts'

/** The clock of every account of these systems: what names no offset is told by it. */
export const SYSTEM_ZONE = 'Europe/Kyiv'
const zone = zoneOf(SYSTEM_ZONE)

/** What a request asks for: of its query, and of its body where it has one. */
export interface Asked {
  query: URLSearchParams
  body: Record<string, unknown>
  headers: ShapeRequest['headers']
  now: Instant
}

export interface SystemRow {
  /** Whether it lies in the span that is asked for is told by this. */
  at: Instant
  row: object
}

/** One lead system: how it is asked, and what its answers look like, dirt included. */
export interface System {
  method: 'GET' | 'POST'
  path: string
  isKnown(asked: Asked, token: string): boolean
  /** What somebody without the right token is told. */
  stranger: { status: number; body: object }
  /** The first and the last instant that are asked for; a text is why nobody can answer. */
  readSpan(asked: Asked): readonly [Instant, Instant] | string
  /** Null: it knows no pages. */
  readPage(asked: Asked): { skip: number; size: number } | null
  /** The rows of one lead, as they are when this is asked. */
  write(customer: Customer, asked: Asked): SystemRow[]
  /** `list` is the rows of the page, as JSON. */
  wrap(list: string, page: { total: number; skip: number; size: number }): string
  writeSoftError(message: string): object
  badRows: readonly unknown[]
}

/** Lists newest first; fewer or more of them between two pages move the rows on all later ones. */
export function createSystemShape(system: System, options: { token: string; source: LeadSource }): Shape {
  return {
    badRows: system.badRows.map((row) => JSON.stringify(row)),
    writeSoftError: (message) => JSON.stringify(system.writeSoftError(message)),
    answer(request) {
      const refused = pathIs(request, system.method, system.path)
      if (refused) return refused
      const asked = { ...request, body: readBody(request.body) }
      if (system.isKnown(asked, options.token)) return answer(system, options.source, asked)
      return answerJson('leads', system.stranger.status, system.stranger.body)
    },
  }
}

function answer(system: System, source: LeadSource, asked: Asked): ShapeAnswer {
  const span = system.readSpan(asked)
  if (typeof span === 'string') return answerJson('leads', 400, { error: span })
  const rows = readCustomers(source, asked.now)
    // No row of theirs has a word for a test: such leads are not listed.
    .filter(({ lead }) => !lead.isTest)
    .flatMap((customer) => system.write(customer, asked))
    .filter(({ at }) => at >= span[0] && at <= span[1])
    .toSorted((a, b) => b.at - a.at)
  const { skip: first, size } = system.readPage(asked) ?? { skip: 0, size: rows.length }
  const pageOf = (skip: number): PageOfRows => ({
    rows: rows.slice(skip, skip + size).map(({ row }) => JSON.stringify(row)),
    wrap: (texts) => system.wrap(`[${texts.join(',')}]`, { total: rows.length, skip, size }),
    walk: `${system.path} ${span.join(' ')} ${size}`,
    isFirst: skip === 0,
    swap: () => pageOf(skip + size),
  })
  return answerPage(pageOf(first))
}

function readBody(text: string): Record<string, unknown> {
  const body = parseJson(text)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** `2026-11-20 09:00:00`, on the clock of the account. */
export function writeLocal(at: Instant): string {
  const { day, minutes } = zone.localTimeOf(at)
  const parts = [Math.floor(minutes / 60), minutes % 60, Math.floor(at / SECOND) % 60]
  return `${day} ${parts.map((part) => String(part).padStart(2, '0')).join(':')}`
}

/** Null where it is no such date. */
export function readLocal(value: unknown): Instant | null {
  const [date = '', time = '', ...more] = typeof value === 'string' ? value.split(' ') : []
  const day = parseDay(date)
  const match = /^(\d\d):(\d\d):(\d\d)$/.exec(time)
  if (day === null || match === null || more.length > 0) return null
  const minutes = Number(match[1]) * 60 + Number(match[2])
  return instantFromMilliseconds(zone.instantAt({ day, minutes }) + Number(match[3]) * SECOND)
}

/** The span of whole days, the last one included. */
export function spanOfDays(
  from: unknown,
  to: unknown,
  clock: string = SYSTEM_ZONE,
): readonly [Instant, Instant] | string {
  const [first, last] = [from, to].map((text) => (typeof text === 'string' ? parseDay(text) : null))
  if (!first || !last) return 'from and to are days.'
  const { startOf } = zoneOf(clock)
  return [startOf(first), instantFromMilliseconds(startOf(addDays(last, 1)) - 1)]
}
