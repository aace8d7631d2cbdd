import { expect, it } from 'vitest'
import type { NamedFile } from '#contract/file.ts'
import { readXlsx } from '#testing/xlsx.ts'
import type { XlsxSheet } from './xlsx.ts'
import { makeTableFile } from './table-file.ts'

const SHEET: XlsxSheet = {
  name: 'Deals',
  columns: [
    { heading: 'Source', kind: 'text' },
    { heading: 'Leads', kind: 'count' },
    { heading: 'Total, $', kind: 'dollars' },
    { heading: 'Rate, %', kind: 'percent' },
  ],
  rows: [
    ['=HYPERLINK("http://x")', 1_234, 12.5, 8.25],
    ['<b> & "c"', 0, null, null],
  ],
}

it('writes CSV that a spreadsheet does not run, with cents', async () => {
  const file = makeTableFile('csv', ['payouts "2026"', null, '', 'DE'], [SHEET])
  expect(file).toMatchObject({ type: 'text/csv; charset=utf-8', name: 'payouts-2026-DE.csv' })
  expect(Buffer.from(await readBytes(file)).toString()).toBe(
    [
      '\u{feff}Source,Leads,"Total, $","Rate, %"',
      `"'=HYPERLINK(""http://x"")",1234,12.50,8.25`,
      '"<b> & ""c""",0,,',
      '',
    ].join('\r\n'),
  )
})

it('writes a workbook in which texts are texts and numbers are numbers', async () => {
  const bytes = await readBytes(makeTableFile('xlsx', ['payouts'], [SHEET, { ...SHEET, name: 'More', rows: [] }]))
  expect(readXlsx(bytes)).toEqual({
    Deals: [
      ['Source', 'Leads', 'Total, $', 'Rate, %'],
      ['=HYPERLINK("http://x")', '1234', '12.5', '8.25'],
      ['<b> & "c"', '0'],
    ],
    More: [['Source', 'Leads', 'Total, $', 'Rate, %']],
  })
})

async function readBytes({ pieces }: NamedFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(Buffer.from(piece))
  return Buffer.concat(parts)
}
