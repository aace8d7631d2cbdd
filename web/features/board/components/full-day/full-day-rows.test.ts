import { expect, it } from 'vitest'
import { computeDayOverview } from '#domain/caps/day-overview.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { toFullDayRows, type FullDayRow } from './full-day-rows.ts'

const { geos } = computeDayOverview([
  ...['1', '2', '3'].map((_id) => brokerCap({ _id, geo: 'DE', sourceNumber: _id })),
  brokerCap({ _id: '4', geo: 'UK' }),
])
const none = new Set<never>()

it('puts the caps of a geo side by side under its head and its chips', () => {
  const rows = toFullDayRows(geos, { folded: none, opened: none, columns: 2 })
  expect(rows.map(describeRow)).toEqual(['DE', 'chips of DE', '1 2', '3', 'UK', 'chips of UK', '4'])
})

it('leaves a folded geo its head only', () => {
  const rows = toFullDayRows(geos, { folded: new Set([foldGeo('DE')]), opened: none, columns: 3 })
  expect(rows.map(describeRow)).toEqual(['DE folded', 'UK', 'chips of UK', '4'])
})

it('shows all chips where that was asked', () => {
  const rows = toFullDayRows(geos, { folded: none, opened: new Set([foldGeo('GB')]), columns: 3 })
  expect(rows.map(describeRow)).toEqual(['DE', 'chips of DE', '1 2 3', 'UK', 'all chips of UK', '4'])
})

function describeRow(row: FullDayRow): string {
  if (row.kind === 'geo') return row.folded ? `${row.geo.geo} folded` : row.geo.geo
  if (row.kind === 'chips') return `${row.opened ? 'all ' : ''}chips of ${row.geo.geo}`
  return row.caps.map((cap) => cap._id).join(' ')
}
