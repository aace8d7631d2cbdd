import { expect, test, vi } from 'vitest'
import { brokerCap } from '#testing/standing-caps.ts'
import { createSelection } from './selection.ts'
import { createShownCaps } from './shown-caps.ts'

test('what is chosen is told once for each change, and is the same list between them', () => {
  const selection = createSelection()
  const heard = vi.fn<() => void>()
  selection.subscribe(heard)
  selection.toggle('a')
  selection.set(['b', 'c'], true)
  expect(selection.ids()).toEqual(['a', 'b', 'c'])
  expect(selection.ids()).toBe(selection.ids())
  selection.keep((id) => id !== 'b')
  selection.keep(() => true)
  expect(selection.ids()).toEqual(['a', 'c'])
  expect(heard).toHaveBeenCalledTimes(3)
  selection.clear()
  expect(selection.has('a')).toBe(false)
  expect(selection.anchor()).toBe('a')
})

test('a range goes over the columns in the order of their days, and leaves out what is folded away', () => {
  const [early, late] = [brokerCap({ date: '2026-03-01' }).date, brokerCap({ date: '2026-03-02' }).date]
  const shown = createShownCaps()
  shown.put(late, () => ({ caps: [], inSight: ['c', 'd'] }))
  shown.put(early, () => ({ caps: [], inSight: ['a', 'b'] }))
  expect(shown.between('b', 'd')).toEqual(['b', 'c', 'd'])
  expect(shown.between('d', 'b')).toEqual(['b', 'c', 'd'])
  expect(shown.between('folded', 'b')).toEqual(['b'])
  expect(shown.beside('a', 1)).toBe('b')
  expect(shown.beside('a', -1)).toBeNull()
  expect(shown.beside('b', 1)).toBeNull()
  shown.drop(late)
  expect(shown.between('a', 'c')).toEqual(['c'])
})
