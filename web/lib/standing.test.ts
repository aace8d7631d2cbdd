import { expect, test } from 'vitest'
import { callTexts } from '#contract/texts/calls.ts'
import { listClashes } from './standing.ts'

test('of a list only the entries are named that both changed', () => {
  const before = { note: '', numbers: ['8', '8', '8'] }
  const typed = { note: 'Mine', numbers: ['9', '7', '8'] }
  const current = { note: '', numbers: ['10', '8', ''] }
  expect(listClashes(typed, before, current)).toEqual([{ path: 'numbers.0', message: callTexts.changedTo('10') }])
})
