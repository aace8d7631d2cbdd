import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import { cellBeside, coverOf, fillDown, spread, type Block, type SheetCell } from './block.ts'
import { stepOf } from './sheet-moves.ts'

const columns: readonly PasteColumn[] = ['cap', 'workingHours', 'cpa', 'crg']
const order = { keys: ['a', 'b', 'c', 'd'], columns }
const cell = (key: string, column: PasteColumn): SheetCell => ({ key, column })
const block = (from: SheetCell, to: SheetCell = from): Block => ({ from, to })
const said = (changes: readonly { key: string; column: string; text: string }[]) =>
  changes.map(({ key, column, text }) => `${key} ${column} ${text}`)

describe('a block', () => {
  test('covers the same cells from whichever corner it was begun', () => {
    const there = coverOf(block(cell('b', 'workingHours'), cell('d', 'cpa')), order)
    expect(there).toEqual({ keys: ['b', 'c', 'd'], columns: ['workingHours', 'cpa'] })
    expect(coverOf(block(cell('d', 'cpa'), cell('b', 'workingHours')), order)).toEqual(there)
    expect(coverOf(block(cell('d', 'workingHours'), cell('b', 'cpa')), order)).toEqual(there)
  })

  test('covers nothing once an end of it is gone', () => {
    expect(coverOf(block(cell('gone', 'cap'), cell('b', 'cap')), order).keys).toEqual([])
    expect(spread([['1']], block(cell('gone', 'cap'), cell('b', 'cap')), order)).toEqual({ changes: [], leftOut: 0 })
  })

  test('ends at the edges', () => {
    expect(cellBeside(cell('c', 'cpa'), { down: 10, right: 0 }, order)).toEqual(cell('d', 'cpa'))
    expect(cellBeside(cell('c', 'cap'), { down: -1, right: -1 }, order)).toEqual(cell('b', 'cap'))
  })
})

describe('texts that are pasted', () => {
  test('fill the block where there is one of them', () => {
    const { changes } = spread([['7']], block(cell('a', 'cap'), cell('b', 'workingHours')), order)
    expect(said(changes)).toEqual(['a cap 7', 'a workingHours 7', 'b cap 7', 'b workingHours 7'])
  })

  test('are repeated where they fit in a whole number of times', () => {
    const { changes } = spread([['1'], ['2']], block(cell('a', 'cap'), cell('d', 'cap')), order)
    expect(said(changes)).toEqual(['a cap 1', 'b cap 2', 'c cap 1', 'd cap 2'])
  })

  test('begin at the first cell where they do not fit, and say what lies beyond the edges', () => {
    const texts = [
      ['1', '2', '3'],
      ['4', '5', '6'],
      ['7', '8', '9'],
    ]
    const { changes, leftOut } = spread(texts, block(cell('c', 'cpa')), order)
    expect(said(changes)).toEqual(['c cpa 1', 'c crg 2', 'd cpa 4', 'd crg 5'])
    expect(leftOut).toBe(5)
  })

  test('leave cells alone that a shorter row does not reach', () => {
    const { changes, leftOut } = spread([['1', '2'], ['3']], block(cell('a', 'cap')), order)
    expect(said(changes)).toEqual(['a cap 1', 'a workingHours 2', 'b cap 3'])
    expect(leftOut).toBe(0)
  })

  test('are written or counted as left out, each once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...order.keys),
        fc.constantFrom(...columns),
        (texts, key, column) => {
          const { changes, leftOut } = spread(texts, block(cell(key, column)), order)
          const places = new Set(changes.map((change) => `${change.key} ${change.column}`))
          expect(places.size).toBe(changes.length)
          expect(changes.length + leftOut).toBe(texts.flat().length)
        },
      ),
    )
  })
})

describe('filling down', () => {
  const textOf = ({ key, column }: SheetCell) => `${key}${column}`

  test('takes the first row of a block', () => {
    const changes = fillDown(block(cell('b', 'cpa'), cell('d', 'cpa')), order, textOf)
    expect(said(changes)).toEqual(['c cpa bcpa', 'd cpa bcpa'])
  })

  test('takes what stands above where there is one row, and nothing in the first', () => {
    expect(said(fillDown(block(cell('b', 'cap')), order, textOf))).toEqual(['b cap acap'])
    expect(fillDown(block(cell('a', 'cap')), order, textOf)).toEqual([])
  })
})

test('keys go as far as in a spreadsheet', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false }
  const go = (key: string, held = {}) => stepOf({ key, ...plain, ...held }, 50)
  expect(go('ArrowDown')).toEqual({ down: 1, right: 0 })
  expect(go('ArrowLeft')).toEqual({ down: 0, right: -1 })
  expect(go('Enter', { shiftKey: true })).toEqual({ down: -1, right: 0 })
  expect(go('PageUp')).toEqual({ down: -10, right: 0 })
  expect(go('ArrowDown', { ctrlKey: true })).toEqual({ down: 50, right: 0 })
  expect(go('Home', { metaKey: true })).toEqual({ down: -50, right: 0 })
  expect(go('Home')).toBeNull()
  expect(go('Enter', { ctrlKey: true })).toBeNull()
})
