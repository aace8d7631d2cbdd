import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCsv, formatCsvLine } from './csv.ts'

it('writes a line with its end', () => {
  expect(formatCsvLine(['GEO', 12, null, 'a,b', 'say "hi"'])).toBe('GEO,12,,"a,b","say ""hi"""\r\n')
})

describe('what a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    [' =1+1', "' =1+1"],
    ['\r=1', `"'\r'=1"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['x;=1+1', "x;'=1+1"],
    ['x\t -2+3;@y', "x\t '-2+3;'@y"],
    ['a,b\n=1+1', `"a,b\n'=1+1"`],
    ['x;"=1+1;y', `"x;""'=1+1;y"`],
  ])('%j is quoted', (text, written) => {
    expect(formatCsvLine([text])).toBe(`${written}\r\n`)
  })

  it.each(['-5', '-5.25', 'a=b', '44-7', '9-12; 14-18', ''])('%j stays as it is', (text) => {
    expect(formatCsvLine([text])).toBe(`${text}\r\n`)
  })

  const signs = ['=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', ',', ';', '1', 'a']
  const tricky = fc.string({ unit: fc.constantFrom(...signs) })

  it('is never the beginning of a cell, whatever the text', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const [cell = ''] = readCsv(formatCsv([[text]]))[0] ?? []
        expect(/^\s*[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)).toBe(false)
      }),
    )
  })

  it('is not either where semicolons or tabs part cells, and our quotes are none', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const [, ...cells] = formatCsvLine([text]).split(/[;\t\r\n]/)
        expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([])
      }),
    )
  })
})

it('can be read back, whatever is in it, but for the apostrophes', () => {
  const withoutThem = (rows: string[][]) => rows.map((row) => row.map((text) => text.replaceAll("'", '')))
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 1 }), { minLength: 1 }), (rows) => {
      expect(withoutThem(readCsv(formatCsv(rows)))).toEqual(withoutThem(rows))
    }),
  )
})

/** As RFC 4180 says it, written for this test only. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== '\r\n') continue
    rows.push(row)
    row = []
  }
  return rows
}
