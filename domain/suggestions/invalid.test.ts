import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource, foldStatus } from '#domain/kernel/identity.ts'
import { drawInvalidDays } from '#testing/ordinary-days.ts'
import { countInvalid, findInvalid, INVALID_DAYS, shareValid, type InvalidCount } from './invalid.ts'

const isSoak = process.env['SOAK'] === '1'

const today = brandText<Day>('2026-11-21')
/** Ten equal days. */
const daysOf = (leads: number, invalid: number) =>
  Array.from({ length: 10 }, () => ({ leads: leads / 10, invalid: invalid / 10 }))
/** Ten days as usual, and one with so many invalid leads of 40. */
const daysWith = (invalid: number) => [...daysOf(500, 50), { leads: 40, invalid }]
const of = (fields: Partial<InvalidCount>): InvalidCount => ({
  sourceNumber: foldSource('44'),
  leads: 40,
  invalid: 4,
  before: daysOf(500, 50),
  ...fields,
})

test.each([
  ['as usual', {}, null],
  ['a bad day', { invalid: 8 }, null],
  ['far above usual', { invalid: 20 }, 16],
  ['all of them', { invalid: 40 }, 36],
  ['too few to say', { leads: 7, invalid: 7 }, null],
  ['nothing known of before', { invalid: 30, before: daysOf(40, 4) }, null],
  ['always as bad', { invalid: 30, before: daysOf(500, 340) }, null],
  ['no worse than its worst day', { invalid: 14, before: daysWith(14) }, null],
  ['as bad as a day of fraud', { invalid: 36, before: daysWith(40) }, 29],
])('%s', (_what, fields, expected) => {
  const found = findInvalid(of(fields), today)
  expect(found && found.suggestion.gain.leads).toEqual(expected)
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

test('sources whose share goes up and down by itself are hardly ever told over two months, also looked at all day', () => {
  const [sources, days] = [isSoak ? 400 : 40, 60]
  let told = 0
  for (let source = 0; source < sources; source += 1) {
    const past: { leads: number; invalid: number }[] = []
    for (const leads of drawInvalidDays(source, days)) {
      const before = past.slice(-INVALID_DAYS)
      const counts = { leads: 0, invalid: 0 }
      let isFirm = false
      for (const isInvalid of leads) {
        counts.leads += 1
        if (isInvalid) counts.invalid += 1
        isFirm ||= findInvalid(of({ ...counts, before }), today) !== null
      }
      past.push(counts)
      if (isFirm) told += 1
    }
  }
  // One a day of five hundred sources, but for chance.
  const seen = sources * days
  expect(told).toBeLessThanOrEqual(seen / 500 + 3 * Math.sqrt(seen / 500))
})

test('leads are invalid by their status on the list, however it is spelled', () => {
  const count = (sourceNumber: string, status: string | null, leads: number) => ({
    day: today,
    sourceNumber,
    status,
    leads,
  })
  const counts = countInvalid(
    [
      count('44', null, 40),
      count('44', 'Wrong-Number', 6),
      count('44', 'wrong number', 4),
      count('44', 'New', 30),
      count('45', null, 3),
      count('45', 'fake', 9),
    ],
    new Set(['wrongNumber', 'Fake'].map(foldStatus)),
  )
  expect(counts.get(foldSource('44'))).toEqual([{ day: today, leads: 40, invalid: 10 }])
  expect(['44', '45', '46'].map((source) => shareValid(counts.get(foldSource(source))?.[0]))).toEqual([0.75, 0, 1])
})
