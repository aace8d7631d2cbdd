import { expect, test } from 'vitest'
import { chooseColumns, LEAD_COLUMNS, turnOrder } from './columns.ts'

test('a column that is asked for again turns its order round, and newest first is how the list begins', () => {
  expect(turnOrder(null, 'created')).toEqual({ column: 'created', descending: false })
  expect(turnOrder({ column: 'created', descending: false }, 'created')).toBeNull()
  expect(turnOrder({ column: 'geo', descending: true }, 'created')).toBeNull()
  expect(turnOrder(null, 'geo')).toEqual({ column: 'geo', descending: false })
  expect(turnOrder({ column: 'geo', descending: false }, 'geo')).toEqual({ column: 'geo', descending: true })
  expect(turnOrder({ column: 'geo', descending: false }, 'deposit')).toEqual({ column: 'deposit', descending: true })
})

test('columns stand in the order of the list, and a list without columns has all', () => {
  expect(chooseColumns(['status', 'created', 'nonsense'])).toEqual(['created', 'status'])
  expect(chooseColumns([])).toEqual(LEAD_COLUMNS)
})
