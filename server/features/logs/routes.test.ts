import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { logCalls } from '#contract/logs.ts'
import { addMilliseconds, formatInstant, HOUR, instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { PATIENCE } from '#testing/patience.ts'
import { insertEntries } from './store.ts'

const START = instantFromMilliseconds(Date.UTC(2026, 2, 2, 10))

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
  await insertAdvertiser(capline.db)
  await plant()
})
afterAll(() => capline.close())

/** 600 entries, one a minute: an area of its own, so that what the product itself says is not among them. */
async function plant(): Promise<void> {
  const drafts = Array.from({ length: 600 }, (_, index) => ({
    at: formatInstant(addMilliseconds(START, index * MINUTE)),
    level: index % 100 === 0 ? ('error' as const) : ('info' as const),
    area: index < 550 ? 'tests' : 'other-tests',
    message: `entry ${index}`,
    metadata: JSON.stringify({ index, note: index === 7 ? '100% Rare_Word' : 'often' }),
    requestId: index < 3 ? 'request-of-three' : null,
  }))
  await insertEntries(capline.db, drafts)
}

const list = (query: Parameters<typeof admin.call<typeof logCalls.list>>[1]['query'] = {}) =>
  admin.call(logCalls.list, { query: { area: 'tests', ...query } })

async function ask(search: string): Promise<{ status: number; count: number }> {
  const headers = { authorization: `Bearer ${admin.token}` }
  const response = await fetch(`${capline.address}/api/debug-logs?area=tests${search}`, { headers })
  const body: unknown = await response.json()
  return { status: response.status, count: Array.isArray(body) ? body.length : -1 }
}

describe('the list', () => {
  test('newest first, 200 where nothing is said, with all that an entry is', async () => {
    const entries = await list()
    expect(entries).toHaveLength(200)
    expect(entries[0]).toMatchObject({
      level: 'info',
      area: 'tests',
      message: 'entry 549',
      metadata: { index: 549, note: 'often' },
      requestId: null,
      createdAt: addMilliseconds(START, 549 * MINUTE),
    })
    expect(entries.at(-1)?.message).toBe('entry 350')
  })

  test.each([
    ['&limit=3', 3],
    ['&limit=0', 1],
    ['&limit=-4', 1],
    ['&limit=9999', 500],
    ['&limit=abc', 200],
    ['&limit=', 200],
    ['&limit=2.9', 2],
    ['&level=fatal', 200],
    ['&level=', 200],
    ['&search=%20%20', 200],
    ['&search=', 200],
  ])('%s gives %i', async (search, count) => {
    expect(await ask(search)).toEqual({ status: 200, count })
  })

  test('narrowed by level, area, part of a text in any case, request and time', async () => {
    expect(await list({ level: 'error' })).toHaveLength(6)
    expect(await list({ area: ' other-tests ' })).toHaveLength(50)
    expect(await list({ search: 'NTRY 12' })).toHaveLength(11)
    expect(await list({ search: '100% rare_word' })).toHaveLength(1)
    expect(await list({ search: '100_ rare' })).toHaveLength(0)
    expect(await list({ search: '\\' })).toHaveLength(0)
    expect(await list({ requestId: 'request-of-three' })).toHaveLength(3)
    const hour = { from: formatInstant(START), to: formatInstant(addMilliseconds(START, HOUR)) }
    expect(await list(hour)).toHaveLength(60)
    expect(await list({ ...hour, level: 'error', search: 'entry 0' })).toHaveLength(1)
  })

  test('page by page, without a gap or a repetition', async () => {
    const seen: string[] = []
    for (let before: string | undefined; ;) {
      const page = await list({ limit: '100', ...(before && { before }) })
      if (page.length === 0) break
      seen.push(...page.map(({ message }) => message))
      before = page.at(-1)?.id
    }
    expect(seen).toEqual(Array.from({ length: 550 }, (_, index) => `entry ${549 - index}`))
  })

  test('what is no instant or no id is a 400', async () => {
    for (const search of ['&from=yesterday', '&to=x', '&before=abc', '&before=1e9']) {
      expect((await ask(search)).status).toBe(400)
    }
  })
})

describe('the file', () => {
  test('has every entry that fits, and nothing that a spreadsheet would run', async () => {
    await insertEntries(capline.db, [
      {
        at: formatInstant(START),
        level: 'warn',
        area: 'spreadsheet',
        message: '=HYPERLINK("http://evil.example","x")',
        metadata: '{"a":"b, c"}',
        requestId: null,
      },
    ])
    const read = async (search: string, name: RegExp) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const response = await fetch(`${capline.address}/api/debug-logs/export${search}`, { headers })
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toMatch(name)
      return response.text()
    }
    expect(await read('?area=spreadsheet', /"debug-logs-spreadsheet\.csv"$/)).toBe(
      'Timestamp,Level,Area,Message,Metadata,Request\r\n' +
        `2026-03-02T10:00:00.000Z,warn,spreadsheet,"'=HYPERLINK(""http://evil.example"",""x"")","{""a"":""b, c""}",\r\n`,
    )
    expect((await read('?area=tests', /"debug-logs-tests\.csv"$/)).split('\r\n')).toHaveLength(552)
    await read('?from=2026-03-02T10:00:00Z&to=2026-03-02T10:00:01Z', /"debug-logs-2026-03-02.+2026-03-02.+\.csv"$/)
  })

  test('is for admins', async () => {
    const { token } = await capline.signIn('editor')
    const response = await fetch(`${capline.address}/api/debug-logs/export`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(403)
  })
})

describe('what requests leave behind', () => {
  const entryOf = (requestId: string) =>
    vi.waitFor(async () => {
      const entries = await admin.call(logCalls.list, { query: { requestId } })
      expect(entries.length).toBeGreaterThan(0)
      return entries
    }, PATIENCE)

  const send = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${capline.address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })

  test('a change: who, what and from where, under the id that the answer carries', async () => {
    const editor = await capline.signIn('editor')
    const response = await send('/api/caps', editor.token, { method: 'POST', body: JSON.stringify(buildCapDraft()) })
    expect(response.status).toBe(201)
    const [entry] = await entryOf(response.headers.get('x-request-id') ?? '')
    expect(entry).toMatchObject({
      level: 'info',
      area: 'caps',
      message: 'POST /api/caps answered 201',
      metadata: { memberId: editor.member._id, address: '127.0.0.1', status: 201 },
    })
  })

  test('a refusal too; somebody who only looks leaves nothing', async () => {
    const viewer = await capline.signIn('viewer')
    const refused = await send('/api/debug-logs', viewer.token)
    const looked = await send('/api/auth/me', viewer.token)
    const [entry] = await entryOf(refused.headers.get('x-request-id') ?? '')
    expect(entry).toMatchObject({ level: 'warn', area: 'system', metadata: { memberId: viewer.member._id } })
    const requestId = looked.headers.get('x-request-id') ?? ''
    expect(await admin.call(logCalls.list, { query: { requestId } })).toEqual([])
  })

  test('who is turned away again and again is told of once a minute', async () => {
    for (let count = 0; count < 20; count += 1) await send('/api/caps/day/2026-11-21', 'x'.repeat(43))
    // Entries are written in order: when this one is there, so are those of before.
    const marker = await send('/api/auth/logout', (await capline.signIn('viewer')).token, {
      method: 'POST',
      body: '{}',
    })
    await entryOf(marker.headers.get('x-request-id') ?? '')
    const entries = await admin.call(logCalls.list, { query: { area: 'caps', level: 'warn' } })
    expect(entries.filter(({ message }) => message.includes('answered 401'))).toHaveLength(1)
  })

  test('what a service logs meanwhile has the id of its request', async () => {
    const response = await send('/api/auth/verify', '', {
      method: 'POST',
      body: JSON.stringify({ identifier: '424242', code: 'ABCDEF' }),
    })
    expect(response.status).toBe(401)
    const entries = await entryOf(response.headers.get('x-request-id') ?? '')
    expect(entries.map(({ area, message }) => `${area}: ${message}`)).toContain('auth: sign-in refused')
  })
})

test('an open screen of an admin hears of new entries, and that of nobody else', async () => {
  const listen = async (token: string) => {
    const response = await fetch(`${capline.address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
    return response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  }
  const editor = await capline.signIn('editor')
  const [forAdmin, forEditor] = [await listen(admin.token), await listen(editor.token)]
  const readUntil = async (stream: typeof forAdmin, sign: string) => {
    let text = ''
    while (!text.includes(sign)) text += (await stream?.next())?.value ?? ''
    return text
  }
  await editor.call(capCalls.create, { body: buildCapDraft({ date: '2031-01-01' }) })
  expect(await readUntil(forAdmin, '"topic":"logs"')).toContain('"topic":"logs"')
  await editor.call(capCalls.create, { body: buildCapDraft({ date: '2031-01-02' }) })
  expect(await readUntil(forEditor, '2031-01-02')).not.toContain('logs')
  await Promise.all([forAdmin?.return?.(), forEditor?.return?.()])
})
