import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePastedCap, type PastedCap } from '#domain/caps/paste.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import { fromDayNumber, type Day, type DayNumber } from '#domain/kernel/day.ts'
import { formatCapLine } from '#testing/cap-line.ts'
import { measureLeast } from '#testing/thread-time.ts'
import { parseCapMessage } from './message.ts'
import { indexNames } from './parse-partners.ts'

const today = brandText<Day>('2026-11-21')
const names = indexNames([{ advertiserId: 'B-017', name: 'Alster Insurance' }])
const read = (text: string) => parseCapMessage(text, { today, names })

/** What messages are made of, to be put together in any order. */
const PIECES = [
  'tomorrow ',
  'DE',
  'IT ',
  'UK - ',
  '20 ',
  '44',
  '1,350',
  '1 350',
  '10:00-18:00 ',
  '9-5',
  '1200+10%',
  '$900+8%',
  '€900',
  'cap: ',
  'price: ',
  'geo:',
  'source ',
  '#',
  'broker: ',
  'Alster Insurance ',
  'B-017',
  'cpl 15$ ',
  'daily 20+ ',
  'CR 10',
  'leads ',
  'завтра ',
  'кап ',
  '22.11 ',
  'Mon ',
  '24/7',
  'each ',
  'by 10',
  'stop ',
  '->',
  '🇩🇪',
  '🇮',
  '\u0001',
  '"',
  '(',
  '+',
  '%',
  '$',
  ':',
  '-',
  '/',
  ',',
  '.',
  '\n',
  '\n\n',
  ' ',
]
const piece = fc.constantFrom(...PIECES)
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
)

describe('any text', () => {
  it('is read without a throw, each row with its lines', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { rows, unread } = read(text)
        for (const row of rows) expect(row.lines.length).toBeGreaterThan(0)
        for (const { line } of unread) expect(line).toBeGreaterThan(0)
      }),
      { numRuns: 3_000 },
    )
  })

  it('gives no number that does not stand in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const digits = text.normalize('NFKC').replace(/[^0-9]+/g, ' ')
        for (const { cells, notes } of read(text).rows) {
          const isPerLead = notes.some((note) => note.startsWith('CPL'))
          const written = [cells.cap, cells.sourceNumber, cells.cpa, isPerLead ? undefined : cells.crg]
          for (const value of written) {
            for (const number of value?.normalize('NFKC').match(/\d+/g) ?? []) expect(digits).toContain(number)
          }
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

const day = fc.integer({ min: 1_000, max: 80_000 }).map((number) => fromDayNumber(brandNumber<DayNumber>(number)))
const code = fc.constantFrom('DE', 'UK', 'IT', 'NO', 'LATAM', 'CA-FR', 'BE/NL', 'X_1', '24-7', 'CAP')
const visible = fc
  .string({ unit: fc.constantFrom(...Array.from('aZ09 -_#."/,:+%$&дЖ')), minLength: 1, maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !text.startsWith('#'))
const window = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1440 }))
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => `${formatMinutes(from)}-${formatMinutes(to)}`)
const hours = fc.oneof(
  fc.constantFrom('', '24/7'),
  fc.uniqueArray(window, { minLength: 1, maxLength: 3 }).map((all) => all.join(', ')),
)
const hundredths = (max: number) => fc.option(fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100))
const cap: fc.Arbitrary<PastedCap> = fc.record({
  date: day,
  geo: code,
  cap: fc.integer({ min: 0, max: 1_000_000 }),
  sourceNumber: visible,
  advertiserId: fc.oneof(fc.constant(''), visible),
  advertiserName: fc.constant(''),
  workingHours: hours,
  cpa: hundredths(1_000_000),
  crg: hundredths(100),
  createdBy: fc.constant(''),
})

const labels = ['geo', 'cap', 'source', 'price', 'hours'] as const
const anyOrder = fc.shuffledSubarray([...labels], { minLength: labels.length })
const BLOCKS = [
  { geo: 'DE', cap: '20', source: '44', price: '900', hours: '10:00-18:00' },
  { geo: 'FR', cap: '30', source: '45', price: '800', hours: '09:00-17:00' },
  { geo: 'IT', cap: '15', source: '46', price: '700', hours: '08:00-16:00' },
]

describe('labelled blocks between blank lines', () => {
  it('are read alike, in whatever order their labels stand', () => {
    fc.assert(
      fc.property(fc.tuple(anyOrder, anyOrder, anyOrder), (orders) => {
        const written = BLOCKS.map((block, index) =>
          orders[index]?.map((label) => `${label}: ${block[label]}`).join('\n'),
        )
        const { rows, unread } = read(written.join('\n\n'))
        expect(rows.map(({ cells }) => cells)).toEqual(
          BLOCKS.map(({ geo, cap: planned, source, price, hours: workingHours }) => {
            return { geo, cap: planned, sourceNumber: source, cpa: price, workingHours }
          }),
        )
        expect([...unread, ...rows.flatMap(({ problems, notes }) => [...problems, ...notes])]).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('a line as it is written out', () => {
  it('is read back as the same cap', () => {
    fc.assert(
      fc.property(cap, day, (draft, from) => {
        const { rows, unread } = parseCapMessage(formatCapLine(draft), { today: from })
        expect(unread).toEqual([])
        expect(rows).toHaveLength(1)
        const [row] = rows
        expect(row?.problems).toEqual([])
        expect(parsePastedCap(row?.cells ?? {}, { kind: 'broker', defaultDate: from }).draft).toEqual(draft)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is read with hundreds of others within the blink of an eye', () => {
    const text = Array.from(
      { length: 500 },
      (_, index) => `tomorrow DE cap ${index} source ${index} 10:00-18:00 $900+8%`,
    )
    const least = measureLeast(3, () => expect(read(text.join('\n')).rows).toHaveLength(500))
    expect(least).toBeLessThan(300)
  })
})
