import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { createArraySource } from './array-source.ts'
import { startLeadApi, type LeadApi } from './server.ts'
import { buildLeads, fetchAnyRows, fetchFeed, fetchPage, fetchPages, idsOf, TOKEN } from './testing-client.ts'

const ControlBody = z.object({ data: z.array(z.unknown()).optional(), error: z.string().optional() })

const LEADS = buildLeads(10)
const IDS = LEADS.map((lead) => lead.id)

let api: LeadApi

beforeEach(async () => {
  const source = createArraySource()
  source.put('leads', ...LEADS)
  api = await startLeadApi({ token: TOKEN, source, now: () => instantFromMilliseconds(1_790_000_000_000) })
})

afterEach(() => api.close())

describe('faults of the connection', () => {
  it.each([0, 0.5])('breaks it after a share of %d of the answer, once', async (share) => {
    api.control.addFault({ kind: 'drop', share })
    await expect(fetchFeed(api.url, '/leads').then((response) => response.text())).rejects.toThrow(
      /fetch failed|terminated/,
    )
    expect(idsOf([await fetchPage(api.url, '/leads')])).toEqual(IDS)
  })

  it('sends the head and a part of the body before it breaks', async () => {
    api.control.addFault({ kind: 'drop' })
    const response = await fetchFeed(api.url, '/leads')
    expect(response.status).toBe(200)
    const chunks: Uint8Array[] = []
    const readAll = async () => {
      if (response.body) for await (const chunk of response.body) chunks.push(chunk)
    }
    await expect(readAll()).rejects.toThrow('terminated')
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    expect(size).toBeGreaterThan(0)
    expect(size).toBeLessThan(Number(response.headers.get('content-length')))
  })

  it('waits before it answers', async () => {
    api.control.addFault({ kind: 'delay', milliseconds: 60 })
    const before = performance.now()
    expect(idsOf([await fetchPage(api.url, '/leads')])).toEqual(IDS)
    expect(performance.now() - before).toBeGreaterThan(50)
  })
})

describe('faults of the answer', () => {
  it.each([
    [500, undefined, null],
    [503, 2, '2'],
    [429, 'Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
  ])('answers %i with Retry-After %s', async (status, retryAfter, header) => {
    api.control.addFault({ kind: 'status', status, ...(retryAfter !== undefined && { retryAfter }) })
    const response = await fetchFeed(api.url, '/leads')
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe(header)
    expect((await fetchFeed(api.url, '/leads')).status).toBe(200)
  })

  it('ends the JSON early in a whole HTTP answer', async () => {
    api.control.addFault({ kind: 'truncated-json' })
    const text = await (await fetchFeed(api.url, '/leads')).text()
    expect(text).toMatch(/^\{"data":\[/)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  it('answers a web page, and an error, with status 200', async () => {
    api.control.addFault({ kind: 'html' })
    api.control.addFault({ kind: 'soft-error', message: 'Too busy.' })
    const page = await fetchFeed(api.url, '/leads')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const soft = await fetchFeed(api.url, '/leads')
    expect([soft.status, await soft.json()]).toEqual([200, { error: 'Too busy.' }])
  })

  it('redirects to another host', async () => {
    api.control.addFault({ kind: 'redirect', location: 'https://elsewhere.example/leads' })
    const response = await fetchFeed(api.url, '/leads')
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://elsewhere.example/leads'])
  })

  it('sends a right answer that is far too long', async () => {
    api.control.addFault({ kind: 'huge-body', bytes: 3_000_000 })
    const response = await fetchFeed(api.url, '/leads')
    const text = await response.text()
    expect(text.length).toBe(3_000_000)
    expect(response.headers.get('content-length')).toBeNull()
    expect(JSON.parse(text).data.length).toBe(10)
  })

  it('survives a client that hangs up on it', async () => {
    api.control.addFault({ kind: 'huge-body', bytes: 300_000_000 })
    const response = await fetchFeed(api.url, '/leads')
    await response.body?.cancel()
    expect(idsOf([await fetchPage(api.url, '/leads')])).toEqual(IDS)
  })
})

describe('faults of the rows', () => {
  it('puts bad rows among the good', async () => {
    api.control.addFault({ kind: 'bad-rows' })
    const data = await fetchAnyRows(api.url, '/leads')
    expect(data.length).toBe(14)
    expect(data.filter((row) => !row || !('id' in row)).length).toBe(2)
    expect(data).toContainEqual(expect.objectContaining({ createdAt: '2026-02-30T25:00:00Z' }))
    for (const lead of LEADS) expect(data).toContainEqual(lead)
  })

  it('puts in the rows that it is given', async () => {
    api.control.addFault({ kind: 'bad-rows', rows: [{ id: 7 }] })
    const data = await fetchAnyRows(api.url, '/leads')
    expect(data.length).toBe(11)
    expect(data).toContainEqual({ id: 7 })
  })

  it('shuffles a page and loses none of it', async () => {
    api.control.addFault({ kind: 'shuffled-page', seed: 2 })
    const ids = idsOf([await fetchPage(api.url, '/leads')])
    expect(ids).not.toEqual(IDS)
    expect(ids.toSorted()).toEqual(IDS.toSorted())
  })

  it('repeats the page before, cursor and all, but never a first one', async () => {
    api.control.addFault({ kind: 'repeated-page' })
    const pages = await fetchPages(api.url, '/leads?limit=4')
    expect(pages.map((page) => page.data.length)).toEqual([4, 4, 4, 2])
    expect(pages[1]).toEqual(pages[0])
    expect(new Set(idsOf(pages))).toEqual(new Set(IDS))
    api.control.addFault({ kind: 'repeated-page' })
    expect((await fetchPage(api.url, '/leads?limit=4')).data.map((row) => row.id)).toEqual(IDS.slice(0, 4))
  })

  it('serves the next page first and then the one that was asked for', async () => {
    api.control.addFault({ kind: 'swapped-pages' })
    const pages = await fetchPages(api.url, '/leads?limit=4')
    expect(idsOf(pages)).toEqual([...IDS.slice(4, 8), ...IDS.slice(0, 4), ...IDS.slice(8)])
  })
})

describe('when faults strike', () => {
  const statuses = async (count: number, path = '/leads') => {
    const seen: number[] = []
    for (let index = 0; index < count; index += 1) seen.push((await fetchFeed(api.url, path)).status)
    return seen
  }

  it('strikes the next so many requests', async () => {
    api.control.addFault({ kind: 'status', status: 500, times: 2 })
    expect(await statuses(3)).toEqual([500, 500, 200])
    expect(api.control.faults()).toEqual([])
  })

  it('strikes one feed only, where told', async () => {
    api.control.addFault({ kind: 'status', status: 500, feed: 'deposits' })
    expect(await statuses(1)).toEqual([200])
    expect(await statuses(1, '/deposits')).toEqual([500])
  })

  it('strikes with a seeded probability: the same requests each time', async () => {
    const run = async (seed: number) => {
      api.control.clearFaults()
      api.control.addFault({ kind: 'status', status: 500, probability: 0.4, seed })
      return statuses(30)
    }
    const first = await run(1)
    expect(await run(1)).toEqual(first)
    expect(await run(2)).not.toEqual(first)
    const struck = first.filter((status) => status === 500).length
    expect(struck).toBeGreaterThan(3)
    expect(struck).toBeLessThan(25)
  })

  it('keeps a record of what was asked and what struck', async () => {
    api.control.addFault({ kind: 'status', status: 503 })
    await statuses(2, '/leads?limit=3')
    expect(api.control.requests()).toEqual([
      expect.objectContaining({ method: 'GET', path: '/leads', query: { limit: '3' }, status: 503, fault: 'status' }),
      expect.objectContaining({ status: 200, rows: 3, fault: null }),
    ])
  })
})

describe('the control paths', () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${api.url}/__sandbox/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: ControlBody.parse(await response.json()) }
  }

  it('set, list and clear faults', async () => {
    const added = await call('POST', 'faults', [
      { kind: 'html', times: 2 },
      { kind: 'delay', milliseconds: 1 },
    ])
    expect(added).toMatchObject({ status: 201, body: { data: [{ kind: 'html', times: 2 }, { kind: 'delay' }] } })
    expect((await fetchFeed(api.url, '/leads')).headers.get('content-type')).toMatch('text/html')
    expect((await call('GET', 'faults')).body.data).toMatchObject([{ kind: 'html', times: 1 }])
    await call('DELETE', 'faults')
    expect((await call('GET', 'faults')).body.data).toEqual([])
    expect((await call('GET', 'requests')).body.data).toMatchObject([{ path: '/leads', fault: 'html' }])
    await call('DELETE', 'requests')
    expect((await call('GET', 'requests')).body.data).toEqual([])
  })

  it('are themselves never struck', async () => {
    await call('POST', 'faults', { kind: 'status', status: 500 })
    expect((await call('GET', 'faults')).status).toBe(200)
    expect((await fetchFeed(api.url, '/leads')).status).toBe(500)
  })

  it.each([[{ kind: 'earthquake' }], [{ kind: 'delay' }], [{ kind: 'html', times: 0 }], ['nonsense']])(
    'refuse %j',
    async (rule) => {
      expect((await call('POST', 'faults', rule)).status).toBe(400)
      expect((await call('GET', 'faults')).body.data).toEqual([])
    },
  )

  it('know nothing else', async () => {
    expect((await call('GET', 'weather')).status).toBe(404)
  })
})
