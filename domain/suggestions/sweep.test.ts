import { describe, expect, test } from 'vitest'
import { addMilliseconds, instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { isNear } from './seen-cap.ts'
import { findNextSweep, findReason, isAsked } from './sweep.ts'

const NOON = instantFromMilliseconds(Date.UTC(2026, 10, 21, 12))
const after = (minutes: number) => addMilliseconds(NOON, minutes * MINUTE)
const plan = { aiSuggestionEnabled: true, aiSuggestionIntervalMinutes: 5, aiSuggestionForceToken: '' }
const progress = { sweptAt: NOON, token: '' }

describe('when a sweep is made', () => {
  test.each([
    [4, null],
    [5, { cause: 'interval', token: null }],
    [500, { cause: 'interval', token: null }],
  ])('%i minutes after the last: %o', (minutes, reason) => {
    expect(findReason(plan, progress, after(minutes))).toEqual(reason)
  })

  test('the first at once, and one after the clock was set back', () => {
    expect(findReason(plan, { ...progress, sweptAt: null }, NOON)).not.toBeNull()
    expect(findReason(plan, progress, after(-10))).not.toBeNull()
    expect(findNextSweep(plan, progress, after(1))).toBe(after(5))
  })

  test('never by itself while it is off', () => {
    const off = { ...plan, aiSuggestionEnabled: false }
    expect(findReason(off, progress, after(500))).toBeNull()
    expect(findNextSweep(off, progress, after(500))).toBeNull()
  })

  test('for a request that was not answered, whatever the interval', () => {
    const asked = { ...plan, aiSuggestionEnabled: false, aiSuggestionForceToken: 'two' }
    expect(findReason(asked, { ...progress, token: 'one' }, NOON)).toEqual({ cause: 'force', token: 'two' })
    expect(isAsked(asked, { token: 'two' })).toBe(false)
    expect(isAsked(plan, { token: 'two' })).toBe(false)
  })
})

test('a cap that is open day and night is looked at from 06:00 on', () => {
  expect([359, 360].map((minutes) => isNear({ kind: 'always' }, minutes))).toEqual([false, true])
})
