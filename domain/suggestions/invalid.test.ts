import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { findInvalid, type InvalidCount } from './invalid.ts'

const today = brandText<Day>('2026-11-21')
const of = (fields: Partial<InvalidCount>): InvalidCount => ({
  sourceNumber: foldSource('44'),
  leads: 40,
  invalid: 4,
  usualLeads: 500,
  usualInvalid: 50,
  ...fields,
})

test.each([
  ['as usual', {}, null],
  ['a bad day', { invalid: 8 }, null],
  ['far above usual', { invalid: 20 }, { firm: true, leads: 16 }],
  ['all of them', { invalid: 40 }, { firm: true, leads: 36 }],
  ['too few to say', { leads: 7, invalid: 7 }, null],
  ['nothing known of before', { invalid: 30, usualLeads: 40, usualInvalid: 4 }, null],
  ['always as bad', { invalid: 30, usualInvalid: 340 }, null],
])('%s', (_what, fields, expected) => {
  const found = findInvalid(of(fields), today)
  expect(found && { firm: found.firm, leads: found.suggestion.gain.leads }).toEqual(expected)
})

test('the more are invalid, the surer it is and the less it is chance', () => {
  const count = fc.record({ leads: fc.integer({ min: 20, max: 300 }), share: fc.integer({ min: 20, max: 98 }) })
  fc.assert(
    fc.property(count, ({ leads, share }) => {
      const at = (part: number) => findInvalid(of({ leads, invalid: Math.floor((leads * part) / 100) }), today)
      const [less, more] = [at(share), at(share + 2)]
      if (!less || !more) return
      expect(more.suggestion.confidence).toBeGreaterThanOrEqual(less.suggestion.confidence)
      expect(more.p ?? 1).toBeLessThanOrEqual(less.p ?? 1)
    }),
  )
})
