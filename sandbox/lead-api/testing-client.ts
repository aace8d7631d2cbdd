import { z } from 'zod'
import { formatInstant, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import type { LeadRow } from './rows.ts'

// For tests only: a client as simple as can be, that knows nothing of faults.

export const TOKEN = 'let-me-in'

const Page = z.object({ data: z.array(z.looseObject({ id: z.string() })), nextCursor: z.string().nullable() })

type Page = z.output<typeof Page>

export function fetchFeed(url: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${TOKEN}`, ...headers }, redirect: 'manual' })
}

export async function fetchPage(url: string, path: string): Promise<Page> {
  const response = await fetchFeed(url, path)
  return Page.parse(await response.json())
}

const AnyPage = z.object({ data: z.array(z.looseObject({}).nullable()) })

/** The rows of a page whatever they are. */
export async function fetchAnyRows(url: string, path: string): Promise<(object | null)[]> {
  const response = await fetchFeed(url, path)
  return AnyPage.parse(await response.json()).data
}

/** All pages of a walk. */
export async function fetchPages(url: string, path: string): Promise<Page[]> {
  const pages: Page[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
    const join = path.includes('?') ? '&' : '?'
    pages.push(await fetchPage(url, cursor ? `${path}${join}cursor=${encodeURIComponent(cursor)}` : path))
  }
  return pages
}

export function idsOf(pages: readonly Page[]): string[] {
  return pages.flatMap((page) => page.data.map((row) => row.id))
}

const NOON = 1_780_000_000_000

/** A lead that last changed so many seconds after a fixed instant. */
export function buildLead(id: string, seconds: number, fields: Partial<LeadRow> = {}): LeadRow {
  const at = formatInstant(instantFromMilliseconds(NOON + seconds * 1000))
  return { id, createdAt: at, updatedAt: at, geo: 'DE', sourceNumber: '44', advertiserId: 'B-101', ...fields }
}

/** Leads `lead-0` to `lead-(n-1)`, one a second. */
export function buildLeads(count: number): LeadRow[] {
  return Array.from({ length: count }, (_, index) => buildLead(`lead-${index}`, index))
}
