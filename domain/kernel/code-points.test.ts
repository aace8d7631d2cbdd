import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareCodePoints } from './code-points.ts'

const text = fc.string({ unit: fc.constantFrom('', 'a', 'b', 'é', '\uffee', '\ue000', '😀', '𐀀') })

it('puts letters beyond U+FFFF last, unlike plain comparison', () => {
  expect(['😀', '\uffee'].toSorted()).toEqual(['😀', '\uffee'])
  expect(compareCodePoints('\uffee', '😀')).toBeLessThan(0)
})

it('agrees with comparing the code points one by one', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(compareLists(points(a), points(b)))
    }),
  )
})

function points(value: string): number[] {
  return Array.from(value, (letter) => letter.codePointAt(0) ?? 0)
}

function compareLists(a: number[], b: number[]): number {
  const at = a.findIndex((point, index) => point !== b[index])
  if (at === -1) return Math.sign(a.length - b.length)
  return Math.sign((a[at] ?? -1) - (b[at] ?? -1))
}
