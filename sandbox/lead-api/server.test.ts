import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { instantFromMilliseconds, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { createWorld } from '#sandbox/world/world.ts'
import { createArraySource, type ArraySource } from './array-source.ts'
import { startLeadApi, type LeadApi } from './server.ts'
import { buildLead, buildLeads, fetchFeed, fetchPage, fetchPages, idsOf, TOKEN } from './testing-client.ts'

const NOW = instantFromMilliseconds(1_790_000_000_000)

let source: ArraySource
let api: LeadApi

beforeEach(async () => {
  source = createArraySource()
  api = await startLeadApi({ token: TOKEN, source, now: () => NOW })
})

afterEach(() => api.close())

describe('the generic contract over HTTP', () => {
  it('answers rows as they were put, oldest change first', async () => {
    source.put('leads', buildLead('b', 2), buildLead('a', 1, { status: 'No Answer' }), buildLead('c', 1))
    const response = await fetchFeed(api.url, '/leads')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toEqual({
      data: [buildLead('a', 1, { status: 'No Answer' }), buildLead('c', 1), buildLead('b', 2)],
      nextCursor: null,
    })
  })

  it('serves deposits beside leads', async () => {
    source.put('deposits', { id: 'd', leadId: 'a', createdAt: '2026-03-02T08:00:00Z', payout: null })
    expect(await fetchPage(api.url, '/deposits')).toEqual({
      data: [{ id: 'd', leadId: 'a', createdAt: '2026-03-02T08:00:00Z', payout: null }],
      nextCursor: null,
    })
    expect((await fetchPage(api.url, '/leads')).data).toEqual([])
  })

  it.each([1, 7, 100, 250, 5000])('shows every row exactly once in pages of %i', async (limit) => {
    // Three rows share each instant, so that pages end between rows of one instant.
    const leads = Array.from({ length: 250 }, (_, index) => buildLead(`lead-${index}`, Math.floor(index / 3)))
    source.put('leads', ...leads)
    const pages = await fetchPages(api.url, `/leads?limit=${limit}`)
    expect(idsOf(pages).toSorted()).toEqual(leads.map((lead) => lead.id).toSorted())
    expect(pages.length).toBe(Math.ceil(250 / limit))
  })

  it('takes 500 rows a page unless told, and never more than 5000', async () => {
    source.put('leads', ...buildLeads(5100))
    expect((await fetchPage(api.url, '/leads')).data.length).toBe(500)
    expect((await fetchPage(api.url, '/leads?limit=9999')).data.length).toBe(5000)
  })

  it('includes what changed at updatedSince itself, and compares createdAt where a row has no updatedAt', async () => {
    const bare = { id: 'bare', createdAt: '2026-06-01T10:00:00Z', geo: 'DE', sourceNumber: '1', advertiserId: 'B' }
    source.put('leads', bare, { ...bare, id: 'late', updatedAt: '2026-06-01T10:00:01Z' })
    const ids = async (since: string) =>
      idsOf(await fetchPages(api.url, `/leads?updatedSince=${encodeURIComponent(since)}`))
    expect(await ids('2026-06-01T10:00:00Z')).toEqual(['bare', 'late'])
    expect(await ids('2026-06-01T12:00:00+02:00')).toEqual(['bare', 'late'])
    expect(await ids('2026-06-01T10:00:00.001Z')).toEqual(['late'])
    expect(await ids('2026-06-01T10:00:01.001Z')).toEqual([])
  })

  it('answers 304 while nothing has changed, and only on the first page', async () => {
    source.put('leads', ...buildLeads(3))
    const first = await fetchFeed(api.url, '/leads?limit=2')
    const etag = first.headers.get('etag') ?? ''
    const again = await fetchFeed(api.url, '/leads?limit=2', { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')
    expect((await fetchFeed(api.url, '/deposits', { 'if-none-match': etag })).status).toBe(200)
    const { nextCursor } = await fetchPage(api.url, '/leads?limit=2')
    const second = await fetchFeed(api.url, `/leads?limit=2&cursor=${nextCursor}`, { 'if-none-match': etag })
    expect(second.status).toBe(200)
    expect(second.headers.get('etag')).toBeNull()
    source.put('leads', buildLead('lead-2', 9))
    const changed = await fetchFeed(api.url, '/leads?limit=2', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  it('refuses a wrong token, unknown paths and methods', async () => {
    const bare = await fetch(`${api.url}/leads`)
    expect(bare.status).toBe(401)
    expect(bare.headers.get('www-authenticate')).toBe('Bearer')
    expect((await fetchFeed(api.url, '/leads', { authorization: 'Bearer other' })).status).toBe(401)
    expect((await fetchFeed(api.url, '/leads', { authorization: TOKEN })).status).toBe(401)
    expect((await fetchFeed(api.url, '/customers')).status).toBe(404)
    expect((await fetch(`${api.url}/leads`, { method: 'POST' })).status).toBe(405)
  })

  it.each([
    'updatedSince=yesterday',
    'updatedSince=2026-02-30T00:00:00Z',
    'cursor=nonsense',
    'cursor=W10',
    'limit=0',
    'limit=-1',
    'limit=many',
  ])('refuses %s with a sentence', async (query) => {
    const response = await fetchFeed(api.url, `/leads?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.stringMatching(/\.$/) })
  })

  it('refuses a cursor with another updatedSince than its own', async () => {
    source.put('leads', ...buildLeads(5))
    const since = '2026-01-01T00:00:00Z'
    const { nextCursor } = await fetchPage(api.url, `/leads?limit=2&updatedSince=${since}`)
    const status = async (query: string) => (await fetchFeed(api.url, `/leads?cursor=${nextCursor}${query}`)).status
    expect(await status(`&updatedSince=${since}`)).toBe(200)
    expect(await status('&updatedSince=2026-01-01T01:00:00%2B01:00')).toBe(200)
    expect(await status('&updatedSince=2026-01-02T00:00:00Z')).toBe(400)
    expect(await status('')).toBe(400)
  })

  it('closes while an answer is still waiting', async () => {
    api.control.addFault({ kind: 'delay', milliseconds: 600_000 })
    const waiting = fetchFeed(api.url, '/leads').catch(() => 'broken')
    while (!api.control.faults().every((rule) => rule.kind !== 'delay')) await new Promise(setImmediate)
    await api.close()
    expect(await waiting).toBe('broken')
    api = await startLeadApi({ token: TOKEN, source, now: () => NOW })
  })

  it('says so when its port is taken', async () => {
    const port = Number(new URL(api.url).port)
    await expect(startLeadApi({ port, token: TOKEN, source, now: () => NOW })).rejects.toThrow('EADDRINUSE')
  })
})

describe('the demo world behind it', () => {
  it('grows with the clock, and a second round finds exactly what is new', async () => {
    const start = parseDay('2026-10-01')
    let now: Instant | null = parseInstant('2026-10-03T12:00:00Z')
    if (!start || now === null) throw new Error('the test has a wrong date')
    const world = createWorld({ seed: 3, zone: 'Europe/Berlin', start })
    const live = await startLeadApi({ token: TOKEN, source: world, now: () => now ?? NOW })
    const first = await fetchPages(live.url, '/leads?limit=300')
    expect(idsOf(first)).toEqual(world.leadRowsAt(now).map((row) => row.id))
    const since = changeOf(first.at(-1)?.data.at(-1))
    now = parseInstant('2026-10-03T15:00:00Z')
    const second = await fetchPages(live.url, `/leads?updatedSince=${since}`)
    const known = new Map([...first, ...second].flatMap((page) => page.data.map((row) => [row.id, row] as const)))
    const standing = world.leadRowsAt(now ?? NOW)
    expect(known.size).toBe(standing.length)
    for (const row of standing) expect(known.get(row.id)).toEqual(row)
    expect(idsOf(second).length).toBeLessThan(standing.length)
    await live.close()
  })
})

/** The instant of a row's last change. */
function changeOf(row: Record<string, unknown> | undefined): string {
  return String(row?.['updatedAt'] ?? row?.['createdAt'])
}
