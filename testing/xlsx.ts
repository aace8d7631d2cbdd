import { strFromU8, unzipSync } from 'fflate'

/** The cells of a workbook as texts, by the names of its sheets; an empty cell is an empty text. */
export function readXlsx(bytes: Uint8Array): Record<string, string[][]> {
  const parts = unzipSync(bytes)
  const read = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const shared = [...read('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, text = '']) => unescape(text))
  const names = [...read('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = '']) => name)
  return Object.fromEntries(
    names.map((name, at) => [name, readSheet(read(`xl/worksheets/sheet${at + 1}.xml`), shared)]),
  )
}

function readSheet(xml: string, shared: readonly string[]): string[][] {
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, cells = '']) => {
    const row: string[] = []
    for (const [, letters = '', attributes = '', value = ''] of cells.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*)>(?:<v>(.*?)<\/v>)?/gs,
    )) {
      row[columnOf(letters)] = attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : value
    }
    return Array.from(row, (text) => text ?? '')
  })
}

function columnOf(letters: string): number {
  const at = Array.from({ length: letters.length }, (_, index) => letters.charCodeAt(index) - 64)
  return at.reduce((column, letter) => column * 26 + letter, 0) - 1
}

function unescape(xml: string): string {
  const text = xml.replaceAll(/<[^>]*>/g, '')
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
