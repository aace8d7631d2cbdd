import { expect, test } from 'vitest'
import { describePlace } from '#domain/caps/cap.ts'
import { formatLocal } from '#domain/hours/working-hours.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { parsePauseCommand, type Known } from './command.ts'

const known: Known = {
  advertisers: [
    { key: 'B-7', name: 'Nord Line' },
    { key: 'B-8', name: 'Budget Leads' },
    { key: '51', name: 'Fifty-one' },
    { key: 'HYP1', name: 'Upper' },
    { key: 'hyp1', name: 'Lower' },
  ],
  sources: [
    { key: '44', name: 'North Media' },
    { key: '51', name: 'Another' },
    { key: 'Big Source', name: 'Big' },
    { key: '52', name: 'South' },
    { key: '53', name: 'Twin' },
    { key: '54', name: 'Twin' },
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
  ['DE untill 14:00', 'DE | 2026-11-21 14:00 | other'],
  ['DE for 2 hours', 'DE | 2026-11-21 13:00 | other'],
  ['#44 quality for 45 min they asked', 'source 44 | 2026-11-21 11:45 | quality | they asked'],
  ['B-7 for half an hour', 'B-7 | 2026-11-21 11:30 | other'],
  ['DE for 24h', 'DE | 2026-11-22 11:00 | other'],
  ['DE quality for a reason', 'DE | quality | for a reason'],
  ['#44 DE until 14:00', 'DE / source 44 | 2026-11-21 14:00 | other'],
  ['#44, B-7 quality bad, again', 'B-7 / source 44 | quality | bad, again'],
  ['#44 tonight', 'source 44 | 2026-11-22 00:00 | other'],
  ['#Big Source DE', 'DE / source Big Source | other'],
  ['#South DE', 'DE / source 52 | other'],
  ['#north media quality', 'source 44 | quality'],
  ['#Nobody until 14:00', 'source Nobody | 2026-11-21 14:00 | other'],
  ['DE "#No Body" quality', 'DE / source No Body | quality'],
  ['#“No Body”, B-7', 'B-7 / source No Body | other'],
  ['"North Media" DE', 'DE / source 44 | other'],
  ['DE Budget Leads until 14:00', 'DE / B-8 | 2026-11-21 14:00 | other'],
  ['DE Budget Leads budget', 'DE / B-8 | budget'],
  ['DE until 14:00 tomorrow', 'DE | 2026-11-22 14:00 | other'],
  ['#44 quality tonight they fix it', 'source 44 | 2026-11-22 00:00 | quality | they fix it'],
  ['DE quality no leads since tonight', 'DE | quality | no leads since tonight'],
  ['DE until 14:00 today', 'DE | 2026-11-21 14:00 | other'],
  ['DE until midnight tonight', 'DE | 2026-11-22 00:00 | other'],
  ['DE until 14:00 24/7 support asked', 'DE | 2026-11-21 14:00 | other | 24/7 support asked'],
  ['DE until 14:00 4 junk leads', 'DE | 2026-11-21 14:00 | other | 4 junk leads'],
  ['DE until 14:00 20 declined', 'DE | 2026-11-21 14:00 | other | 20 declined'],
  ['DE until 14:00 3-4 duplicates', 'DE | 2026-11-21 14:00 | other | 3-4 duplicates'],
  ['DE until 14:00 evening team asked', 'DE | 2026-11-21 14:00 | other | evening team asked'],
  ['DE bis 14:00 am Telefon', 'DE | 2026-11-21 14:00 | other | am Telefon'],
  ['DE until 14:00 money is out', 'DE | 2026-11-21 14:00 | other | money is out'],
  ['DE bis 14:00 Uhr', 'DE | 2026-11-21 14:00 | other'],
  ['DE bis 14 Uhr', 'DE | 2026-11-21 14:00 | other'],
  ['DE until 14:00 quality broker off till 2pm', 'DE | 2026-11-21 14:00 | quality | broker off till 2pm'],
  ['DE until 14:00 yesterday leads were bad', 'DE | 2026-11-21 14:00 | other | yesterday leads were bad'],
  ['DE until 14:00 Berlin office asked', 'DE | 2026-11-21 14:00 | other | Berlin office asked'],
  ['DE until 14:00 in 2 sources', 'DE | 2026-11-21 14:00 | other | in 2 sources'],
  ['HYP1', 'HYP1 | other'],
  ['hyp1 DE', 'DE / hyp1 | other'],
  ['United Kingdom North Media bis 18:00', 'GB / source 44 | 2026-11-21 18:00 | other'],
])('%s', (text, meant) => {
  expect(read(text)).toBe(meant)
})

test.each([
  ['', 'command.nothing'],
  ['until 14:00', 'command.nothing'],
  ['#Twin', 'command.several #Twin'],
  ['Twin DE', 'command.several Twin'],
  ['DE Nrod', 'command.unknown Nrod'],
  ['51', 'command.both 51'],
  ['DE FR', 'command.twice FR'],
  ['DE until 12 June', 'command.until 12 June'],
  ['DE until 25:00', 'command.until 25:00'],
  ['DE until they call', 'command.until they call'],
  ['DE until 18:00 Friday', 'command.until 18:00 Friday'],
  ['DE until 14:00 25.12', 'command.until 14:00 25.12'],
  ['DE until 2:00 pm', 'command.until 2:00 pm'],
  ['DE until tomorrow morning', 'command.until tomorrow morning'],
  ['DE until tomorrow 9am', 'command.until tomorrow 9am'],
  ['DE until tonight 10pm', 'command.until tonight 10pm'],
  ['DE until 10:00 today', 'command.until 10:00 today'],
  ['DE until 14:00 20 December', 'command.until 14:00 20 December'],
  ['DE until 14:00 on the 25th', 'command.until 14:00 on the 25th'],
  ['DE bis 14:00 morgen', 'command.until 14:00 morgen'],
  ['DE до 14:00 пятницы', 'command.until 14:00 пятницы'],
  ['DE until 11:30 tonight', 'command.until 11:30 tonight'],
  ['DE until midnight tomorrow', 'command.until midnight tomorrow'],
  ['DE until eod tomorrow', 'command.until eod tomorrow'],
  ['DE until 14:00 for 2 hours', 'command.until 14:00 for 2 hours'],
  ['DE for 2 hours until 14:00', 'command.until for 2 hours until 14:00'],
  ['DE for 0 min', 'command.until for 0 min'],
  ['DE for 2 days', 'command.unknown for'],
  ['DE until 14:00 next monday', 'command.until 14:00 next monday'],
  ['DE until 14:00 next week', 'command.until 14:00 next week'],
  ['DE until 14:00 (this friday)', 'command.until 14:00 (this friday)'],
  ['DE until 14:00 the day after tomorrow', 'command.until 14:00 the day after tomorrow'],
  ['DE until 14:00 Nov 25', 'command.until 14:00 Nov 25'],
  ['DE until 14:00 2026-11-25', 'command.until 14:00 2026-11-25'],
  ['DE until 14:00 in 2 days', 'command.until 14:00 in 2 days'],
  ['DE до 14:00 послезавтра', 'command.until 14:00 послезавтра'],
  ['DE until 14:00 MSK', 'command.until 14:00 MSK'],
  ['DE until 14:00 MSK they asked', 'command.until 14:00 MSK they asked'],
  ['DE bis 14:00 Uhr Freitag', 'command.until 14:00 Uhr Freitag'],
  ['DE until 14:00 next day', 'command.until 14:00 next day'],
  ['DE until 14:00 in two days', 'command.until 14:00 in two days'],
  ['DE until 14:00 2 days later', 'command.until 14:00 2 days later'],
  ['DE until 14:00 Germany time', 'command.until 14:00 Germany time'],
  ['DE until 14:00 Europe/Berlin', 'command.until 14:00 Europe/Berlin'],
  ['DE until 14:00 GMT+3', 'command.until 14:00 GMT+3'],
  ['DE until 14:00 Berlin time', 'command.until 14:00 Berlin time'],
  ['DE until 14:00 15:00', 'command.until 14:00 15:00'],
  ['DE until 14:00 in the morning', 'command.until 14:00 in the morning'],
  ['DE tonight until 22:00', 'command.unknown tonight'],
  ['DE #', 'command.unknown #'],
  ['#No Body', 'command.unknown Body'],
  ['"No Body" DE', 'command.unknown "No'],
  ['"#" DE', 'command.unknown "#"'],
  ['#44 Nrod', 'command.unknown Nrod'],
  ['quality', 'command.nothing'],
])('%s is refused', (text, refusal) => {
  expect(read(text)).toBe(refusal)
})
