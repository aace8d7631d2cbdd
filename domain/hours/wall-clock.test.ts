import { expect, test } from 'vitest'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { formatLocal } from './wall-clock.ts'

const at = instantFromMilliseconds(Date.UTC(2026, 10, 21, 22, 5, 59))

test.each([
  ['Etc/GMT-0', '2026-11-21 22:05'],
  ['Etc/GMT-2', '2026-11-22 00:05'],
  ['America/Los_Angeles', '2026-11-21 14:05'],
])('an instant by the clock of %s', (zone, local) => {
  expect(formatLocal(at, zoneOf(zone))).toBe(local)
})
