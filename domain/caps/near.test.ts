import { expect, test } from 'vitest'
import { foldSource } from '#domain/kernel/identity.ts'
import { findNear, type GeoCap, type PlaceCount } from './near.ts'

const count = (advertiserId: string, source: string, leads: number): PlaceCount => ({
  advertiserId,
  advertiserName: null,
  sourceNumber: foldSource(source),
  sourceName: null,
  leads,
})
const cap = (advertiserId: string | null, source: string, planned: number): GeoCap => ({
  _id: `${advertiserId ?? 'affiliate'}-${source}`,
  kind: advertiserId === null ? 'affiliate' : 'broker',
  advertiserId,
  advertiserName: null,
  sourceNumber: foldSource(source),
  sourceName: null,
  cap: planned,
})

const counts = [count('B1', '44', 6), count('B2', '44', 2), count('B1', '45', 1), count('B3', '46', 2)]
const ours = cap('B1', '44', 3)
const bought = cap(null, '44', 10)
const caps = [ours, cap('B2', '44', 5), cap('B1', '47', 4), bought, cap(null, '48', 0)]
const lines = (places: ReturnType<typeof findNear>['sameSource']) =>
  places.map((place) => [place.advertiserId, place.sourceNumber, place.leads, place.planned])

test('near a broker cap are its source elsewhere, its broker’s other sources, and what no cap plans', () => {
  const near = findNear(ours, counts, caps)
  expect(lines(near.sameSource)).toEqual([['B2', '44', 2, 5]])
  expect(lines(near.otherSources)).toEqual([
    ['B1', '45', 1, null],
    ['B1', '47', 0, 4],
  ])
  expect(near.unplanned).toBe(3)
})

test('of an affiliate cap it is who bought its leads, and the other sources', () => {
  const near = findNear(bought, counts, caps)
  expect(lines(near.sameSource)).toEqual([
    ['B1', '44', 6, 3],
    ['B2', '44', 2, 5],
  ])
  expect(lines(near.otherSources)).toEqual([
    [null, '46', 2, null],
    [null, '45', 1, null],
    [null, '48', 0, 0],
  ])
  expect(near.unplanned).toBe(3)
})
