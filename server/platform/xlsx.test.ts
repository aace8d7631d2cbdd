import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readXlsx } from '#testing/xlsx.ts'
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

test('days and times are dates, and there is a default style', async () => {
  const file = await writeXlsx([
    {
      name: 'One',
      columns: [
        { heading: 'Day', kind: 'day' },
        { heading: 'Time', kind: 'time' },
      ],
      rows: [['2026-03-06', '2026-03-06 12:00']],
    },
  ])
  expect(readXlsx(file)['One']?.[1]).toEqual(['46087', '46087.5'])
  const styles = strFromU8(unzipSync(file)['xl/styles.xml'] ?? new Uint8Array())
  expect(styles).toContain('formatCode="yyyy-mm-dd hh:mm"')
  expect(styles).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>')
})
