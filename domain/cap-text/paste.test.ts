import { expect, it } from 'vitest'
import { rereadRow, writePastedText } from '#domain/caps/paste-mend.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { indexNames } from './parse-partners.ts'
import { parsePaste } from './paste.ts'

const names = indexNames([{ advertiserId: 'B-1', name: 'Alster Insurance' }])
const options = { kind: 'broker', defaultDate: brandText<Day>('2026-11-25'), zone: zoneOf('Europe/Berlin') } as const
const read = (text: string) => parsePaste(text, options, { today: brandText<Day>('2026-11-21'), names })

it('a pasted message is read as one, with the day at hand where it names none', () => {
  const paste = read('Alster Insurance\nDE 20 44, 9-12, 14-18\ntomorrow 🇫🇷 cap: 10 #5 $900+8%\nfunnel: x')
  expect(paste).toMatchObject({
    isMessage: true,
    tables: [{ headings: [], columns: [] }],
    ignored: ['line 4 “funnel: x”'],
  })
  expect(paste.rows.map(({ line, draft }) => [line, draft])).toMatchObject([
    [
      1,
      {
        date: '2026-11-25',
        geo: 'DE',
        cap: 20,
        sourceNumber: '44',
        advertiserId: 'B-1',
        workingHours: '09:00-12:00, 14:00-18:00',
      },
    ],
    [2, { date: '2026-11-22', geo: 'FR', cap: 10, sourceNumber: '5', advertiserId: 'B-1', cpa: 900, crg: 8 }],
  ])
})

it.each(['Germany 20 44', 'Country\tCap\tSource\nGermany\t20\t44'])('the name of a country is its code: %j', (text) => {
  expect(read(text).rows.map(({ draft }) => draft?.geo)).toEqual(['DE'])
})

it('a geo in quotes is what it is, though it is a name of a country, and stays so as a table', () => {
  const text = 'geo: "USA" 20 44'
  const paste = read(text)
  expect(paste.rows[0]?.draft?.geo).toBe('USA')
  const rows = paste.rows.map((row) => ({ ...row, cells: { ...row.cells, cap: '30' } }))
  expect(read(writePastedText(text, paste, rows, 'broker')).rows[0]?.draft).toMatchObject({ geo: 'USA', cap: 30 })
})

it('a row that may mean two things is an error as a whole', () => {
  const [row] = read('DE 20 44 55').rows
  expect(row?.draft).toBeNull()
  expect(row?.errors[0]).toEqual({ column: null, message: expect.stringContaining('It is not said what') })
})

it.each(['DE,20,44,B-1', '22.11.2026;DE;20;44', 'DE\t20\t44', 'Geo,Cap\nDE,20', 'Plan\nSource,Geo\n4,DE'])(
  '%j is a table still',
  (text) => {
    expect(read(text).isMessage).toBe(false)
  },
)

it('a message that was mended goes back into the field as a table that is read again', () => {
  const text = 'DE 20 44\nFR 10'
  const paste = read(text)
  expect(writePastedText(text, paste, paste.rows, 'broker')).toBe(text)
  const rows = paste.rows.map((row) => ({ ...row, cells: { ...row.cells, sourceNumber: '7' } }))
  const written = writePastedText(text, paste, rows, 'broker')
  expect(read(written).rows.map(({ cells }) => cells)).toMatchObject([
    { geo: 'DE', cap: '20', sourceNumber: '7' },
    { geo: 'FR', cap: '10', sourceNumber: '7' },
  ])
})

it.each(['10:00-12:00; 14:00-18:00 GMT+3', '"10:00-12:00\n14:00-18:00 GMT+3"', '10:00-12:00, 14:00-18:00 GMT+3'])(
  'several windows of another clock are all moved: %s',
  (hours) => {
    const [row] = read(`Geo\tCap\tSource\tAdvertiser\tHours\nDE\t20\t44\tB-1\t${hours}`).rows
    expect(row?.draft?.workingHours).toBe('08:00-10:00, 12:00-16:00')
  },
)

it.each(['DE 20 44 10:00-18:00 GMT+3', 'Geo\tCap\tSource\tHours\nDE\t20\t44\t10:00-18:00 GMT+3'])(
  'hours of another clock are those of the day and zone, in a message and in a table: %j',
  (text) => {
    const { rows } = read(text)
    expect(rows[0]?.draft?.workingHours).toBe('08:00-16:00')
    const [row] = rows
    const summer = row && rereadRow(row, row.cells, { ...options, defaultDate: brandText<Day>('2026-07-01') })
    expect(summer?.draft?.workingHours).toBe('09:00-17:00')
  },
)

it.each([
  [
    '10:00-18:00 Kyiv time',
    'Hours are kept in Europe/Berlin, and “Kyiv time” may be another clock. Write them as Europe/Berlin shows them.',
  ],
  [
    '20:00-24:00 UTC',
    'Hours are kept in Europe/Berlin, where these hours of UTC are partly on another day. Write them as Europe/Berlin shows them.',
  ],
])('what %j is here is not guessed', (hours, sentence) => {
  const { rows } = read(`DE 20 44 ${hours}`)
  expect(rows).toMatchObject([{ draft: null, errors: [{ column: 'workingHours', message: sentence }] }])
})
