import { expect, it } from 'vitest'
import { filterOf, readLeadSearch } from './search.ts'

it('reads the address as far as it means something', () => {
  expect(
    readLeadSearch({
      search: ' ',
      fate: 'lost',
      sourceNumber: 44,
      from: '2026-11-21',
      to: '2026-11-31',
      unplanned: true,
      other: 1,
    }),
  ).toEqual({ sourceNumber: '44', from: '2026-11-21', unplanned: true })
  expect(readLeadSearch({ fate: 'capped' })).toEqual({ fate: 'capped' })
})

it('asks for nothing that is too short to look for', () => {
  expect(filterOf({ search: 'ja ', geo: 'DE' })).toEqual({ geo: 'DE' })
  expect(filterOf({ search: 'jan', sort: 'geo', descending: true, lead: 'l-1', of: 'main' })).toEqual({ search: 'jan' })
})
