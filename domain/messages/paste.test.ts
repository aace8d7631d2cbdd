import { expect, it } from 'vitest'
import { writePastedText } from '#domain/caps/paste-mend.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { indexNames } from './grammar/read-partners.ts'
import { readPaste } from './paste.ts'

const names = indexNames([{ advertiserId: 'B-1', name: 'Alster Insurance' }])
const options = { kind: 'broker', defaultDate: brandText<Day>('2026-11-25') } as const
const read = (text: string) => readPaste(text, options, { today: brandText<Day>('2026-11-21'), names })

it('a pasted message is read as one, with the day at hand where it names none', () => {
  const paste = read('Alster Insurance\nDE 20 44, 9-12, 14-18\ntomorrow 🇫🇷 cap: 10 #5 $900+8%\nfunnel: x')
  expect(paste).toMatchObject({ isMessage: true, columns: [], ignored: ['line 4 “funnel: x”'] })
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

it('a row that may mean two things is an error as a whole', () => {
  const [row] = read('DE 20 44 55').rows
  expect(row?.draft).toBeNull()
  expect(row?.errors[0]).toEqual({ column: null, message: expect.stringContaining('It is not said what') })
})

it.each(['DE,20,44,B-1', '22.11.2026;DE;20;44', 'DE\t20\t44', 'Geo,Cap\nDE,20'])('%j is a table still', (text) => {
  expect(read(text).isMessage).toBe(false)
})

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
