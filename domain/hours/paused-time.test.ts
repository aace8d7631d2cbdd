import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import {
  countPausedMinutes,
  isPausedAt,
  isPausedToEnd,
  isTaking,
  listPausedWindows,
  type PausedSpan,
} from './paused-time.ts'
import { isOpen, parseHours, type Hours } from './working-hours.ts'

const day = parseDay('2026-11-21') ?? neverDay()
const zone = zoneOf('Europe/Berlin')
const start = zone.startOf(day)
const at = (minutes: number) => addMilliseconds(start, minutes * MINUTE)

function neverDay(): never {
  throw new Error('no day')
}

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: -600, max: 2_000 }), fc.option(fc.integer({ min: 1, max: 900 })))
    .map(([from, length]): PausedSpan => ({ from: at(from), until: length === null ? null : at(from + length) })),
  { maxLength: 4 },
)
const hours = fc
  .constantFrom('', '24/7', '09:00-17:00', '22:00-06:00', '00:00-02:00, 14:00-24:00')
  .map((text): Hours => {
    const parsed = parseHours(text)
    return parsed.ok ? parsed.value : { kind: 'unknown' }
  })

test('minutes of a day are paused as their instants are, and are counted one by one', () => {
  fc.assert(
    fc.property(spans, hours, fc.integer({ min: 0, max: 1440 }), (pauses, open, until) => {
      const windows = listPausedWindows(pauses, zone, day)
      const minutes = Array.from({ length: 1440 }, (_, minute) => minute)
      const taking = minutes.filter((minute) => isOpen(open, minute) && !isPausedAt(pauses, at(minute)))
      expect(minutes.filter((minute) => isTaking(open, windows, minute))).toEqual(taking)
      const held = minutes.filter((minute) => minute < until && isOpen(open, minute) && isPausedAt(pauses, at(minute)))
      expect(countPausedMinutes(open, windows, until)).toBe(held.length)
    }),
    { numRuns: 60 },
  )
})

test('what is paused to the end of a day stays so once its hours are over', () => {
  fc.assert(
    fc.property(spans, hours, fc.integer({ min: 0, max: 1439 }), (pauses, open, minutes) => {
      const windows = listPausedWindows(pauses, zone, day)
      const opened = Array.from({ length: 1440 }, (_, minute) => minute).filter((minute) => isOpen(open, minute))
      const left = opened.filter((minute) => minute >= minutes)
      const meant = (left.length > 0 ? left : opened.slice(-1)).every((minute) => isPausedAt(pauses, at(minute)))
      expect(isPausedToEnd(open, windows, minutes)).toBe(meant)
    }),
    { numRuns: 60 },
  )
})
