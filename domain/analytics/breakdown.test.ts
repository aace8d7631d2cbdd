import { expect, test } from 'vitest'
import { writeBreakdownCsv } from './breakdown-csv.ts'
import { columnsOf, DEFAULT_SORTING, listBreakdown, listDates, sortBreakdown, type Aggregates } from './breakdown.ts'
import { parseDay } from '#domain/kernel/day.ts'

const aggregates: Aggregates = {
  byGeo: [
    { geo: 'DE', leads: 8, deposits: 1 },
    { geo: '', leads: 0, deposits: 2 },
  ],
  byBroker: [
    { advertiserId: 'B-1', advertiserName: 'Harbor, Mutual', leads: 8, deposits: 1 },
    { advertiserId: 'B-2', advertiserName: null, leads: 0, deposits: 2 },
  ],
  byAffiliate: [
    { sourceNumber: '12', publisherName: 'Northwind', leads: 5, deposits: 0 },
    { sourceNumber: '9', publisherName: null, leads: 3, deposits: 3 },
  ],
  byAffiliateGeo: [{ sourceNumber: '12', publisherName: 'Northwind', geo: 'DE', leads: 8, deposits: 1 }],
}

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

test('rows are called as people call them', () => {
  expect(names(listBreakdown(aggregates, 'geo'))).toEqual(['DE', 'Unknown'])
  expect(names(listBreakdown(aggregates, 'broker'))).toEqual(['Harbor, Mutual', 'B-2'])
  expect(names(listBreakdown(aggregates, 'affiliateGeo'))).toEqual(['Source #12'])
  const seconds = (['broker', 'affiliate'] as const).flatMap((kind) => listBreakdown(aggregates, kind))
  expect(seconds.map(({ second }) => second)).toEqual(['B-1', null, 'Northwind', null])
})

test('sorts by what a column shows: numbers by size, sources as people read them', () => {
  const rows = listBreakdown(aggregates, 'affiliate')
  expect(names(sortBreakdown(rows, DEFAULT_SORTING))).toEqual(['Source #12', 'Source #9'])
  expect(names(sortBreakdown(rows, { column: 'name', descending: false }))).toEqual(['Source #9', 'Source #12'])
  expect(names(sortBreakdown(rows, { column: 'conversion', descending: true }))).toEqual(['Source #9', 'Source #12'])
})

test('brokers have their id in a column of a day, the rows of sources and geos their geo', () => {
  expect(columnsOf('broker', false)).toEqual(['name', 'advertiserId', 'leads', 'deposits', 'conversion'])
  expect(columnsOf('broker', true)).toEqual(['name', 'leads', 'deposits', 'conversion'])
  expect(columnsOf('affiliateGeo', true)).toEqual(['name', 'geo', 'leads', 'deposits', 'conversion'])
})

test('the file has the columns of the specification', () => {
  expect(writeBreakdownCsv('broker', listBreakdown(aggregates, 'broker'), 'GMT+2')).toBe(
    '\uFEFFBroker,Leads,Deposits,Conversion Rate\r\n"Harbor, Mutual",8,1,12.50%\r\nB-2,0,2,0.00%\r\n',
  )
  expect(writeBreakdownCsv('affiliateGeo', listBreakdown(aggregates, 'affiliateGeo'), 'GMT+2')).toBe(
    '\uFEFFSource + GEO,GEO,Leads,Deposits,Conversion Rate\r\nSource #12 (DE),DE,8,1,12.50%\r\n',
  )
  const date = parseDay('2026-11-21')
  const days = date ? listDates([{ date, leads: 2, deposits: 1 }]) : []
  expect(writeBreakdownCsv('date', days, 'GMT+2')).toBe(
    '\uFEFFDate (GMT+2),Leads,Deposits,Conversion Rate\r\n2026-11-21,2,1,50.00%\r\n',
  )
})
