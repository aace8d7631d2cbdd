import { expect, it } from 'vitest'
import { formatWrittenHours, parseWrittenHours } from './written-hours.ts'

it.each([
  ['10-18 europe/berlin', '10:00-18:00 Europe/Berlin'],
  ['10:00-18:00 (Europe/Berlin)', '10:00-18:00 Europe/Berlin'],
  ['9-12, 14-18 Asia/Tokyo', '09:00-12:00, 14:00-18:00 Asia/Tokyo'],
  ['10-18 america/port-au-prince', '10:00-18:00 America/Port-au-Prince'],
  ['10-18 (America/Blanc-Sablon)', '10:00-18:00 America/Blanc-Sablon'],
  ['10-18 GMT+3', '10:00-18:00 GMT+3'],
  ['10-18 utc', '10:00-18:00 UTC'],
  ['10-18', '10:00-18:00'],
  ['24/7 Europe/Berlin', null],
])('%s is stored as %s, and read so again', (text, stored) => {
  const written = parseWrittenHours(text)
  expect(written.ok && formatWrittenHours(written.value)).toBe(stored)
  if (stored !== null) expect(parseWrittenHours(stored)).toEqual(written)
})

it.each([
  ['10-18 Berlin', 'hours.unknown-zone'],
  ['10-18 CET', 'hours.unknown-zone'],
  ['10-18 Europe/Atlantis', 'hours.unknown-zone'],
  ['10-18 10-12 Europe/Berlin', 'hours.unreadable'],
  ['Europe/Berlin', 'hours.unreadable'],
  ['10-10 Europe/Berlin', 'hours.empty-window'],
])('%s is refused: %s', (text, reason) => {
  expect(parseWrittenHours(text)).toMatchObject({ ok: false, reason })
})
