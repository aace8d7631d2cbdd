import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { rereadRow, writePastedText } from './paste-mend.ts'
import { parsePastedCaps, type PastedRow } from './paste.ts'
import { PASTE_COLUMNS } from './paste-columns.ts'
import { splitTable } from '#domain/kernel/table.ts'

const options = { kind: 'broker', defaultDate: brandText<Day>('2026-11-21') } as const

const read = (text: string) => parsePastedCaps(text, options)

function mend(row: PastedRow | undefined, cells: PastedRow['cells']): PastedRow {
  if (!row) throw new Error('no such row')
  return rereadRow(row, { ...row.cells, ...cells }, options)
}

describe('a mended cell', () => {
  it('is read anew with the others of its row', () => {
    const [row] = read('Geo\tCap\tSource\tBroker\nDE\ttwenty\t44\tB-1').rows
    expect(row?.errors).toHaveLength(1)
    const mended = mend(row, { cap: '20', date: '22.11.' })
    expect(mended).toMatchObject({ errors: [], draft: { cap: 20, date: '2026-11-22', geo: 'DE' }, line: 2 })
  })

  it('does not hide that a row has more cells than there are columns', () => {
    const [row] = read('Geo,Cap,Source,Broker\nDE,1,350,44,B-1').rows
    expect(mend(row, { cap: '1350' })).toMatchObject({ draft: null, errors: [{ column: null }] })
  })

  it('can be the day that rows without one are for', () => {
    const [row] = read('Geo\tCap\tSource\tBroker\nDE\t20\t44\tB-1').rows
    const later = { ...options, defaultDate: brandText<Day>('2026-12-01') }
    expect(row && rereadRow(row, row.cells, later).draft?.date).toBe('2026-12-01')
  })
})

describe('the text of mended rows', () => {
  const text = 'Broker;Notes;Cap;Geo\nB-1;call him;x;DE\n\nB-2;"a;b";30;FR\n'

  it('is the pasted one as long as nothing was mended', () => {
    const paste = read(text)
    expect(writePastedText(text, paste, paste.rows, 'broker')).toBe(text)
  })

  it('is the same for a message, which says more than its rows', () => {
    const message = 'DE 15 tomorrow\npause FR\nUK 20 44 55'
    const paste = { ...read('Geo\tCap\tSource\tBroker\nDE\t15\t44\tB-1'), isMessage: true }
    const rows = paste.rows.map((row) => mend(row, { cap: '16' }))
    expect(writePastedText(message, paste, rows, 'broker')).toBe(message)
    expect(writePastedText(message, paste, [], 'broker')).toBe(message)
  })

  it('has what was mended, columns that are new, and those that are not read', () => {
    const paste = read(text)
    const [first, second] = paste.rows
    const rows = [mend(first, { cap: '20', workingHours: '9-12; 14-18' }), mend(second, {})]
    expect(splitTable(writePastedText(text, paste, rows, 'broker'))).toEqual([
      ['Broker', 'Notes', 'Cap', 'Geo', 'Hours'],
      ['B-1', 'call him', '20', 'DE', '9-12; 14-18'],
      ['B-2', 'a;b', '30', 'FR', ''],
    ])
  })

  it('leaves out the rows that were taken out', () => {
    const paste = read(text)
    const written = writePastedText(text, paste, paste.rows.slice(1), 'broker')
    expect(read(written).rows.map(({ cells }) => cells.geo)).toEqual(['FR'])
  })

  it('keeps what a row has too much of', () => {
    const wide = 'Geo,Cap,Source,Broker\nDE,1,350,44,B-1'
    const paste = read(wide)
    const rows = paste.rows.map((row) => mend(row, { cpa: '600' }))
    expect(splitTable(writePastedText(wide, paste, rows, 'broker'))).toEqual([
      ['Geo', 'Cap', 'Source', 'Broker', 'CPA'],
      ['DE', '1', '350', '44', '600', 'B-1'],
    ])
  })

  it('says what its columns are, so that an emptied date does not shift them', () => {
    const bare = '2026-11-22\tDE\t20\t44\tB-1'
    const paste = read(bare)
    const rows = paste.rows.map((row) => mend(row, { date: '' }))
    const again = read(writePastedText(bare, paste, rows, 'broker'))
    expect(again.rows.map(({ draft }) => draft)).toMatchObject([{ date: '2026-11-21', geo: 'DE', cap: 20 }])
  })

  it('keeps every row below its own headings, and those above them without any', () => {
    const mixed = 'US;7;9\nGeo;Source;Cap\nDE;954;x\n\nGeo;Cap;Source\nFR;31;955'
    const paste = read(mixed)
    const [above, first, second] = paste.rows
    const rows = [mend(above, {}), mend(first, { cap: '21' }), mend(second, { workingHours: '9-17' })]
    const written = writePastedText(mixed, paste, rows, 'broker')
    expect(splitTable(written).map((cells) => cells.filter((cell) => cell !== ''))).toEqual([
      ['US', '7', '9'],
      ['Geo', 'Source', 'Cap'],
      ['DE', '954', '21'],
      ['Geo', 'Cap', 'Source', 'Hours'],
      ['FR', '31', '955', '9-17'],
    ])
    const left = writePastedText(mixed, paste, rows.slice(0, 1), 'broker')
    expect(read(left).rows).toMatchObject([{ draft: null, cells: { geo: 'US' } }])
  })

  it('is read back as the rows that were mended, whatever they hold', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', ',', ';', '\t', '\n'), maxLength: 8 })
    const filledCells = fc.record(
      Object.fromEntries(PASTE_COLUMNS.broker.map((column) => [column, texts.map((cell) => cell.trim())])),
      { requiredKeys: [] },
    )
    const headers = fc.constantFrom('Geo\tCap\tSource\tBroker', 'Cap;Note;Geo', '')
    fc.assert(
      fc.property(headers, fc.array(filledCells, { minLength: 1, maxLength: 4 }), (header, mended) => {
        const pasted = [...(header ? [header] : []), ...mended.map((_, index) => `1\t${index + 2}`)].join('\n')
        const paste = read(pasted)
        const rows = paste.rows.map((row, index) => mend(row, { ...mended[index], geo: 'DE' }))
        const again = read(writePastedText(pasted, paste, rows, 'broker'))
        const filled = ({ cells }: PastedRow) => PASTE_COLUMNS.broker.map((column) => cells[column] ?? '')
        expect(again.rows.map(filled)).toEqual(rows.map(filled))
      }),
    )
  })
})
