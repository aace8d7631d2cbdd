import { expect, test } from 'vitest'
import { groupByGeo } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource, type GeoKey } from '#domain/kernel/identity.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { narrowGroups, orderGroups, toBoardRows } from './board-rows.ts'

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

test('by pace the geo whose cap is furthest behind comes first, by any other order geos stay as they are', () => {
  const now = { day: brandText<Day>('2026-11-21'), minutes: 20 * 60, zone: zoneOf('UTC') }
  const came = (cap: Cap, actualCount: number): Cap => ({ ...cap, alwaysOn: true, actualCount })
  const all = [came(capOf('1', 'DE'), 9), came(capOf('2', 'DE'), 2), came(capOf('3', 'AU'), 5), capOf('4', 'UK')]
  const keysBy = (order: 'pace' | 'planned') =>
    orderGroups(all, order, now).map(({ items }) => items.map(({ _id }) => _id).join(' '))
  expect(keysBy('pace')).toEqual(['4', '2 1', '3'])
  expect(keysBy('planned')).toEqual(['3', '1 2', '4'])
  const bought = all.map((cap) => (cap._id === '2' ? { ...cap, advertiserId: 'B-2' } : cap))
  const view = { sort: 'pace', broker: 'B-1' } as const
  const left = narrowGroups(orderGroups(bought, view.sort, now), view, now, new Map())
  expect(left.map(({ key }) => key)).toEqual(['GB', 'AU', 'DE'])
})

test('a folded geo keeps its head only', () => {
  const rows = toBoardRows(groups, { ...plain, folded: new Set([foldGeo('DE')]) })
  expect(rows.map(({ key }) => key)).toEqual(['geo AU', '2', 'geo DE', 'geo GB', '4'])
})
