import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { decideFate, MOST_TRIES, type Try } from './delivery.ts'

const failed = (tries: number, askedWait: number | null = null): Try => ({ status: 500, tries, askedWait })

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [410, 'gone'],
  [301, 'queued'],
  [404, 'queued'],
  [429, 'queued'],
  [503, 'queued'],
  [null, 'queued'],
])('an answer of %s: %s', (status, state) => {
  expect(decideFate({ status, tries: 1, askedWait: null }, 0).state).toBe(state)
})

test('tries go on for a day and end then, whatever the jitter', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }), (chances) => {
      const waits = chances.map((chance, index) => decideFate(failed(index + 1), chance))
      const total = waits.reduce((sum, fate) => sum + (fate.state === 'queued' ? fate.wait : NaN), 0)
      expect(total).toBeGreaterThan(DAY)
      expect(total).toBeLessThan(28 * HOUR)
      expect(decideFate(failed(MOST_TRIES), 0.5)).toEqual({ state: 'failed' })
    }),
  )
})

test('a longer wait that the endpoint asks for is kept, up to an hour', () => {
  expect(decideFate(failed(1, 10 * MINUTE), 0)).toEqual({ state: 'queued', wait: 10 * MINUTE })
  expect(decideFate(failed(1, 5 * HOUR), 0)).toEqual({ state: 'queued', wait: HOUR })
  expect(decideFate(failed(5, MINUTE), 0)).toEqual({ state: 'queued', wait: HOUR })
})
