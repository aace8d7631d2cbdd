import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { writeXlsx } from '#platform/xlsx.ts'
import { FileRefusal } from './file-refusal.ts'
import { readTable } from './table.ts'
import { readWorkbook } from './workbook.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, size = 7): Promise<[number, ...string[]][]> {
  const rows: [number, ...string[]][] = []
  for await (const { number, cells } of readTable(inPieces(bytes, size))) rows.push([number, ...cells])
  return rows
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const windows = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const TEXT = 'Ländername;Größe\r\nÖsterreich;3\r\n'
const ROWS = [
  [1, 'Ländername', 'Größe'],
  [2, 'Österreich', '3'],
]

test.each([
  ['UTF-8', utf8(TEXT)],
  ['UTF-8 with its mark', utf8(`\u{feff}${TEXT}`)],
  ['UTF-16', utf16(TEXT, false)],
  ['UTF-16 with its mark', utf16(`\u{feff}${TEXT}`, false)],
  ['big-endian UTF-16 with its mark', utf16(`\u{feff}${TEXT}`, true)],
  ['windows-1252', windows(TEXT)],
])('%s is read as it was written', async (_name, bytes) => {
  expect(await read(bytes)).toEqual(ROWS)
  expect(await read(bytes, 10_000)).toEqual(ROWS)
})

test('letters of which none is Latin are told by the mark', async () => {
  expect(await read(utf16('\u{feff}страна;номер\n', false))).toEqual([[1, 'страна', 'номер']])
})

test('the encoding is told by the first letter that tells it, however late', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `${at},plain`).join('\n')
  for (const encode of [utf8, windows]) {
    const found = await read(encode(`${rows}\n3000,Größe`), 1_000)
    expect(found.at(-1)).toEqual([3_001, '3000', 'Größe'])
  }
})

test('blank rows are left out and counted', async () => {
  expect(await read(utf8('id,geo\n\n , \n1,"D\nE"\n'))).toEqual([
    [1, 'id', 'geo'],
    [4, '1', 'D\nE'],
  ])
})

test('what papaparse writes is read, with any separator, in whatever pieces', async () => {
  const cell = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('"', '\n', 'a,b', ';', '\t', 'ü'))
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.integer({ min: 1, max: 50 }),
      async (rows, delimiter, size) => {
        const head = ['a', 'b', 'c']
        const text = Papa.unparse([head, ...rows], { delimiter })
        const expected = [head, ...rows]
          .map((cells) => cells.map((each) => each.replaceAll(/\r\n?/g, '\n').trim()))
          .filter((cells) => cells.some((each) => each !== ''))
        expect((await read(utf8(text), size)).map(([, ...cells]) => cells)).toEqual(expected)
      },
    ),
  )
})

const heading = { kind: 'text', width: 10 } as const

test('a workbook is read as it is shown', async () => {
  const bytes = await writeXlsx([
    {
      name: 'Leads',
      columns: [
        { heading: 'id', ...heading },
        { heading: 'created', kind: 'time' },
        { heading: 'day', kind: 'day' },
        { heading: 'payout', kind: 'dollars' },
      ],
      rows: [
        ['Größe & <b>', '2026-03-31 14:05', '2026-03-31', 600.1],
        [null, null, null, null],
        ['7', null, null, 12_345_678],
      ],
    },
  ])
  expect(await read(bytes, 1_000)).toEqual([
    [1, 'id', 'created', 'day', 'payout'],
    [2, 'Größe & <b>', '2026-03-31 14:05:00', '2026-03-31', '600.1'],
    [4, '7', '', '', '12345678'],
  ])
})

test('a workbook of many texts is read in whatever pieces, packed or not', async () => {
  const columns = [{ heading: 'id', ...heading }]
  const texts = Array.from({ length: 3_000 }, (_, at) => `Größe ${at} ✓`)
  const bytes = await writeXlsx([{ name: 'Leads', columns, rows: texts.map((text) => [text]) }])
  const rows = [[1, 'id'], ...texts.map((text, at) => [at + 2, text])]
  expect(await read(bytes, 333)).toEqual(rows)
  expect(await read(zipSync(unzipSync(bytes), { level: 0 }), 100_000)).toEqual(rows)
  expect(await read(bytes.subarray(0, bytes.length / 2), 333).catch((error: unknown) => error)).toEqual(
    new FileRefusal('This workbook cannot be read. Open it, save it again as .xlsx or CSV, and try again.'),
  )
})

test('a workbook that unpacks to more than is read is refused', async () => {
  const columns = [{ heading: 'id', ...heading }]
  const bytes = await writeXlsx([{ name: 'Leads', columns, rows: Array.from({ length: 2_000 }, () => ['x']) }])
  const rows = async () => {
    for await (const row of readWorkbook(inPieces(bytes, 100_000), 10_000)) expect(row.cells).toHaveLength(1)
  }
  await expect(rows()).rejects.toEqual(
    new FileRefusal('This workbook is too large. Please split it, or save it as CSV.'),
  )
})

function workbookWith(sheet: string, styles = '<styleSheet/>'): Uint8Array {
  const parts = {
    'xl/styles.xml': styles,
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="1" Target="sheet.xml"/></Relationships>',
    'xl/sheet.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, utf8(text)])))
}

test('a number is a day where its format is one that every workbook has', async () => {
  const dates = [14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 36, 45, 46, 47, 50, 58]
  const formats = [0, ...dates, 13, 23, 26, 37, 44, 48, 49, 59]
  const styles = formats.map((id) => `<xf numFmtId="${id}"/>`).join('')
  const cells = ['<c><v>45000</v></c>', ...formats.slice(1).map((_, at) => `<c s="${at + 1}"><v>45000</v></c>`)]
  const bytes = workbookWith(`<row>${cells.join('')}</row>`, `<styleSheet><cellXfs>${styles}</cellXfs></styleSheet>`)
  const [[, ...found] = [0]] = await read(bytes)
  expect(formats.filter((_, at) => found[at] !== '45000')).toEqual(dates)
})

test('an id of more digits than a number can have keeps them all', async () => {
  const cells = '<c><v>123456789012345671</v></c><c><v>1.2345678901234499E+17</v></c><c><v>1.2E+3</v></c>'
  const row = [1, '123456789012345671', '1.2345678901234499E+17', '1200']
  expect(await read(workbookWith(`<row>${cells}</row>`))).toEqual([row])
})

test('a cell that shows an error is empty', async () => {
  const cells = '<c t="str"><v>7</v></c><c t="e"><v>#N/A</v></c><c t="str"><v>DE</v></c>'
  expect(await read(workbookWith(`<row>${cells}</row>`))).toEqual([[1, '7', '', 'DE']])
})

test('of a workbook of blanks nothing is kept, and others have their turn while it is read', async () => {
  const blank = '<row><c r="ALL"/></row>'.repeat(100_000)
  const written = '<row><c/><c t="str"><v>x</v></c></row>'
  let turns = 0
  const counting = setInterval(() => (turns += 1), 1)
  const rows = await read(workbookWith(blank + written), 100_000)
  clearInterval(counting)
  expect(rows).toEqual([[100_001, '', 'x']])
  expect(turns).toBeGreaterThan(10)
})

test.each([
  ['more rows than a sheet has', '<row/>'.repeat(1_048_577)],
  ['more cells than a row has', `<row>${'<c/>'.repeat(16_385)}</row>`],
  ['elements deep in each other', '<a>'.repeat(1_000)],
  ['an element of many attributes', `<row ${Array.from({ length: 1_000 }, (_, at) => `a${at}=""`).join(' ')}/>`],
])('a workbook with %s is refused', async (_what, sheet) => {
  await expect(read(workbookWith(sheet), 100_000)).rejects.toBeInstanceOf(FileRefusal)
})

test('a file of a million blank lines is refused', async () => {
  await expect(read(utf8('\n'.repeat(1_000_001)), 2_000_000)).rejects.toBeInstanceOf(FileRefusal)
})

test('what is no table is refused in a sentence', async () => {
  const refusal = async (bytes: Uint8Array) =>
    read(bytes, 100_000).then(
      () => null,
      (error: unknown) => error,
    )
  expect(await refusal(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1))).toEqual(
    new FileRefusal('This is an old .xls file, or it has a password. Save it as .xlsx or CSV without a password.'),
  )
  expect(await refusal(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 1, 2, 3))).toEqual(
    new FileRefusal('This workbook cannot be read. Open it, save it again as .xlsx or CSV, and try again.'),
  )
  expect(await refusal(utf8(`a,b\n"${'x,'.repeat(600_000)}`))).toEqual(
    new FileRefusal('A quote is opened in row 2 and never closed.'),
  )
})
