import { expect, test } from 'vitest'
import { groupByGeo } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource, type GeoKey } from '#domain/kernel/identity.ts'
import { headAbove, headsAround, toBoardRows, type ListRow } from './board-rows.ts'

function capOf(id: string, geo: string): Cap {
  return {
    kind: 'broker',
    _id: id,
    date: brandText<Day>('2026-11-21'),
    geo,
    cap: 10,
    advertiserId: 'B-1',
    advertiserName: null,
    sourceNumber: foldSource('44'),
    workingHours: null,
    alwaysOn: false,
    cpa: null,
    crg: null,
    actualCount: 0,
    createdBy: '@anna',
    version: 1,
  }
}

const groups = groupByGeo([capOf('1', 'DE'), capOf('2', 'AU'), capOf('3', 'DE'), capOf('4', 'UK')])

const plain = { folded: new Set<GeoKey>(), opened: new Set<GeoKey>() }

test('each geo has its head, its facts where it has several caps, then its caps', () => {
  const rows = toBoardRows(groups, plain)
  expect(rows.map(({ key }) => key)).toEqual(['geo AU', '2', 'geo DE', 'facts DE', '1', '3', 'geo GB', '4'])
})

test('a folded geo keeps its head only', () => {
  const rows = toBoardRows(groups, { ...plain, folded: new Set([foldGeo('DE')]) })
  expect(rows.map(({ key }) => key)).toEqual(['geo AU', '2', 'geo DE', 'geo GB', '4'])
})

const rows = Array.from('gccgcccgc', (letter, index): ListRow => ({
  kind: letter === 'g' ? 'geo' : 'cap',
  key: String(index),
}))

test('the head above a row is the one of its geo', () => {
  expect([0, 1, 2, 3, 5, 6, 7, 99].map((index) => headAbove(rows, index))).toEqual([0, 0, 0, 3, 3, 3, 7, 7])
})

test('the heads around what is in sight are the two above it and the one below', () => {
  expect(headsAround(rows, 4, 5)).toEqual([0, 3, 7])
  expect(headsAround(rows, 0, 1)).toEqual([0, 3])
  expect(headsAround(rows, 8, 8)).toEqual([3, 7])
})

test('a list without rows has no head beside it', () => {
  expect(headAbove([], 0)).toBe(0)
  expect(headsAround([], 0, 0)).toEqual([])
})
