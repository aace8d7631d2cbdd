import { expect, test } from 'vitest'
import { formatInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { endOfFileDay, guessDateFormat, parseFileDate, type FileDateFormat } from './file-dates.ts'

const berlin = zoneOf('Europe/Berlin')

test.each<[string, FileDateFormat, unknown]>([
  ['2026-03-31 14:05:09', 'year', '2026-03-31T12:05:09.000Z'],
  ['2026/3/1', 'year', '2026-02-28T23:00:00.000Z'],
  ['31.03.2026 14:05', 'day', '2026-03-31T12:05:00.000Z'],
  ['31.03.26', 'day', '2026-03-30T22:00:00.000Z'],
  ['03/31/2026 2:05 PM', 'month', '2026-03-31T12:05:00.000Z'],
  ['03/31/2026, 12:05 a.m.', 'month', '2026-03-30T22:05:00.000Z'],
  ['1774958709', 'seconds', '2026-03-31T12:05:09.000Z'],
  ['1774958709000', 'milliseconds', '2026-03-31T12:05:09.000Z'],
  // Its offset says all.
  ['2026-03-31T14:05:09+04:00', 'month', '2026-03-31T14:05:09+04:00'],
  ['', 'year', null],
  ['0000-00-00 00:00:00', 'year', null],
  // What is no date stays as it is, to be shown.
  ['31/31/2026', 'month', '31/31/2026'],
  ['30.02.2026', 'day', '30.02.2026'],
  ['soon', 'year', 'soon'],
])('%s as %s', (text, format, expected) => {
  expect(parseFileDate(text, format, berlin)).toEqual(expected)
})

test.each([
  ['31.03.2026', '2026-03-31T22:00:00.000Z'],
  // The clock moves on that day.
  ['29.03.2026', '2026-03-29T22:00:00.000Z'],
  ['31.03.2026 14:05', null],
  ['soon', null],
  ['', null],
])('the day of %j ends at %s', (text, expected) => {
  const end = endOfFileDay(text, 'day', berlin)
  expect(end && formatInstant(end)).toBe(expected)
})

test.each<[string[], ReturnType<typeof guessDateFormat>]>([
  [['2026-03-01 10:00', ''], { format: 'year', doubtful: false }],
  [['01.03.2026', '02.03.2026'], { format: 'day', doubtful: false }],
  [['03/01/2026', '03/31/2026'], { format: 'month', doubtful: false }],
  [['01/03/2026', '02/03/2026'], { format: 'day', doubtful: true }],
  [['1774958709', '1774958710'], { format: 'seconds', doubtful: false }],
  [['2026-03-31T14:05:09Z'], { format: 'year', doubtful: false }],
  [['', ' '], null],
  [['soon', 'later', '01.03.2026'], null],
])('%j are guessed', (samples, expected) => {
  expect(guessDateFormat(samples)).toEqual(expected)
})
