import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitTable, writeTable } from './table.ts'

describe('splitTable', () => {
  it.each<[string, string[][]]>([
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a;b\nc;d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd'], ['']]],
    [
      'a\tb\rc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['\uFEFF"a,b",c', [['a,b', 'c']]],
    ['', [['']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['a\t\t\tb\t', [['a', '', '', 'b', '']]],
    [' a , b\u00a0', [['a', 'b']]],
    ['"a,b",c', [['a,b', 'c']]],
    ['a, "b,c" ,d', [['a', 'b,c', 'd']]],
    ['"a\nb",c\nd', [['a\nb', 'c'], ['d']]],
    ['"say ""hi""",b', [['say "hi"', 'b']]],
    ['"",b', [['', 'b']]],
    ['"""",b', [['"', 'b']]],
    ['5" pipe,b', [['5" pipe', 'b']]],
    [
      '"never closed,b\nc,d',
      [
        ['"never closed', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a"b,c', [['"a"b', 'c']]],
    [
      '"open,b\n"c",d',
      [
        ['"open', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('splits %j', (text, rows) => {
    expect(splitTable(text)).toEqual(rows)
  })

  it.each<[string, string[]]>([
    ['DE\t1,350\t9-12; 14-18', ['DE', '1,350', '9-12; 14-18']],
    ['DE;1,350;9-12, 14-18', ['DE', '1,350', '9-12, 14-18']],
    ['DE,20,B-1,9-12;14-18', ['DE', '20', 'B-1', '9-12;14-18']],
    ['DE,"a;b;c;d"', ['DE', 'a;b;c;d']],
    ['1,5;2', ['1,5', '2']],
    ['Caps of Monday\nDE\t1,350', ['Caps of Monday']],
  ])('finds what separates %j', (text, row) => {
    expect(splitTable(text)[0]).toEqual(row)
  })

  it('lets the first line that is separated decide, and a tab anywhere', () => {
    expect(splitTable('Caps of Monday\n\nDE,20\nUK,9;12;14')[3]).toEqual(['UK', '9;12;14'])
    expect(splitTable('Hello, these are for Monday:\nDE\t1,350')[1]).toEqual(['DE', '1,350'])
  })

  it('reads back what a spreadsheet writes', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'Ü', '1', ' ', ',', ';', '\t', '\n', '"') })
      .map((text) => text.trim())
    const tables = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
    fc.assert(
      fc.property(
        tables,
        fc.constantFrom('\t', ',', ';'),
        fc.constantFrom('\n', '\r\n'),
        (table, separator, lineEnd) => {
          const written = table.map((row) => row.map(quote).join(separator)).join(lineEnd)
          expect(splitTable(written)).toEqual(table)
        },
      ),
    )
  })

  it('never loses a sign of what is neither mark nor blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '\t', ',', ';', '\n', '\r', '"') }), (text) => {
        const letters = splitTable(text).flat().join('').replace(/[^ab]/g, '')
        expect(letters).toBe(text.replace(/[^ab]/g, ''))
      }),
    )
  })
})

function quote(cell: string): string {
  return /[,;\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

it('writeTable writes what is read back as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '\n'), maxLength: 6 })
  const rows = fc.array(
    fc.array(
      cell.map((text) => text.trim()),
      { minLength: 2, maxLength: 5 },
    ),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(rows, (table) => {
      expect(splitTable(writeTable(table))).toEqual(table)
    }),
  )
})
