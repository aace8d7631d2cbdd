import { expect, test } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { formatDayCaps, formatStats } from './day-answer.ts'
import { describeOwnCaps } from './own-caps.ts'

const today = brandText<Day>('2026-11-21')
const clock = { zone: zoneOf(DEFAULT_ZONE) }

function capOf(cap: number, actualCount: number): Cap {
  return {
    _id: `${cap}-${actualCount}`,
    kind: 'affiliate',
    date: today,
    geo: 'DE',
    cap,
    advertiserId: null,
    advertiserName: null,
    sourceNumber: foldSource('44'),
    workingHours: null,
    alwaysOn: false,
    cpa: null,
    crg: null,
    actualCount,
    createdBy: 'x',
    version: 1,
  }
}

test('says the percent that the board and alerts say', () => {
  const sides = [{ kind: 'affiliate' as const, caps: [capOf(36, 33)] }]
  const { source } = formatStats({ day: today, today, zone: 'GMT+2', geo: null, sides, whole: null, clock })
  expect(source).toContain('33 / 36 (92%)')
})

test('counts the geos that are left out', () => {
  const caps = 'ABCDEFGHIJKL'.split('').map((letter) => ({ ...capOf(10, 1), geo: `X${letter}` }))
  const sides = [{ kind: 'affiliate' as const, caps }]
  const { source } = formatStats({ day: today, today, zone: 'GMT+2', geo: null, sides, whole: null, clock })
  expect(source).toContain('and 2 more geos')
})

test('counts a cap as full where the board does: one of 0 with its first lead', () => {
  const caps = [capOf(0, 0), capOf(0, 1), capOf(10, 10), capOf(10, 12), capOf(10, 9), capOf(10, 0)]
  const sides = [{ kind: 'affiliate' as const, caps }]
  const { source } = formatStats({ day: today, today, zone: 'GMT+2', geo: null, sides, whole: null, clock })
  expect(source).toContain('6 caps · 3 full · 1 without leads')
})

test.each([
  ['10:00-18:00', [{ from: 720, to: 840 }], '10:00-18:00 · paused 12:00-14:00'],
  ['10:00-18:00', [{ from: 600, to: 1440 }], '10:00-18:00 · paused'],
  ['10:00-18:00', [{ from: 0, to: 600 }], '10:00-18:00'],
  [null, [{ from: 0, to: 1440 }], 'paused'],
])('a cap of %s with %j says %s, to the team and to its partner', (workingHours, paused, said) => {
  const caps = [{ ...capOf(20, 3), workingHours }]
  const held = { ...clock, pausedOf: () => paused }
  const sides = [{ kind: 'affiliate' as const, caps }]
  const { source } = formatDayCaps({ day: today, today, zone: 'GMT+2', geo: null, sides, clock: held })
  expect(source.endsWith(`#44: 3 / 20 · ${said}`)).toBe(true)
  expect(describeOwnCaps(caps, today, held).text.endsWith(`#44 · 20 leads · ${said}`)).toBe(true)
})
