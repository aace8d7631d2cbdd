import { expect, test } from 'vitest'
import { addUp, findWindow, takeSlots, takeUsual } from './list-window.ts'

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

test('a row keeps its slot, and one that comes takes over from one of its kind', () => {
  const rows = (keys: string) => Array.from(keys, (key) => ({ key, kind: key === key.toUpperCase() ? 'geo' : 'cap' }))
  const first = takeSlots(new Map(), rows('Aab'))
  expect([...first]).toEqual([
    ['A', 'geo 0'],
    ['a', 'cap 0'],
    ['b', 'cap 1'],
  ])
  expect([...takeSlots(first, rows('bBcd'))]).toEqual([
    ['b', 'cap 1'],
    ['B', 'geo 0'],
    ['c', 'cap 0'],
    ['d', 'cap 2'],
  ])
  expect(takeSlots(first, rows('cd'), 'a').get('c'), 'the row with the focus is left alone').toBe('cap 1')
})
