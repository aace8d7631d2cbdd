import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Unzip, UnzipPassThrough } from 'fflate'
import { FileRefusal } from './file-refusal.ts'
import { SharedTexts } from './shared-texts.ts'
import { createSheetReader, type SheetRow } from './sheet.ts'
import { readXml } from './xml.ts'

/** Bytes of the file that are processed at once. */
const STEP = 16 * 1024
/** Shared texts of cells are in memory: the most characters, and the most texts. */
const MOST_SHARED = 64 * 1024 * 1024
const MOST_SHARED_TEXTS = 10_000_000
/** The most bytes of an unpacked part: more is a compression bomb, or too many rows. */
const MOST_UNPACKED = 384 * 1024 * 1024
/** The most bytes of the parts that describe the others. */
const MOST_OF_SMALL_PART = 16 * 1024 * 1024
const TOO_MUCH = 'This workbook is too large. Please split it, or save it as CSV.'
const BROKEN = 'This workbook cannot be read. Open it, save it again as .xlsx or CSV, and try again.'

/** A file in its received pieces; joined, it would be in memory twice. */
type Pieces = readonly Uint8Array[]

/** The rows of the first visible sheet of a workbook (.xlsx), with only a part in memory at a time. */
export async function* readWorkbook(
  pieces: AsyncIterable<Uint8Array>,
  most: number = MOST_UNPACKED,
): AsyncGenerator<SheetRow, void, void> {
  const file: Uint8Array[] = []
  for await (const piece of pieces) file.push(piece)
  try {
    const { path, isFrom1904 } = await findSheet(file)
    const sheet = createSheetReader({ shared: await readShared(file), isDate: await readDateStyles(file), isFrom1904 })
    for await (const text of unpack(file, path, most)) {
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
async function* unpack(file: Pieces, path: string, most = MOST_UNPACKED): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  let size = 0
  for await (const bytes of inflate(findPart(file, path))) {
    size += bytes.length
    if (size > most) throw new FileRefusal(TOO_MUCH)
    yield decoder.decode(bytes, { stream: true })
  }
  // A missing part yields nothing, not an empty text.
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** Raw bytes of a part in the file. */
interface Piece {
  bytes: Uint8Array
  isPacked: boolean
}

/** Node's own inflate: JavaScript versions leave 30 MB more garbage. */
function inflate(pieces: Iterator<Piece, void>): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const first = pieces.next()
  function* replay(): Generator<Uint8Array, void, void> {
    for (let next = first; !next.done; next = pieces.next()) yield next.value.bytes
  }
  // A failure here fails its reader.
  return !first.done && first.value.isPacked ? pipeline(replay, createInflateRaw(), () => undefined) : replay()
}

function* findPart(file: Pieces, path: string): Generator<Piece, void, void> {
  let found: Piece[] = []
  const unzip = new Unzip((part) => {
    if (part.name !== path) return
    const isPacked = part.compression === AsItStands.compression
    part.ondata = (error, bytes) => {
      // oxlint-disable-next-line typescript/strict-boolean-expressions -- null where all is well
      if (error) throw error
      found.push({ bytes, isPacked })
    }
    part.start()
  })
  unzip.register(AsItStands)
  for (const piece of file) {
    for (let at = 0; at < piece.length; at += STEP) {
      unzip.push(piece.subarray(at, at + STEP))
      yield* found
      found = []
    }
  }
  unzip.push(new Uint8Array(), true)
  yield* found
}

/** Packed data is passed on as it is. */
class AsItStands extends UnzipPassThrough {
  static override readonly compression = 8
}

/** The place of the first visible sheet, and the base date of the workbook. */
async function findSheet(file: Pieces): Promise<{ path: string; isFrom1904: boolean }> {
  let id: string | undefined
  let isFrom1904 = false
  await readXml(unpack(file, 'xl/workbook.xml', MOST_OF_SMALL_PART), {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible') id ??= attributes['r:id']
    },
  })
  let target: string | undefined
  await readXml(unpack(file, 'xl/_rels/workbook.xml.rels', MOST_OF_SMALL_PART), {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target']
    },
  })
  if (id === undefined || target === undefined) throw new FileRefusal(BROKEN)
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, isFrom1904 }
}

/** The texts that cells refer to by number; Japanese pronunciations are left out. */
async function readShared(file: Pieces): Promise<SharedTexts> {
  const shared = new SharedTexts()
  let text = ''
  let characters = 0
  let texts = 0
  let isText = false
  let isReading = false
  await readXml(unpack(file, 'xl/sharedStrings.xml'), {
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
      shared.add(text)
      characters += text.length
      texts += 1
      if (characters > MOST_SHARED || texts > MOST_SHARED_TEXTS) throw new FileRefusal(TOO_MUCH)
    },
  })
  return shared
}

/** Whether the cells of each style show dates. */
async function readDateStyles(file: Pieces): Promise<boolean[]> {
  const codes = new Map<string, string>()
  const isDate: boolean[] = []
  let isOfCells = false
  await readXml(unpack(file, 'xl/styles.xml', MOST_OF_SMALL_PART), {
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

/** The built-in formats (ECMA-376, 18.8.30), those of East Asia included. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47, ...range(27, 36), ...range(50, 58)])

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** Whether a format has date letters outside of quotes, brackets and escapes. */
function isDateCode(code: string): boolean {
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, ''))
}
