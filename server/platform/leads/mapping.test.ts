import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { DAY, addMilliseconds, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { serve } from '#testing/serve.ts'
import { createConnector } from './client.ts'
import { patientTransport } from './configured.ts'
import { readConnector } from './connector-file.ts'
import { createRowReader } from './row-reader.ts'

// What a mapping can say of a system that no preset knows, each against a server that answers so.

const NOW = instantFromMilliseconds(Date.UTC(2026, 10, 21, 12))
const KEY = 'a key/with+signs'

interface Asked {
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: unknown
}

/** What comes of reading a source whole, and what it was asked. `answer`: of the n-th request, from 0. */
async function readAll(mapping: Record<string, unknown>, answer: (asked: Asked, index: number) => unknown) {
  const asked: Asked[] = []
  using server = await serve((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const query = Object.fromEntries(new URL(request.url ?? '', 'http://x').searchParams)
      const one = { query, headers: request.headers, body: text === '' ? null : JSON.parse(text) }
      asked.push(one)
      const said = answer(one, asked.length - 1)
      if (typeof said === 'string') response.writeHead(403).end(said)
      else response.end(JSON.stringify(said))
    })
  })
  const entry = { name: 'own', preset: 'none', url: server.url, token: KEY, mapping: { ...MAPPING, ...mapping } }
  const read = readConnector(entry)
  if (!read.ok) throw new Error(read.message)
  const transport = { ...patientTransport, clock: { now: () => NOW }, sleep: async () => undefined }
  const connector = createConnector(read.value, { allowHttp: false, transport })
  const from = { updatedSince: addMilliseconds(NOW, -3 * DAY), cursor: null, knownEtag: null }
  const told = {
    leads: [] as string[],
    deposits: [] as string[],
    withoutDeposit: [] as string[],
    failure: null as string | null,
    asked,
  }
  for await (const result of connector.readPages('leads', from, new AbortController().signal)) {
    if (result.kind === 'failed') told.failure = result.failure.message
    if (result.kind !== 'page') continue
    for (const row of result.page.leads) told.leads.push(row.ok ? row.row.id : row.reason)
    for (const row of result.page.deposits) told.deposits.push(row.ok ? row.row.id : row.reason)
    told.withoutDeposit.push(...result.page.withoutDeposit)
  }
  return told
}

const MAPPING = {
  path: '/list',
  query: { key: '{token}', from: '{from}', to: '{to}' },
  dates: { format: 'seconds', asked: 'date', zone: 'UTC' },
  windows: { by: 'registration', sliceDays: 30, historyDays: 30 },
  rows: 'rows',
  lead: { id: 'id', createdAt: 'at', geo: 'land', status: 'state' },
  constants: { geo: 'DE', sourceNumber: '44', advertiserId: 'x' },
  deposits: { rule: 'flag', field: 'ftd', fields: { id: 'id', leadId: 'id', createdAt: 'ftdAt' } },
}
const row = (id: string | number, more: object = {}) => ({ id, at: 1_795_000_000, ...more })

test('dates are asked in one format and answered in another; the end is moved by days', async () => {
  const { asked, leads } = await readAll({}, () => ({ rows: [row('a')] }))
  expect(leads).toEqual(['a'])
  expect(asked).toMatchObject([{ query: { from: '2026-11-18', to: '2026-11-22' } }])
  const windows = { ...MAPPING.windows, toPlusDays: 2 }
  const moved = await readAll({ windows, dates: { ...MAPPING.dates, asked: 'MM/DD/YY' } }, () => ({ rows: [] }))
  expect(moved.asked).toMatchObject([{ query: { from: '11/18/26', to: '11/24/26' } }])
})

test('a body has lists and objects; an entry whose placeholder has no value is left out of them', async () => {
  const body = {
    range: { from: '{from}', zone: '{zone}' },
    columns: ['id', '{cursor}', { name: '{size}' }],
    total: true,
  }
  const { asked } = await readAll({ method: 'POST', body }, () => ({ rows: [] }))
  expect(asked[0]?.body).toEqual({ range: { from: '2026-11-18', zone: 'UTC' }, columns: ['id', {}], total: true })
})

test('a source may be given a name of the client that it lets in', async () => {
  const { asked } = await readAll({ headers: { 'user-agent': 'Mozilla/5.0' } }, () => ({ rows: [] }))
  expect(asked[0]?.headers['user-agent']).toBe('Mozilla/5.0')
})

describe('an error that comes as 200', () => {
  test.each<[rule: object, answer: object, isError: boolean]>([
    [{ values: ['2'] }, { status: 2 }, true],
    [{ values: [2] }, { status: '2' }, true],
    [{ values: [2] }, { status: 1 }, false],
    [{ not: [1] }, { status: 1 }, false],
    [{ not: [1] }, { status: '1' }, false],
    [{ not: [1] }, { status: 3 }, true],
    [{ not: [1] }, {}, true],
    [{ not: ['OK'] }, { status: 'ok' }, false],
  ])('%o of %o: %o', async (rule, answer, isError) => {
    const softError = { field: 'status', message: 'text', ...rule }
    const { failure } = await readAll({ softError }, () => ({ rows: [], text: 'no such account', ...answer }))
    expect(failure).toBe(isError ? 'The lead API reported an error: no such account' : null)
  })
})

describe('pages', () => {
  const query = { ...MAPPING.query, page: '{page}', size: '{size}' }
  const pages = { style: 'page', first: 1, size: 2, total: 'total' }

  test('one answer has all where there are none', async () => {
    const { asked } = await readAll({}, () => ({ rows: [row('a'), row('b')], total: 9 }))
    expect(asked).toHaveLength(1)
  })

  test('end at the number of rows that the source names, however few it gives at a time', async () => {
    const { asked, leads } = await readAll({ query, pages }, (_asked, index) => ({ rows: [row(index)], total: '3' }))
    expect(leads).toEqual(['0', '1', '2'])
    expect(asked.map((one) => one.query['page'])).toEqual(['1', '2', '3'])
  })

  test('are read again where that number moved meanwhile, and what slipped over an edge is found', async () => {
    let list = ['a', 'b', 'c', 'd', 'e']
    const { asked, leads } = await readAll({ query, pages }, (one, index) => {
      const from = (Number(one.query['page']) - 1) * 2
      const rows = list.slice(from, from + 2).map((id) => row(id))
      const total = list.length
      // The first leaves after the first page: “c” is never on the second.
      if (index === 0) list = list.slice(1)
      return { rows, total }
    })
    expect(leads).toEqual(['a', 'b', 'd', 'e', 'b', 'c', 'd', 'e'])
    expect(asked).toHaveLength(4)
  })

  test('are read three times at most', async () => {
    const { asked } = await readAll({ query, pages }, (one, index) => ({
      rows: [row(index)],
      total: one.query['page'] === '2' ? 4 : 3,
    }))
    expect(asked).toHaveLength(9)
  })

  test('that say no number of rows end where none come', async () => {
    const { asked, leads } = await readAll({ query, pages }, (_asked, index) => ({
      rows: index < 2 ? [row(index)] : [],
    }))
    expect(leads).toEqual(['0', '1'])
    expect(asked).toHaveLength(3)
  })
})

describe('deposits', () => {
  const fields = { id: 'id', leadId: 'click', createdAt: 'at' }
  const lead = { id: 'click', createdAt: 'at' }

  test('of a goal: others are leads, or only some of them, and one that was declined is none', async () => {
    const deposits = {
      rule: 'goal',
      field: 'goal',
      goal: 'FTD',
      leads: { field: 'isEvent', values: [false] },
      only: { field: 'state', not: ['declined'] },
      fields,
    }
    const { leads, deposits: found } = await readAll({ lead, deposits }, () => ({
      rows: [
        row(1, { click: 'a', goal: '', isEvent: false }),
        row(2, { click: 'a', goal: 'KYC', isEvent: true }),
        row(3, { click: 'a', goal: 'FTD', isEvent: true, state: 'approved' }),
        row(4, { click: 'b', goal: 'FTD', isEvent: true, state: 'Declined' }),
      ],
    }))
    expect({ leads, found }).toEqual({ leads: ['a'], found: ['3'] })
  })

  test('of a lead that is marked as a test are none, and one that was stored before is told as vanished', async () => {
    const { deposits: found, withoutDeposit } = await readAll({ lead: { ...MAPPING.lead, isTest: 'test' } }, () => ({
      rows: [row('a', { ftd: 1 }), row('b', { ftd: 1, test: true }), row('c', { test: true }), row('d')],
    }))
    expect({ found, withoutDeposit }).toEqual({ found: ['a'], withoutDeposit: ['b', 'c', 'd'] })
  })

  test('of which only the day is known may be of any lead of that day', () => {
    const mapping = { ...MAPPING, dates: { ...MAPPING.dates, format: 'datetime' } }
    const config = readConnector({ name: 'own', preset: 'none', url: 'https://x.example', token: KEY, mapping })
    if (!config.ok) throw new Error(config.message)
    const rows = ['2026-11-20', '2026-11-20 10:00:00'].map((ftdAt, id) => row(id, { ftd: 1, ftdAt }))
    const found = createRowReader(config.value.mapping)('leads', rows).deposits
    expect(found.map((deposit) => deposit.ok && deposit.row.createdBefore)).toEqual([Date.UTC(2026, 10, 21), null])
  })

  test('of a status: what was a deposit somewhere else is none, and letters that look alike are the same', async () => {
    const deposits = { rule: 'status', field: 'state', statuses: ['deposit'], fields: { ...fields, leadId: 'id' } }
    const { deposits: found } = await readAll({ deposits }, () => ({
      rows: [row(1, { state: 'Already deposited' }), row(2, { state: 'Dеposit' }), row(3, { state: 'no deposit' })],
    }))
    expect(found).toEqual(['2'])
  })
})

test('a key in the query is told nowhere: not as it is, not as an address writes it, not where a quotation cuts it', async () => {
  const said = [
    `no such key: ${KEY}`,
    `/list?key=${new URLSearchParams({ '': KEY }).toString().slice(1)}&from=x`,
    `/list?key=${encodeURIComponent(KEY)}`,
    `${'x'.repeat(190)} ${KEY}`,
  ]
  for (const text of said) {
    // oxlint-disable-next-line no-await-in-loop -- one server at a time
    const { failure } = await readAll({}, () => text)
    expect(failure).toContain('[secret]')
    expect(failure).not.toMatch(/a.key.{0,3}with|a key\/w/)
  }
})
