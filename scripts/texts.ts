import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type TemplateLiteral } from 'oxc-parser'
import { ROOT } from './build/folders.ts'
import { listCode } from './structure/sources.ts'

// node scripts/run.mjs texts [words]: prints every text that people read, one per line: file:line, its key if it has one,
// the text. Words keep only files whose path contains one of them: texts contract/texts web/features/limits
const FOLDERS = ['contract', 'domain', 'web', 'server']
/** Words with a space between them, or one word with a capital; code words and class names are neither. */
const READ_BY_PEOPLE = /\p{L}[^\n]* \S|^\p{Lu}\p{Ll}+…?$/u
const words = process.argv.slice(2)

for (const path of FOLDERS.flatMap((folder) => listCode(ROOT, folder))) {
  if (/\.test\.tsx?$|store\.ts$/.test(path) || (words.length > 0 && !words.some((word) => path.includes(word))))
    continue
  for (const line of listTexts(path)) console.log(line)
}

function listTexts(path: string): string[] {
  const code = readFileSync(join(ROOT, path), 'utf8')
  const found: string[] = []
  const keys: string[] = []
  const keep = (start: number, text: string) => {
    const said = text.replaceAll(/\s+/g, ' ').trim()
    if (!READ_BY_PEOPLE.test(said)) return
    found.push(`${path}:${code.slice(0, start).split('\n').length}: ${keys.map((key) => `${key}: `).join('')}${said}`)
  }
  new Visitor({
    Property(node) {
      keys.push(code.slice(node.key.start, node.key.end))
    },
    'Property:exit'() {
      keys.pop()
    },
    JSXText: (node) => keep(node.start, node.value),
    Literal: (node) => typeof node.value === 'string' && keep(node.start, node.value),
    TemplateLiteral: (node) => keep(node.start, textOf(node)),
  }).visit(parseSync(path, code).program)
  return found
}

/** `${cap} of ${planned}` is `… of …`. */
function textOf({ quasis }: TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}
