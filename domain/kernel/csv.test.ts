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
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('%j is quoted', (text, written) => {
    expect(formatCsvLine([text])).toBe(`${written}\r\n`)
  })

  it.each(['-5', '-5.25', 'a=b', '44-7', ''])('%j stays as it is', (text) => {
    expect(formatCsvLine([text])).toBe(`${text}\r\n`)
  })

  it('is never the beginning of a cell, whatever the text', () => {
    const tricky = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', ',', '1', 'a') })
    fc.assert(
      fc.property(tricky, (text) => {
        const [cell = ''] = readCsv(formatCsv([[text]]))[0] ?? []
        expect(/^\s*[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)).toBe(false)
      }),
    )
  })
})

it('can be read back, whatever is in it', () => {
  const cell = fc.string().map((text) => `x${text}`)
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
      expect(readCsv(formatCsv(rows))).toEqual(rows)
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
