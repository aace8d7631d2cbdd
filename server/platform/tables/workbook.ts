import { Unzip, UnzipInflate } from 'fflate'
import { FileRefusal } from './file-refusal.ts'
import { createSheetReader, type SheetRow } from './sheet.ts'
import { readXml } from './xml.ts'

/** Packed bytes that are unpacked at once. */
const STEP = 16 * 1024
/** Texts that cells share are all in memory; in characters. */
const MOST_SHARED = 64 * 1024 * 1024
/** Bytes of a part of the file once it is unpacked: more are a bomb, or more rows than are taken. */
const MOST_UNPACKED = 384 * 1024 * 1024
const TOO_MUCH = 'This workbook holds too much. Please split it, or save it as CSV.'
const BROKEN = 'This workbook cannot be read. Open it, save it anew as .xlsx or CSV, and try again.'

/** The rows of the first sheet of a workbook (.xlsx) that can be seen, a part of it in memory at a time. */
export async function* readWorkbook(
  pieces: AsyncIterable<Uint8Array>,
  most: number = MOST_UNPACKED,
): AsyncGenerator<SheetRow, void, void> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  const bytes = Buffer.concat(parts)
  try {
    const { path, isFrom1904 } = findSheet(bytes)
    const sheet = createSheetReader({ shared: readShared(bytes), isDate: readDateStyles(bytes), isFrom1904 })
    for (const text of unpack(bytes, path, most)) {
      sheet.write(text)
      yield* sheet.takeRows()
    }
    sheet.close()
  } catch (error) {
    // Whatever goes wrong here is wrong with the file.
    throw error instanceof FileRefusal ? error : new FileRefusal(BROKEN)
  }
}

/** The text of a part of the file, as it is unpacked. */
function* unpack(bytes: Uint8Array, path: string, most = MOST_UNPACKED): Generator<string, void, void> {
  let size = 0
  const decoder = new TextDecoder()
  let texts: string[] = []
  const unzip = new Unzip((file) => {
    if (file.name !== path) return
    file.ondata = (error, data, isLast) => {
      // oxlint-disable-next-line typescript/strict-boolean-expressions -- null where all is well
      if (error) throw error
      size += data.length
      if (size > most) throw new FileRefusal(TOO_MUCH)
      texts.push(decoder.decode(data, { stream: !isLast }))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += STEP) {
    unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
    yield* texts
    texts = []
  }
}

/** Where the first sheet stands that can be seen, and since when the workbook counts days. */
function findSheet(bytes: Uint8Array): { path: string; isFrom1904: boolean } {
  let id: string | undefined
  let isFrom1904 = false
  readXml(unpack(bytes, 'xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible') id ??= attributes['r:id']
    },
  })
  let target: string | undefined
  readXml(unpack(bytes, 'xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target']
    },
  })
  if (id === undefined || target === undefined) throw new FileRefusal(BROKEN)
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, isFrom1904 }
}

/** The texts that cells name by their number; how they sound in Japanese is left out. */
function readShared(bytes: Uint8Array): string[] {
  const shared: string[] = []
  let text = ''
  let characters = 0
  let isText = false
  let isReading = false
  readXml(unpack(bytes, 'xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text(part) {
      if (isText) text += part
    },
    close(name) {
      isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      shared.push(text)
      characters += text.length
      if (characters > MOST_SHARED) throw new FileRefusal(TOO_MUCH)
    },
  })
  return shared
}

/** Whether the cells of a style show dates. */
function readDateStyles(bytes: Uint8Array): boolean[] {
  const codes = new Map<string, string>()
  const isDate: boolean[] = []
  let isOfCells = false
  readXml(unpack(bytes, 'xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'cellXfs') isOfCells = true
      if (name === 'numFmt') codes.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '')
      if (name !== 'xf' || !isOfCells) return
      const id = attributes['numFmtId'] ?? '0'
      const code = codes.get(id)
      isDate.push(code === undefined ? DATE_FORMATS.has(Number(id)) : isDateCode(code))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return isDate
}

/** The formats that stand in no file (ECMA-376, 18.8.30), those of East Asia included. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47, ...range(27, 36), ...range(50, 58)])

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** Letters of dates outside of quotes, brackets and escapes. */
function isDateCode(code: string): boolean {
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, ''))
}
