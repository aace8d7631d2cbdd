import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { HOUR, instantFromMilliseconds, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { DepositRow, LeadRow } from './rows.ts'
import { answerJson, JSON_HEADERS, type PageAnswer, type PlainAnswer, type ShapeRequest } from './shape.ts'
import type { LeadSource } from './source.ts'

// What the shapes of the vendors have in common: they list leads by registration date, each with its first deposit.

/** A lead as it stands, with what the vendors show of its deposits: the first. */
export interface Customer {
  lead: LeadRow
  registeredAt: Instant
  deposit: DepositRow | null
}

/** Systems that date some deposits only do not date those whose payout is not reported. */
export function isDated(deposit: DepositRow | null): deposit is DepositRow {
  return deposit !== null && typeof deposit.payout === 'number'
}

/** The customers registered in a span, both ends included, newest first, as affiliate systems list them. */
export function listCustomers(source: LeadSource, from: Instant, to: Instant, now: Instant): Customer[] {
  return readCustomers(source, now).filter(({ registeredAt }) => registeredAt >= from && registeredAt <= to)
}

const known = new WeakMap<LeadSource, { version: string; customers: Customer[] }>()

/** All of them, made once for each state of the source. */
export function readCustomers(source: LeadSource, now: Instant): Customer[] {
  const version = `${source.versionOf('leads', now)} ${source.versionOf('deposits', now)}`
  const found = known.get(source)
  if (found?.version === version) return found.customers
  const customers = makeCustomers(source, now)
  known.set(source, { version, customers })
  return customers
}

function makeCustomers(source: LeadSource, now: Instant): Customer[] {
  const deposits = new Map<string, DepositRow>()
  for (const { json } of source.changesAfter('deposits', null, Infinity, now)) {
    const row = readRow<DepositRow>(json)
    const first = deposits.get(row.leadId ?? '')
    if (row.leadId !== undefined && (!first || row.createdAt < first.createdAt)) deposits.set(row.leadId, row)
  }
  const customers = source.changesAfter('leads', null, Infinity, now).flatMap(({ json }): Customer[] => {
    const lead = readRow<LeadRow>(json)
    const registeredAt = parseInstant(lead.createdAt)
    return registeredAt === null ? [] : [{ lead, registeredAt, deposit: deposits.get(lead.id) ?? null }]
  })
  return customers.toSorted((a, b) => b.registeredAt - a.registeredAt || compareCodePoints(a.lead.id, b.lead.id))
}

function readRow<Row>(json: string): Row {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a source renders these rows itself
  return JSON.parse(json) as Row
}

/** An instant as a query names it, without an offset in UTC; null where it is none. */
export function readDate(value: unknown, format: 'iso' | 'datetime'): Instant | null {
  if (typeof value !== 'string') return null
  return parseInstant(format === 'iso' ? value : `${value.replace(' ', 'T')}Z`)
}

export interface PageOfRows {
  /** Each row as JSON. */
  rows: readonly string[]
  wrap(rows: readonly string[]): string
  /** What one walk through the pages has in common. */
  walk: string
  isFirst: boolean
  /** The page behind this one, to come in its place. */
  swap(): PageOfRows | null
}

export function answerPage(page: PageOfRows): PageAnswer {
  const swapped = page.swap()
  return {
    kind: 'page',
    feed: 'leads',
    headers: JSON_HEADERS,
    rows: page.rows,
    wrap: page.wrap,
    walk: { id: page.walk, isFirst: page.isFirst },
    swap: () => (swapped && swapped.rows.length > 0 ? answerPage({ ...swapped, swap: () => null }) : null),
  }
}

/** So many calls in an hour, then 429 until the oldest is an hour ago. */
export function limitCalls(calls: number): (now: Instant) => PlainAnswer | null {
  let taken: Instant[] = []
  return (now) => {
    taken = taken.filter((at) => at > now - HOUR)
    const [oldest] = taken
    if (taken.length >= calls && oldest !== undefined) {
      const seconds = Math.max(1, Math.ceil((instantFromMilliseconds(oldest + HOUR) - now) / 1_000))
      return answerJson('leads', 429, { message: 'Too Many Attempts.' }, { 'retry-after': String(seconds) })
    }
    taken.push(now)
    return null
  }
}

/** A number of a query, within its bounds; `fallback` where it is none. */
export function readCount(value: unknown, fallback: number, most: number): number {
  const count = typeof value === 'number' ? value : Number(typeof value === 'string' && value !== '' ? value : NaN)
  return Number.isSafeInteger(count) && count >= 0 ? Math.min(count, most) : fallback
}

export function pathIs(request: ShapeRequest, method: string, path: string): PlainAnswer | null {
  if (request.path !== path) return answerJson(null, 404, { message: `There is no ${request.path} here.` })
  return request.method === method ? null : answerJson('leads', 405, { message: `Only ${method}.` }, { allow: method })
}
