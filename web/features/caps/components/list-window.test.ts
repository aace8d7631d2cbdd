import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUp, findWindow, takeSlots, takeUsual, type Slots } from './list-window.ts'

const tops = addUp([10, 20, 20, 5])

test('rows start where those above them end', () => {
  expect([...tops]).toEqual([0, 10, 30, 50, 55])
})

test.each([
  [0, 10, 0, 0],
  [0, 11, 0, 1],
  [9, 31, 0, 2],
  [10, 30, 1, 1],
  [40, 900, 2, 3],
  [-50, 5, 0, 0],
  // As it was scrolled before there were so few.
  [400, 900, 3, 3],
])('from %i to %i pixels lie the rows %i to %i', (from, to, first, last) => {
  expect(findWindow(tops, from, to)).toEqual({ first, last })
})

test('of no rows none is in sight', () => {
  const { first, last } = findWindow(addUp([]), 0, 500)
  expect(last).toBeLessThan(first)
})

test('rows are as high as most of those that were measured first, whichever of them came first', () => {
  const rows = [104, 84, 84, 104, 84].map((height) => ({ kind: 'cap', height }))
  expect([...takeUsual([...rows, { kind: 'geo', height: 37 }])]).toEqual([
    ['cap', 84],
    ['geo', 37],
  ])
})

const rowsOf = (keys: string) => Array.from(keys, (key) => ({ key, kind: key === key.toUpperCase() ? 'geo' : 'cap' }))
const tell = (slots: Slots) => [...slots].map((slot) => slot.join(' ')).join(', ')

test('a row keeps its slot, and one that comes takes over from one of its kind', () => {
  const first = takeSlots(new Map(), rowsOf('Aab'))
  expect(tell(first)).toBe('A geo 0, a cap 0, b cap 1')
  expect(tell(takeSlots(first, rowsOf('Bacb')))).toBe('B geo 0, a cap 0, c cap 2, b cap 1')
  expect(tell(takeSlots(first, rowsOf('cd')))).toBe('c cap 0, d cap 1')
  expect(tell(takeSlots(first, rowsOf('cd'), 'a')), 'the row with the focus is left alone').toBe('c cap 2, d cap 1')
  expect(tell(takeSlots(first, rowsOf('bdea'), 'a')), 'and keeps it').toBe('b cap 2, d cap 3, e cap 4, a cap 0')
})

test('a slot goes down to a new row, and never up past others', () => {
  const scrolled = takeSlots(takeSlots(new Map(), rowsOf('abc')), rowsOf('bcd'))
  expect(tell(scrolled), 'down: the first goes below').toBe('b cap 1, c cap 2, d cap 0')
  expect(tell(takeSlots(scrolled, rowsOf('abc'))), 'up: the last does not go above all').toBe(
    'a cap 3, b cap 1, c cap 2',
  )
  const slots = takeSlots(new Map(), rowsOf('AabcdB'))
  expect(tell(takeSlots(slots, rowsOf('Befgh'))), 'a head that was last').toBe(
    'B geo 0, e cap 0, f cap 1, g cap 2, h cap 3',
  )
  expect(tell(takeSlots(slots, rowsOf('CefDgh'))), 'heads between others').toBe(
    'C geo 0, e cap 0, f cap 1, D geo 2, g cap 2, h cap 3',
  )
  const letters = fc
    .string({ unit: fc.constantFrom(...Array.from('abcdefABC')), maxLength: 9 })
    .map((text) => [...new Set(text)].join(''))
  fc.assert(
    fc.property(letters, letters, fc.option(fc.constantFrom(...Array.from('abcdef'))), (before, after, held) => {
      const had = takeSlots(new Map(), rowsOf(before))
      const has = takeSlots(had, rowsOf(after), held)
      expect(takeSlots(has, rowsOf(after), held)).toEqual(has)
      expect(new Set(has.values()).size).toBe(has.size)
      if (held && had.has(held) && has.has(held)) expect(has.get(held)).toBe(had.get(held))
    }),
  )
})
