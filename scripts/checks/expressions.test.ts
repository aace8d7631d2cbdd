import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse, type Literal } from 'scslre'
import { expect, test, vi } from 'vitest'
import { ROOT } from '../build/folders.ts'
import { listCode } from '../structure/sources.ts'

/** No text that people type is longer where an expression reads it: a message of Telegram's, which is the longest. */
const LONGEST = 4_096
/** A square of that takes some hundredths of a second; a cube, minutes. */
const MOST_MILLISECONDS = 2_000

interface Expression extends Literal {
  path: string
}

const paths = ['domain', 'contract', 'server', 'web']
  .flatMap((folder) => listCode(ROOT, folder))
  .filter((path) => !/\.test\.tsx?$/.test(path))

/** As they stand in the code. */
function listWritten(path: string): Expression[] {
  const found: Expression[] = []
  const { program } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ path, source: node.regex.pattern, flags: node.regex.flags })
    },
  }).visit(program)
  return found
}

/** Those that are put together when a module is read. */
async function listComposed(): Promise<Expression[]> {
  const found: Expression[] = []
  const Plain = globalThis.RegExp
  const composing = paths.filter((path) => /^(domain|contract)/.test(path) && read(path).includes('new RegExp('))
  // What another test of this process has loaded makes its expressions once more.
  vi.resetModules()
  for (const path of composing) {
    globalThis.RegExp = new Proxy(Plain, {
      construct(target, args: [string, string?]) {
        const made = new target(...args)
        found.push({ path, source: made.source, flags: made.flags })
        return made
      },
    })
    try {
      await import(join(ROOT, path))
    } finally {
      globalThis.RegExp = Plain
    }
  }
  return found
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** What may come before the letter that is repeated, and after it. */
const BEFORE = ['', '1', '$', '(']
const AFTER = ['', 'x', '\u0001']

/** Of the slowest text that is known for it. */
function timeOf({ source, flags }: Expression, letter: string): number {
  const expression = new RegExp(source, flags.replace('y', ''))
  const times = BEFORE.flatMap((before) =>
    AFTER.map((after) => {
      const text = `${before}${letter.repeat(LONGEST)}${after}`
      const began = performance.now()
      text.replace(expression, '')
      return performance.now() - began
    }),
  )
  return Math.max(...times)
}

test('no expression takes long over what somebody types: none is exponential, and none cubic', async () => {
  const written = paths.flatMap(listWritten)
  const composed = await listComposed()
  expect(written.length).toBeGreaterThan(200)
  expect(composed.length).toBeGreaterThan(20)
  const slow = [...written, ...composed].flatMap((expression) => {
    const { reports } = analyse(expression, { reportTypes: { Move: true, Self: true, Trade: true } })
    if (reports.some(({ exponential }) => exponential)) return [{ ...expression, why: 'exponential' }]
    const letters = new Set(reports.map(({ character }) => character.pick))
    const milliseconds = Math.max(0, ...[...letters].map((letter) => timeOf(expression, letter)))
    return milliseconds > MOST_MILLISECONDS ? [{ ...expression, why: `${Math.round(milliseconds)} ms` }] : []
  })
  expect(slow).toEqual([])
})
