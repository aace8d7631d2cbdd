import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFile, type FileRow } from './file-rows.ts'
import type { FileMapping } from './file-mapping.ts'

const COLUMNS = ['id', 'created', 'email', 'geo', 'status', 'ftd', 'ftd date', 'payout']
const MAPPING: FileMapping = {
  rows: 'leads',
  columns: {
    id: 'id',
    createdAt: 'created',
    email: 'email',
    geo: 'geo',
    status: 'status',
    deposited: 'ftd',
    depositedAt: 'ftd date',
    payout: 'payout',
  },
  constants: { sourceNumber: '44', advertiserId: 'B-1' },
  dates: { format: 'day', zone: 'Europe/Berlin' },
}

function read(cells: readonly (readonly string[])[], mapping: FileMapping = MAPPING) {
  const rows: FileRow[] = cells.map((row, at) => ({ number: at + 2, cells: row }))
  const file = readFile(mapping, COLUMNS, (text) => text)
  file.look(rows)
  return file.read(rows)
}

test('a row is a lead, and its deposit where it says so', () => {
  const page = read([
    ['7', '31.03.2026 10:00', 'a@example.org', 'germany', 'New', 'yes', '02.04.2026', '$1,200.50'],
    ['8', '31.03.2026 11:00', 'b@example.org', 'AT', 'Callback', '0', '', ''],
  ])
  expect(page.leads.map((lead) => lead.ok && lead.row)).toMatchObject([
    { id: '7', geo: 'DE', sourceNumber: '44', advertiserId: 'B-1', status: 'New' },
    { id: '8', geo: 'AT' },
  ])
  expect(page.deposits).toMatchObject([{ ok: true, row: { id: '7', leadId: '7', payout: 120_050 } }])
  expect(page).toMatchObject({ withoutDeposit: ['8'], madeIds: 0, repeated: 0, undated: 0 })
})

test('a date that says that there is none is no deposit, where no other column says whether there is one', () => {
  const mapping = { ...MAPPING, columns: { ...MAPPING.columns, deposited: undefined } }
  const cells = ['', '-', '0000-00-00 00:00:00', '02.04.2026']
  const rows = cells.map((date, at) => [String(at), '31.03.2026', '', 'DE', '', '', date, ''])
  expect(read(rows, mapping)).toMatchObject({
    deposits: [{ ok: true, row: { id: '3' } }],
    withoutDeposit: ['0', '1', '2'],
  })
})

test('what cannot be read names its row and its column', () => {
  const page = read([
    ['7', 'yesterday', '', 'DE', '', '0', '', ''],
    ['8', '31.03.2026', '', '', '', '0', '', ''],
    ['9', '31.03.2026', '', 'DE', '', 'perhaps', '', ''],
    ['10', '31.03.2026', '', 'DE', '', '1', 'soon', ''],
  ])
  const bad = [...page.leads, ...page.deposits].flatMap((row) => (row.ok ? [] : [`${row.position}: ${row.reason}`]))
  expect(bad).toEqual([
    '2: Registered is not a date in the chosen format: "yesterday"',
    '3: Geo is missing',
    '4: Has deposited is neither yes nor no: “perhaps”',
    '5: Deposited at is not a date in the chosen format: "soon"',
  ])
})

const refused = (id: string) =>
  `Id lost the last digits of a long number: “${id}”. Format its column as text, and enter the ids again.`

test.each(['1.23457E+17', '1,23457E+17', '1E+17', '1.2345678901234568e17'])('%s is no id', (id) => {
  const page = read([[id, '31.03.2026', '', 'DE', '', '1', '02.04.2026', '']])
  expect(page).toMatchObject({ leads: [{ ok: false, reason: refused(id), position: 2 }], deposits: [] })
  const columns = { leadId: 'id', depositedAt: 'ftd date' }
  const deposits = read([[id, '', '', '', '', '', '02.04.2026', '']], { ...MAPPING, rows: 'deposits', columns })
  expect(deposits.deposits).toMatchObject([{ ok: false, reason: refused(id).replace('Id', 'Lead id') }])
})

test.each(['12e4567', '123456789012345671', '1.5'])('%s is an id like any other', (id) => {
  expect(read([[id, '31.03.2026', '', 'DE', '', '0', '', '']]).leads).toMatchObject([{ ok: true, row: { id } }])
})

test('a test lead has no deposit, and one that was stored before is not shown any more', () => {
  const mapping = { ...MAPPING, columns: { ...MAPPING.columns, isTest: 'status' } }
  const page = read([['7', '31.03.2026', '', 'DE', 'yes', '1', '02.04.2026', '']], mapping)
  expect(page).toMatchObject({ leads: [{ ok: true, row: { test: true } }], deposits: [], withoutDeposit: ['7'] })
})

test('of several rows with one id the last counts, and no deposit is lost', () => {
  const page = read([
    ['7', '31.03.2026', '', 'DE', 'FTD', '1', '02.04.2026', ''],
    ['7', '31.03.2026', '', 'DE', 'Callback', '0', '', ''],
  ])
  expect(page.leads.map((lead) => lead.ok && lead.row)).toMatchObject([{ id: '7', status: 'Callback' }])
  expect(page.deposits).toHaveLength(1)
  expect(page.repeated).toBe(1)
})

test('a payout that could be two amounts is no deposit, and its lead is kept', () => {
  const payouts = ['1.200', '1,200', '1.200,50', '600 EUR']
  const { leads, deposits } = read(
    payouts.map((payout, at) => [String(at), '31.03.2026', '', 'DE', '', 'yes', '02.04.2026', payout]),
  )
  expect(leads.filter(({ ok }) => ok)).toHaveLength(4)
  expect(deposits).toMatchObject([
    { ok: false, position: 2, reason: 'Payout is not an amount of dollars: "1.200"' },
    { ok: true, row: { payout: 120_000 } },
    { ok: true, row: { payout: 120_050 } },
    { ok: false, position: 5, reason: 'Payout is not an amount of dollars: "600 EUR"' },
  ])
})

test('a file of deposits has leads of elsewhere', () => {
  const mapping: FileMapping = {
    ...MAPPING,
    rows: 'deposits',
    columns: { leadId: 'id', email: 'email', depositedAt: 'ftd date', payout: 'payout' },
    constants: {},
  }
  const page = read([['7', '', '', '', '', '', '02.04.2026', '600']], mapping)
  expect(page.leads).toEqual([])
  expect(page.deposits).toMatchObject([{ ok: true, row: { leadId: '7', payout: 60_000 } }])
  expect(page.madeIds).toBe(1)
  expect(read([['7', '', '', '', '', '', '02.04.2026', '1.350']], mapping).deposits).toMatchObject([{ ok: false }])
})

test('an id that was made stays, also where what stands for the e-mail is none', () => {
  const columns = { leadId: 'id', email: 'email', depositedAt: 'ftd date' }
  const mapping: FileMapping = { ...MAPPING, rows: 'deposits', columns, constants: {} }
  const page = read([['7', '', 'N/A', '', '', '', '02.04.2026', '']], mapping)
  const id = `row-${JSON.stringify(['deposit', ['7', 'n/a', Date.UTC(2026, 3, 1, 22)]])}`
  expect(page.deposits).toMatchObject([{ ok: true, row: { id, emailKey: null } }])
})

test('a click and subs come with their lead, and rows that differ in them alone are told apart', () => {
  const mapping = { ...MAPPING, columns: { ...MAPPING.columns, id: undefined, clickId: 'id', sub1: 'payout' } }
  const rows = ['c-1', 'c-2'].map((click) => [click, '31.03.2026', 'a@example.org', 'DE', 'New', '0', '', 'fb'])
  const idsOf = (cells: readonly (readonly string[])[]) =>
    read(cells, mapping).leads.flatMap((lead) => (lead.ok && !lead.row.test ? [[lead.row.tracking, lead.row.id]] : []))
  const found = idsOf(rows)
  expect(found.map(([tracking]) => tracking)).toEqual([
    { clickId: 'c-1', sub1: 'fb' },
    { clickId: 'c-2', sub1: 'fb' },
  ])
  expect(idsOf(rows.toReversed()).toReversed()).toEqual(found)
})

const day = fc.constantFrom('30.03.2026', '31.03.2026')
const row = fc.tuple(
  fc.constant(''),
  day,
  fc.constantFrom('', 'a@example.org'),
  fc.constantFrom('DE', 'AT'),
  fc.constantFrom('New', 'Callback'),
  fc.constantFrom('0', '1'),
  fc.constantFrom('', '02.04.2026'),
  fc.constantFrom('', '600'),
)

test('rows without an id have the same ids in whatever order they come, and each one of its own', () => {
  fc.assert(
    fc.property(
      fc
        .array(row, { maxLength: 12 })
        .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      ([rows, shuffled]) => {
        const list = (cells: readonly (readonly string[])[]) => {
          const page = read(cells)
          return {
            leads: page.leads.flatMap((lead) => (lead.ok ? JSON.stringify(lead.row) : [])).toSorted(),
            deposits: page.deposits.flatMap((deposit) => (deposit.ok ? JSON.stringify(deposit.row) : [])).toSorted(),
          }
        }
        expect(list(shuffled)).toEqual(list(rows))
        const ids = read(rows).leads.flatMap((lead) => (lead.ok ? lead.row.id : []))
        expect(new Set(ids).size).toBe(rows.length)
      },
    ),
  )
})

test('a deposit without an id keeps the one it got when other rows like its own change', () => {
  const alike = fc.tuple(
    fc.constant(''),
    fc.constant('31.03.2026'),
    fc.constant(''),
    fc.constant('DE'),
    fc.constantFrom('New', 'Callback', 'No answer'),
    fc.constant('0'),
    fc.constant(''),
    fc.constant(''),
  )
  const paid = ['', '31.03.2026', '', 'DE', 'FTD', '1', '01.04.2026', '600']
  const later = ['', '31.03.2026', '', 'DE', 'FTD', '1', '02.04.2026', '500']
  const idOfFirst = (cells: readonly (readonly string[])[]) =>
    read(cells).deposits.flatMap((deposit) => (deposit.ok && deposit.row.payout === 60_000 ? [deposit.row.id] : []))
  fc.assert(
    fc.property(fc.array(alike, { maxLength: 8 }), fc.array(alike, { maxLength: 8 }), (before, after) => {
      expect(idOfFirst([later, ...after, paid])).toEqual(idOfFirst([paid, ...before]))
    }),
  )
})
