import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { rereadRow } from '#domain/caps/paste-mend.ts'
import { READ_DAY, READ_ROW } from '#testing/read-rows.ts'
import { keepMended, pasteOfReading } from './read-message.ts'

type ReadRow = Parameters<typeof pasteOfReading>[0]['rows'][number]

const day = READ_DAY
const row: ReadRow = READ_ROW

const options = { kind: 'broker', defaultDate: day, zone: zoneOf('Etc/GMT-2') } as const
const NOTHING_ELSE = { edited: [], proposals: [], ignores: [] }
const answers = [{ value: 'leave', label: 'Leave this out' }]

test('what was read of a message are rows of the sheet; questions hold their rows, a pause is none, a cap of the other kind is told', () => {
  const { paste, message } = pasteOfReading(
    {
      ...NOTHING_ELSE,
      rows: [
        row,
        { ...row, geos: ['IT'], sourceNumber: '', asks: ['which-source:IT'], saved: false },
        { ...row, geos: ['ES'], asks: ['is-question:ES 20'], saved: false },
        { ...row, geos: ['PT'], days: [brandText<Day>('2027-01-04')] },
        { ...row, action: 'pause', geos: ['FR'], quote: 'stop FR' },
        { ...row, kind: 'affiliate', advertiserId: null, quote: 'aff DE 5' },
      ],
      asks: [
        { id: 'which-source:IT', code: 'which-source', about: 'IT', answers },
        { id: 'is-question:ES 20', code: 'is-question', about: 'ES 20', answers },
        { id: 'no-cap:PL', code: 'no-cap', about: 'PL', answers },
      ],
      ignores: ['thanks'],
    },
    options,
  )
  expect(
    paste.rows.map(({ cells, errors }) => [cells.geo, cells.sourceNumber, errors.map(({ message: said }) => said)]),
  ).toEqual([
    ['DE', '44', []],
    ['IT', undefined, []],
    ['ES', '44', ['“ES 20” is a question. Plan it?']],
    ['PT', '44', []],
  ])
  expect(paste.rows[0]?.cells).toMatchObject({
    date: 'Thu 3 Dec',
    cap: '20',
    workingHours: '10:00-18:00',
    cpa: '1200',
    crg: '2.5%',
  })
  expect([paste.rows[0], paste.rows[3]].map((read) => [read?.cells.date, read?.draft?.date])).toEqual([
    ['Thu 3 Dec', '2026-12-03'],
    ['Mon 4 Jan 2027', '2027-01-04'],
  ])
  expect(message.questions.map(({ id, lines }) => [id, lines])).toEqual([
    ['which-source:IT', [2]],
    ['is-question:ES 20', [3]],
    ['no-cap:PL', []],
  ])
  expect(message.acts).toMatchObject([{ act: 'pause', geo: 'FR', advertiserId: '301', from: day, until: '2026-12-04' }])
  expect(paste.ignored).toEqual(['“aff DE 5” (affiliate: paste it there)', '“thanks”'])
})

test('an answer takes nothing away: mended cells stay, what was taken out stays out', () => {
  const read = (rows: ReadRow[]) => {
    const { paste, message } = pasteOfReading({ ...NOTHING_ELSE, rows, asks: [] }, options)
    return { paste, rows: paste.rows, origins: message.origins }
  }
  const before = read([{ ...row, geos: ['IT'], asks: ['x'] }, row, { ...row, geos: ['ES'] }])
  const rows = before.rows.slice(0, 2).map((one) => rereadRow(one, { ...one.cells, cpa: '1300' }, options))
  const kept = keepMended(
    { ...before, rows },
    read([
      { ...row, cap: 30 },
      { ...row, geos: ['ES'] },
      { ...row, geos: ['PT'] },
    ]),
    options,
  )
  expect(kept.map(({ cells }) => [cells.geo, cells.cap, cells.cpa])).toEqual([
    ['DE', '30', '1300'],
    ['PT', '20', '1200'],
  ])
})

test('rows of one line are known by their days, however these are joined', () => {
  const origins = (...days: Day[][]) => {
    const rows = days.map((each) => ({ ...row, days: each }))
    const { paste, message } = pasteOfReading({ ...NOTHING_ELSE, rows, asks: [] }, options)
    return paste.rows.map(({ line, cells }) => [cells.date, message.origins.get(line)])
  }
  const [third, fourth, fifth] = [day, addDays(day, 1), addDays(day, 2)]
  expect(origins([third, fifth], [fourth])).toEqual(origins([third, fourth, fifth]))
})
