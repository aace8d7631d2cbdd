import { expect, test } from 'vitest'
import { describePlace } from '#domain/caps/cap.ts'
import { formatLocal } from '#domain/hours/working-hours.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { parsePauseCommand, type Known } from './command.ts'

const known: Known = {
  advertisers: [
    { key: 'B-7', name: 'Nord Line' },
    { key: '51', name: 'Fifty-one' },
  ],
  sources: [
    { key: '44', name: 'North Media' },
    { key: '51', name: 'Another' },
  ],
  zone: zoneOf('Europe/Berlin'),
  // 11:00 there.
  now: parseInstant('2026-11-21T10:00:00Z') ?? neverNow(),
}

function neverNow(): never {
  throw new Error('no instant')
}

function read(text: string): string {
  const result = parsePauseCommand(text, known)
  if (!result.ok) return `${result.reason} ${'word' in result ? result.word : ''}`.trim()
  const { scope, until, reason, note } = result.value
  return [describePlace(scope), until && formatLocal(until, known.zone), reason, note].filter(Boolean).join(' | ')
}

test.each([
  ['DE B-7 until 14:00 quality', 'DE / B-7 | 2026-11-21 14:00 | quality'],
  ['b-7 de quality too many duplicates', 'DE / B-7 | quality | too many duplicates'],
  ['Germany, #44 until tonight', 'DE / source 44 | 2026-11-22 00:00 | other'],
  ['UK 44', 'UK / source 44 | other'],
  ['Nord Line until tomorrow 9:30 they asked', 'B-7 | 2026-11-22 09:30 | other | they asked'],
  // It is 11:00.
  ['DE until 10:00', 'DE | 2026-11-22 10:00 | other'],
  ['DE until 14', 'DE | 2026-11-21 14:00 | other'],
  ['DE budget until tomorrow', 'DE | 2026-11-22 00:00 | budget'],
  ['United Kingdom North Media bis 18:00', 'GB / source 44 | 2026-11-21 18:00 | other'],
])('%s', (text, meant) => {
  expect(read(text)).toBe(meant)
})

test.each([
  ['', 'command.nothing'],
  ['until 14:00', 'command.nothing'],
  ['DE Nrod', 'command.unknown Nrod'],
  ['51', 'command.both 51'],
  ['DE FR', 'command.twice FR'],
  ['DE until 12 June', 'command.until 12 June'],
  ['DE until 25:00', 'command.until 25:00'],
  ['DE until they call', 'command.until they call'],
])('%s is refused', (text, refusal) => {
  expect(read(text)).toBe(refusal)
})
