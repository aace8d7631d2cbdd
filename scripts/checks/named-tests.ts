import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build/folders.ts'

/** A test that a page names, by its file and title; dots in the title stand for what differs between several. */
export interface NamedTest {
  file: string
  title: string
}

/** The tests that a text names: `` `file.test.ts` "title"; "another title" ``. */
export function listNamedTests(text: string): NamedTest[] {
  const flat = text.replace(/\s+/g, ' ')
  return [...flat.matchAll(/`([^`]+\.(?:test|spec)\.ts)`([^`]*)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  )
}

/** Whether the file has a test, or a group of tests, of that title. */
export function isThere({ file, title }: NamedTest): boolean {
  const wanted = new RegExp(`^${title.split('…').map(escape).join('.*')}$`)
  return listTitles(file).some((found) => wanted.test(found))
}

const titles = new Map<string, string[]>()

/** Every text that a call of the file begins with; titles of tests among them. */
function listTitles(file: string): string[] {
  const known = titles.get(file)
  if (known) return known
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found = [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)].map(([, , title = '']) =>
    title.replace(/\\(['"`])/g, '$1').replace(/\s+/g, ' '),
  )
  titles.set(file, found)
  return found
}

function escape(part: string): string {
  return part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
