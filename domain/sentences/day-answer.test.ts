import { expect, test } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { formatStats } from './day-answer.ts'

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

test('counts a cap as full where the board does: one of 0 with its first lead', () => {
  const caps = [capOf(0, 0), capOf(0, 1), capOf(10, 10), capOf(10, 12), capOf(10, 9), capOf(10, 0)]
  const sides = [{ kind: 'affiliate' as const, caps }]
  const { source } = formatStats({ day: today, today, zone: 'GMT+2', geo: null, sides, whole: null, clock })
  expect(source).toContain('6 caps · 3 full · 1 without leads')
})
