import { describe, expect, test } from 'vitest'
import { capTexts } from '#contract/texts/caps.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { NO_VALUES, planBulk, readChange } from './bulk-change.ts'

const typed = (fields: Partial<typeof NO_VALUES>) => ({ ...NO_VALUES, ...fields })

describe('what is typed', () => {
  test.each([
    ['5', 5],
    ['+5', 5],
    ['-5', -5],
    ['−1,250', -1_250],
  ])('%s adds %d', (amount, by) => {
    expect(readChange('number', typed({ amount }))).toEqual({ ok: true, change: { kind: 'add', by } })
  })

  test.each([
    ['1.15', 1.15],
    ['1,15', 1.15],
    ['×2', 2],
    ['0', 0],
  ])('%s multiplies by %d', (amount, by) => {
    expect(readChange('number', typed({ how: 'multiply', amount }))).toEqual({
      ok: true,
      change: { kind: 'multiply', by },
    })
  })

  test.each([
    ['number', { amount: '1.5' }, 'amount'],
    ['number', { how: 'multiply', amount: '-2' }, 'amount'],
    ['number', { how: 'multiply', amount: '1.00001' }, 'amount'],
    ['hours', { hours: 'noon' }, 'hours'],
    ['number', { amount: '1,5' }, 'amount'],
    ['number', { amount: '1 2 3' }, 'amount'],
    ['number', { amount: '+-5' }, 'amount'],
    ['price', { cpa: '1.2345' }, 'cpa'],
    ['price', { cpa: '1e3' }, 'cpa'],
    ['price', { crg: '100.5' }, 'crg'],
    ['date', { date: '2026-02-30' }, 'date'],
  ] as const)('%s refuses %o at its field', (task, fields, field) => {
    expect(readChange(task, typed(fields))).toMatchObject({ ok: false, field })
  })

  test('prices are read with their thousands', () => {
    const change = { kind: 'price', cpa: 127_000, crg: 825 }
    expect(readChange('price', typed({ cpa: '$1,270', crg: '8,25 %' }))).toEqual({ ok: true, change })
  })

  test('a price that is not typed stays, one that is taken away is null', () => {
    expect(readChange('price', typed({ cpa: '650.5', crg: '' }))).toEqual({
      ok: true,
      change: { kind: 'price', cpa: 65_050 },
    })
    expect(readChange('price', typed({ cpa: null, crg: '8' }))).toEqual({
      ok: true,
      change: { kind: 'price', cpa: null, crg: 800 },
    })
  })

  test('nothing typed changes nothing; hours that are taken away are unknown', () => {
    expect(readChange('hours', NO_VALUES)).toEqual({ ok: true, change: null })
    expect(readChange('hours', typed({ hours: null }))).toEqual({
      ok: true,
      change: { kind: 'hours', hours: { kind: 'unknown' } },
    })
    expect(readChange('hours', typed({ hours: '9-9' }))).toMatchObject({ message: capTexts.hoursEmptyWindow })
  })
})

test('each cap is planned by itself: changed, the very same, or impossible', () => {
  const caps = [brokerCap({ cap: 30 }), brokerCap({ cap: 5 })]
  const [one, other] = planBulk(caps, { kind: 'add', by: -10 })
  expect(one).toMatchObject({ after: { cap: 20 }, problem: null })
  expect(other).toMatchObject({ after: null, problem: 'Would be -5. A cap is at least 0.' })
  const [same] = planBulk(caps, { kind: 'add', by: 0 })
  expect(same?.after).toBe(caps[0])
})
