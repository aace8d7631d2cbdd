import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import {
  END_OF_DAY,
  formatHours,
  formatLocal,
  formatMinutes,
  isOpen,
  parseHours,
  type Hours,
  type Window,
} from './working-hours.ts'

const windows: fc.Arbitrary<Window> = fc
  .tuple(fc.integer({ min: 0, max: END_OF_DAY - 1 }), fc.integer({ min: 0, max: END_OF_DAY }))
  .map(([from, to]) => ({ from, to }))
  .filter(({ from, to }) => from !== to)

// Mostly whole and half hours, so that windows touch, overlap and share ends often.
const coarseWindows: fc.Arbitrary<Window> = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 0, max: 48 }))
  .map(([from, to]) => ({ from: from * 30, to: to * 30 }))
  .filter(({ from, to }) => from !== to)

const plans = fc.array(fc.oneof(windows, coarseWindows), { minLength: 1, maxLength: 6 })

/** The hours that people mean, in one of the ways that they write them. */
const written = plans.chain((plan) => {
  const parts = plan.map(({ from, to }) =>
    fc
      .tuple(clock(from), fc.constantFrom('-', '–', '—', ' - ', ' – '), clock(to))
      .map(([start, dash, end]) => `${start}${dash}${end}`),
  )
  return fc.tuple(fc.tuple(...parts), fc.constantFrom(',', ', ', ' , ')).map(([texts, comma]) => ({
    plan,
    text: texts.join(comma),
  }))
})

describe('parseHours', () => {
  it.each([
    ['09:00-17:00', '09:00-17:00'],
    ['9-17', '09:00-17:00'],
    ['9:30-17', '09:30-17:00'],
    ['0930-1700', '09:30-17:00'],
    ['09:00–17:00', '09:00-17:00'],
    ['09:00 — 17:00', '09:00-17:00'],
    ['  09:00-17:00  ', '09:00-17:00'],
    ['09:00-17:00,20:00-24:00', '09:00-17:00, 20:00-24:00'],
    ['20:00-24:00, 09:00-17:00', '09:00-17:00, 20:00-24:00'],
    ['09:00-12:00, 12:00-17:00', '09:00-17:00'],
    ['09:00-14:00, 12:00-17:00', '09:00-17:00'],
    ['09:00-17:00, 10:00-11:00', '09:00-17:00'],
    ['09:00-17:00, 09:00-17:00', '09:00-17:00'],
    ['22:00-06:00', '22:00-06:00'],
    ['22:00-06:00, 05:00-08:00', '22:00-08:00'],
    ['22:00-06:00, 21:00-23:00', '21:00-06:00'],
    ['22:00-06:00, 09:00-17:00', '09:00-17:00, 22:00-06:00'],
    ['22:00-24:00', '22:00-24:00'],
    ['22:00-00:00', '22:00-24:00'],
    ['22:00-24:00, 00:00-06:00', '00:00-06:00, 22:00-24:00'],
    ['22:00-00:00, 00:00-06:00', '00:00-06:00, 22:00-24:00'],
  ])('keeps %j as %j', (text, stored) => {
    const hours = read(text)
    expect(hours.kind).toBe('windows')
    expect(formatHours(hours)).toBe(stored)
  })

  it.each(['24/7', ' 24 / 7 ', '00:00-24:00', '0-24', '00:00-12:00, 12:00-24:00', '18:00-12:00, 11:00-19:00'])(
    'takes %j for always on',
    (text) => {
      expect(read(text)).toEqual({ kind: 'always' })
    },
  )

  it.each([null, undefined, '', '   '])('takes %j for unknown', (text) => {
    expect(read(text)).toEqual({ kind: 'unknown' })
  })

  it.each([
    ['always', 'always'],
    ['9 to 5', '9 to 5'],
    ['09:00', '09:00'],
    ['09:00-', '09:00-'],
    ['-17:00', '-17:00'],
    ['09:00-17:00;20:00-22:00', '09:00-17:00;20:00-22:00'],
    ['09:00-17:00,', ''],
    [',', ''],
    ['09:00-17:00, 24/7', '24/7'],
    ['25:00-26:00', '25:00-26:00'],
    ['09:00-24:01', '09:00-24:01'],
    ['09:60-17:00', '09:60-17:00'],
    ['9:5-17', '9:5-17'],
    ['24:00-06:00', '24:00-06:00'],
    ['09:00-17:00 Mon', '09:00-17:00 Mon'],
    ['９-17', '９-17'],
    ['-09:00-17:00', '-09:00-17:00'],
  ])('cannot read %j and names %j', (text, part) => {
    expect(parseHours(text)).toEqual({ ok: false, reason: 'hours.unreadable', part })
  })

  it.each(['09:00-09:00', '9-9', '00:00-00:00', '08:00-10:00, 24:00-24:00'])('refuses two equal ends: %j', (text) => {
    const part = text.split(', ').at(-1)
    expect(parseHours(text)).toEqual({ ok: false, reason: 'hours.empty-window', part })
  })

  it('is the identity after formatHours', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const hours = read(text)
        expect(read(formatHours(hours) ?? '24/7')).toEqual(hours)
      }),
      { numRuns: 1_000 },
    )
  })

  it('leaves windows in order that neither touch nor overlap', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const hours = read(text)
        const kept = hours.kind === 'windows' ? hours.windows : []
        const starts = kept.map((window) => window.from)
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        const minutes = kept.flatMap(minutesOf)
        expect(new Set(minutes).size).toBe(minutes.length)
        const ends = kept.flatMap(({ from, to }) => [from, to])
        expect(new Set(ends).size).toBe(ends.length)
      }),
      { numRuns: 1_000 },
    )
  })

  it('never fails, and what it takes once it takes again, whatever the text', () => {
    const noise = fc.string({ unit: fc.constantFrom(...Array.from('0123456789:-–,/ 24')), maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(noise, fc.string()), (text) => {
        const hours = parseHours(text)
        expect(parseHours(hours.ok ? formatHours(hours.value) : '').ok).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('isOpen', () => {
  it('includes the start and excludes the end', () => {
    const hours = read('09:00-17:00')
    expect([539, 540, 1_019, 1_020].map((minutes) => isOpen(hours, minutes))).toEqual([false, true, true, false])
  })

  it('covers both ends of the same day over midnight', () => {
    const hours = read('22:00-06:00')
    const open = [0, 359, 360, 1_319, 1_320, 1_439].filter((minutes) => isOpen(hours, minutes))
    expect(open).toEqual([0, 359, 1_320, 1_439])
  })

  it.each(['24/7', '', '22:00-06:00, 06:00-22:00'])('is always true for %j', (text) => {
    expect(openMinutes(read(text))).toHaveLength(END_OF_DAY)
  })

  it('is open in just the minutes that were written, before and after normalising', () => {
    fc.assert(
      fc.property(written, ({ plan, text }) => {
        const expected = [...new Set(plan.flatMap(minutesOf))].toSorted((a, b) => a - b)
        const hours = read(text)
        expect(openMinutes(hours)).toEqual(expected)
        expect(openMinutes({ kind: 'windows', windows: plan })).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})

describe('formatHours', () => {
  it('writes nothing where no windows are known', () => {
    expect([formatHours({ kind: 'always' }), formatHours({ kind: 'unknown' })]).toEqual([null, null])
  })

  it('writes minutes of a day as a clock', () => {
    expect([0, 545, 1_439, END_OF_DAY].map(formatMinutes)).toEqual(['00:00', '09:05', '23:59', '24:00'])
  })
})

function read(text: string | null | undefined): Hours {
  const hours = parseHours(text)
  if (!hours.ok) throw new Error(`refused ${text}: ${hours.reason}`)
  return hours.value
}

function openMinutes(hours: Hours): number[] {
  return Array.from({ length: END_OF_DAY }, (_, minute) => minute).filter((minute) => isOpen(hours, minute))
}

/** The minutes of one calendar day that a window covers, walked one by one. */
function minutesOf({ from, to }: Window): number[] {
  const minutes: number[] = []
  for (let minute = from; minute !== to && minutes.length < END_OF_DAY; minute = (minute + 1) % END_OF_DAY) {
    minutes.push(minute)
    if (minute + 1 === to) break
  }
  return minutes
}

/** A minute of the day as people write it: `09:30`, `9:30`, `0930`, or `9` for a whole hour. */
function clock(minutes: number): fc.Arbitrary<string> {
  const [hour, minute] = [Math.floor(minutes / 60), (minutes % 60).toString().padStart(2, '0')]
  const padded = hour.toString().padStart(2, '0')
  const full = [`${padded}:${minute}`, `${hour}:${minute}`, `${padded}${minute}`, `${hour}${minute}`]
  return fc.constantFrom(...full, ...(minute === '00' ? [`${hour}`, padded] : []))
}

const at = instantFromMilliseconds(Date.UTC(2026, 10, 21, 22, 5, 59))

test.each([
  ['Etc/GMT-0', '2026-11-21 22:05'],
  ['Etc/GMT-2', '2026-11-22 00:05'],
  ['America/Los_Angeles', '2026-11-21 14:05'],
])('an instant by the clock of %s', (zone, local) => {
  expect(formatLocal(at, zoneOf(zone))).toBe(local)
})
