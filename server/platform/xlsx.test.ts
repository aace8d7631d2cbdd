import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { writeXlsx } from './xlsx.ts'

/** The texts of the file's cells below the headings, as a reader finds them: by their numbers in the list of texts. */
async function readTexts(texts: readonly string[]): Promise<string[]> {
  const file = await writeXlsx([
    { name: 'One', columns: [{ heading: 'Text', kind: 'text' }], rows: texts.map((text) => [text]) },
  ])
  const entries = unzipSync(file)
  const part = (ending: string) =>
    strFromU8(Object.entries(entries).find(([name]) => name.endsWith(ending))?.[1] ?? new Uint8Array())
  const strings = [...part('sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
  const cells = [...part('sheet1.xml').matchAll(/<c [^>]*t="s"[^>]*><v>([^<]*)<\/v>/g)]
  return cells.slice(1).map(([, index]) => strings[Number(index)] ?? `no text ${index}`)
}

test('a text is its own, also one that every object has', async () => {
  const texts = ['constructor', '__proto__', 'toString', 'DE', 'constructor']
  expect((await readTexts(texts)).map((text) => text.trimEnd())).toEqual(texts)
})
