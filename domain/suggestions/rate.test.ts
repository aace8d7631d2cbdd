import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { TODAY } from '#testing/sweeps.ts'
import { countConversion, type DealCount } from './rate.ts'

function came(counts: Pick<DealCount, 'leads' | 'deposits' | 'promised'>): DealCount {
  return {
    geo: foldGeo('DE'),
    advertiserId: 'B-1',
    sourceNumber: foldSource('44'),
    from: addDays(TODAY, -59),
    to: addDays(TODAY, -7),
    ...counts,
  }
}

describe('what a deal has converted', () => {
  it('counts valid leads, and the guarantee of each day as often as it has leads', () => {
    // 60 leads at 8%, 40 at 10.5%.
    const count = countConversion(came({ leads: 100, deposits: 4, promised: 60 * 8 + 40 * 10.5 }), 0.85)
    expect(count).toMatchObject({ geo: 'DE', sourceNumber: '44', leads: 85, deposits: 4, guaranteed: 900 })
    expect(count).not.toHaveProperty('promised')
  })

  it('has at least the leads that converted', () => {
    expect(countConversion(came({ leads: 10, deposits: 3, promised: 80 }), 0.1)).toMatchObject({ leads: 3 })
  })

  it('is a rate, and guaranteed between the least and the most of its days', () => {
    const days = fc.array(
      fc.record({ leads: fc.integer({ min: 1, max: 500 }), crg: fc.integer({ min: 1, max: 10_000 }) }),
      {
        minLength: 1,
      },
    )
    fc.assert(
      fc.property(
        days,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (...of) => {
          const [parts, valid, converted] = of
          const leads = parts.reduce((sum, day) => sum + day.leads, 0)
          const promised = parts.reduce((sum, day) => sum + (day.leads * day.crg) / 100, 0)
          const count = countConversion(came({ leads, deposits: Math.floor(leads * converted), promised }), valid)
          expect(count.leads).toBeGreaterThanOrEqual(count.deposits)
          expect(count.leads).toBeLessThanOrEqual(leads)
          expect(count.guaranteed).toBeGreaterThanOrEqual(Math.min(...parts.map(({ crg }) => crg)))
          expect(count.guaranteed).toBeLessThanOrEqual(Math.max(...parts.map(({ crg }) => crg)))
        },
      ),
    )
  })
})
