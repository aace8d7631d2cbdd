import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { pasteOfReading } from './read-message.ts'

type ReadRow = Parameters<typeof pasteOfReading>[0]['rows'][number]

const day = brandText<Day>('2026-12-03')
const row: ReadRow = {
  kind: 'broker',
  action: 'set',
  days: [day],
  geos: ['DE'],
  advertiserId: '301',
  sourceNumber: '44',
  cap: 20,
  delta: null,
  hours: '10:00-18:00',
  hoursOriginal: null,
  cpa: 1200,
  crg: 2.5,
  assumed: [],
  line: 1,
  quote: 'DE 20',
  saved: true,
  asks: [],
}

test('what was read of a message are rows of the sheet; a question holds its row, a pause and a cap of the other kind are told', () => {
  const paste = pasteOfReading(
    {
      rows: [
        row,
        { ...row, geos: ['IT'], sourceNumber: '', asks: ['which-source:IT'], saved: false },
        { ...row, geos: ['ES'], asks: ['is-question:ES 20'], saved: false },
        { ...row, action: 'pause', quote: 'stop FR' },
        { ...row, kind: 'affiliate', advertiserId: null, quote: 'aff DE 5' },
      ],
      asks: [
        { id: 'which-source:IT', code: 'which-source', about: 'IT', answers: [] },
        { id: 'is-question:ES 20', code: 'is-question', about: 'ES 20', answers: [] },
        { id: 'no-cap:PL', code: 'no-cap', about: 'PL', answers: [] },
      ],
      ignores: ['thanks'],
    },
    { kind: 'broker', defaultDate: day, zone: zoneOf('Etc/GMT-2') },
  )
  expect(
    paste.rows.map(({ cells, errors }) => [cells.geo, cells.sourceNumber, errors.map(({ message }) => message)]),
  ).toEqual([
    ['DE', '44', []],
    ['IT', undefined, []],
    ['ES', '44', ['“ES 20” is a question. Plan it?']],
  ])
  expect(paste.rows[0]?.cells).toMatchObject({
    date: '2026-12-03',
    cap: '20',
    workingHours: '10:00-18:00',
    cpa: '1200',
    crg: '2.5%',
  })
  expect(paste.ignored).toEqual([
    '“PL” says no number. How many leads?',
    '“stop FR” (pause it on the board)',
    '“aff DE 5” (affiliate cap: paste it there)',
    '“thanks”',
  ])
})
