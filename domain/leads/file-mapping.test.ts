import { expect, test } from 'vitest'
import {
  guessColumns,
  guessDates,
  guessMapping,
  listDateColumns,
  nameColumns,
  refuseMapping,
  renameHeadings,
} from './file-mapping.ts'

test('usual headings are found, in whatever case', () => {
  const columns = [
    'Lead ID',
    'Created at (GMT+2)',
    'E-Mail',
    'Country',
    'Affiliate',
    'Broker',
    'Lead status',
    'FTD',
    'FTD date',
    'x',
  ]
  const { mapping, doubtful } = guessMapping(
    columns,
    [['1', '31.03.2026', '', 'DE', '44', 'B-1', 'New', '1', '', '']],
    'UTC',
  )
  expect(mapping).toEqual({
    rows: 'leads',
    columns: {
      id: 'Lead ID',
      createdAt: 'Created at (GMT+2)',
      email: 'E-Mail',
      geo: 'Country',
      sourceNumber: 'Affiliate',
      advertiserId: 'Broker',
      status: 'Lead status',
      deposited: 'FTD',
      depositedAt: 'FTD date',
    },
    constants: {},
    dates: { format: 'day', zone: 'UTC' },
  })
  expect(doubtful).toBe(false)
  expect(refuseMapping(mapping, columns)).toBeNull()
})

test('the click and what was sent along are found as trackers call them', () => {
  const find = (columns: readonly string[]) => guessMapping(columns, [], 'UTC').mapping.columns
  expect(find(['Click ID', 'aff_sub', 'aff_sub2', 'Sub ID 3'])).toEqual({
    clickId: 'Click ID',
    sub1: 'aff_sub',
    sub2: 'aff_sub2',
    sub3: 'Sub ID 3',
  })
  expect(find(['clickid', 'sub', 'sub1'])).toEqual({ clickId: 'clickid', sub1: 'sub1' })
})

test('a mapping of another file has the headings of this one', () => {
  const mapping = { ...guessMapping([], [], 'UTC').mapping, columns: { id: 'Lead ID', geo: 'GEO', status: 'status' } }
  const columns = ['geo', 'LEAD id', 'Status', 'status']
  expect(renameHeadings(mapping, columns)).toEqual({
    ...mapping,
    columns: { id: 'LEAD id', geo: 'geo', status: 'status' },
  })
  expect(renameHeadings(mapping, ['id'])).toEqual(mapping)
})

test('usual German headings are found; the format of dates is that of the columns which are chosen', () => {
  const columns = [
    'Lead-ID',
    'Registriert am',
    'Land',
    'Quelle',
    'Kunde',
    'Einzahlung',
    'Eingezahlt am',
    'Auszahlung',
    'Neu',
  ]
  const rows = [['1', '24.11.2026 09:15', 'DE', '44', 'B-1', 'ja', '25.11.2026', '600,00', '2026-11-24']]
  const { mapping } = guessMapping(columns, rows, 'UTC')
  expect(mapping.columns).toEqual({
    id: 'Lead-ID',
    createdAt: 'Registriert am',
    geo: 'Land',
    sourceNumber: 'Quelle',
    deposited: 'Einzahlung',
    depositedAt: 'Eingezahlt am',
    payout: 'Auszahlung',
  })
  expect(mapping.dates.format).toBe('day')
  const guess = (createdAt: string) => guessDates(columns, rows, { rows: 'leads', columns: { createdAt } })
  expect(guess('Neu')).toEqual({ format: 'year', doubtful: false })
  expect(guess('Eingezahlt am')).toEqual({ format: 'day', doubtful: false })
})

test('a file of deposits alone is known by its dates', () => {
  const { mapping } = guessMapping(['Deposit id', 'Lead id', 'Deposit date', 'Payout'], [], 'UTC')
  expect(mapping.rows).toBe('deposits')
  expect(mapping.columns).toEqual({
    id: 'Deposit id',
    leadId: 'Lead id',
    depositedAt: 'Deposit date',
    payout: 'Payout',
  })
})

test('where somebody says that a file of leads has deposits alone, it is read as one', () => {
  const columns = ['Lead ID', 'Registered', 'Deposit date', 'E-mail']
  const rows = [['1', '2026-03-31 10:00', '02.04.2026 09:00', 'a@b.co']]
  const { mapping } = guessMapping(columns, rows, 'UTC')
  expect(mapping).toMatchObject({ rows: 'leads', columns: { id: 'Lead ID' }, dates: { format: 'year' } })
  const deposits = { leadId: 'Lead ID', depositedAt: 'Deposit date', email: 'E-mail' }
  expect(guessColumns(columns, 'deposits')).toEqual(deposits)
  for (const chosen of [deposits, mapping.columns]) {
    expect(listDateColumns({ rows: 'deposits', columns: chosen })).toEqual(['Deposit date'])
    expect(guessDates(columns, rows, { rows: 'deposits', columns: chosen })).toEqual({ format: 'day', doubtful: false })
  }
})

test('what is needed is asked for by its name', () => {
  const { mapping } = guessMapping(['id', 'created', 'geo', 'source'], [], 'UTC')
  const columns = ['id', 'created', 'geo', 'source']
  expect(refuseMapping(mapping, columns)).toMatchObject({ field: 'advertiserId' })
  expect(refuseMapping({ ...mapping, constants: { advertiserId: 'B-1' } }, columns)).toBeNull()
  expect(refuseMapping({ ...mapping, rows: 'deposits' }, columns)).toMatchObject({ field: 'leadId' })
  expect(refuseMapping(mapping, ['id', 'geo', 'source'])).toMatchObject({ field: 'createdAt' })
})

test('each column has a name of its own', () => {
  expect(nameColumns([' geo ', '', 'geo', 'id'])).toEqual(['geo', 'Column 2', 'geo (2)', 'id'])
})
