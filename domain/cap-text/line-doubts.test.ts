import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseCapMessage } from './message.ts'
import { indexNames } from './parse-partners.ts'

/** A Saturday. */
const today = brandText<Day>('2026-11-21')
const names = indexNames([
  { advertiserId: 'B-017', name: 'Alster Insurance' },
  { advertiserId: 'B-002', name: 'Nord' },
])
const rowsOf = (text: string) => parseCapMessage(text, { today, names }).rows

const NUMBER_FIRST = 'Write each geo before its numbers, or each of them on a line of its own.'
const WHOSE_DAY =
  'The day may be said of one cap of this line or of all. Write it before the first geo, or beside each of them.'

describe('several geos on a line', () => {
  it.each([
    '20 DE, 30 FR',
    '20 leads DE #44, 30 leads FR #44',
    '20 leads DE, 30 leads FR, 10 leads ES',
    '20 leads DE, 20 leads FR, 30 leads ES',
    '#44 DE 20, #45 FR 30',
    '#44 | DE | 20, #45 | FR | 30',
    'Nord DE 20, Alster Insurance FR 30',
    '10-18 DE 20 #44, 12-20 FR 30 #44',
    '$900 DE 20, $800 FR 10',
    'cap: 20 geo: DE source: 44 cap: 30 geo: FR source: 45',
    'today #44 DE 20, tomorrow #45 FR 30',
    '#44 DE 20, FR 30, #45 ES 10, PT 5',
    '#44, DE 20, FR 15, #45, ES 10, PT 5',
    '#44: DE 20, FR 30 #45 ES 10',
    'today: DE 20, FR 15, tomorrow: ES 10, PT 5',
    'DE 20, #45 FR 30',
    'DE 20 and #45 FR 30',
    'DE 20 & #45 FR 30',
    'DE 20, 10-18 FR 30',
    'DE 20 #44, 30 leads FR #44',
    'DE 20 44, 30 leads FR 45',
    'DE 20 44, 30 FR 45',
  ])('have no cap saved where what stands before them may be that of another: %j', (text) => {
    const rows = rowsOf(text)
    expect(rows.length).toBeGreaterThan(1)
    for (const { problems } of rows) expect(problems).toContain(NUMBER_FIRST)
  })

  it.each([
    'DE 20 #44, tomorrow AT 10 #44',
    'DE 20 #44, FR 15 #44, ES 10 #44 tomorrow',
    'DE 20 tomorrow, FR 15',
    'DE 20, today AT 10, tomorrow FR 5',
    'today DE 20, tomorrow AT 10, FR 5',
    'tomorrow\nDE 20, FR 15 Monday',
  ])('have no cap saved where it is open which of them a day is said of: %j', (text) => {
    const rows = rowsOf(text)
    expect(rows.length).toBeGreaterThan(1)
    for (const { problems } of rows) expect(problems).toEqual([WHOSE_DAY])
  })

  it.each([
    ['#44: DE 20, FR 15 #45', ['DE 20 44', 'FR 15 45']],
    ['#44: DE 20, FR 15 #45, ES 10', ['DE 20 44', 'FR 15 45', 'ES 10 44']],
    ['#44 DE 20, #44 FR 30', ['DE 20 44', 'FR 30 44']],
    ['20 leads: DE #44, FR #45', ['DE 20 44', 'FR 20 45']],
    ['DE, 20 leads FR, 30 leads', ['DE 20', 'FR 30']],
    ['DE 20, 44 FR 30, 45', ['DE 20 44', 'FR 30 45']],
    ['today DE 20, tomorrow AT 10, Monday FR 5', ['DE 21 20', 'AT 22 10', 'FR 23 5']],
    ['tomorrow: DE 20, FR 15 today, ES 10', ['DE 22 20', 'FR 21 15', 'ES 22 10']],
    ['DE 20, 900$ and FR 30', ['DE 20', 'FR 30']],
    ['DE 20 today, DE 30 tomorrow', ['DE 21 20', 'DE 22 30']],
    ['DE, AT, CH cap 10 tomorrow', ['DE 22 10', 'AT 22 10', 'CH 22 10']],
  ])('are read where nothing else can be meant: %j', (text, caps) => {
    const rows = rowsOf(text)
    const written = rows.map(({ cells: { geo, date, cap, sourceNumber } }) =>
      [geo, date?.slice(-2), cap, sourceNumber].filter(Boolean).join(' '),
    )
    expect(written).toEqual(caps)
    expect(rows.flatMap(({ problems }) => problems)).toEqual([])
  })
})
