import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const LOCK = pathToFileURL(join(import.meta.dirname, 'lock.mjs')).href

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'capline-lock-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** A process that writes down when it comes in and when it goes out. */
async function enter(name: string): Promise<void> {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(LOCK)}
    await withLock(${JSON.stringify(root)}, async () => {
      appendFileSync(${JSON.stringify(join(root, 'visits'))}, 'in ${name}\\n')
      await new Promise((resolve) => setTimeout(resolve, 50))
      appendFileSync(${JSON.stringify(join(root, 'visits'))}, 'out ${name}\\n')
    })`
  await run(process.execPath, ['--input-type=module', '--eval', code])
}

function readVisits(): string[] {
  return readFileSync(join(root, 'visits'), 'utf8').trim().split('\n')
}

function plantLock(owner: string): void {
  mkdirSync(join(root, '.toolchain', 'setup.lock'), { recursive: true })
  writeFileSync(join(root, '.toolchain', 'setup.lock', 'owner'), owner)
}

test('of several that set up the same clone at once, one at a time does', async () => {
  await Promise.all(['a', 'b', 'c'].map(enter))
  const visits = readVisits()
  expect(visits).toHaveLength(6)
  for (let index = 0; index < visits.length; index += 2) {
    expect(visits[index + 1]).toBe(visits[index]?.replace('in', 'out'))
  }
})

test('several that find the lock of one that was killed take turns too', async () => {
  const { pid = 0 } = await new Promise<{ pid?: number }>((resolve) => {
    const child = execFile(process.execPath, ['--eval', ''], () => resolve(child))
  })
  plantLock(`${hostname()} ${pid} 0.5`)
  await Promise.all(['a', 'b', 'c'].map(enter))
  expect(readVisits().filter((_, index) => index % 2 === 0)).toEqual(expect.arrayContaining(['in a', 'in b', 'in c']))
})

test('the lock of one that lives is respected', async () => {
  plantLock(`${hostname()} ${process.pid} 0.5`)
  const entering = enter('a')
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(() => readVisits()).toThrow(/ENOENT/)
  rmSync(join(root, '.toolchain', 'setup.lock'), { recursive: true })
  await entering
  expect(readVisits()).toEqual(['in a', 'out a'])
})
