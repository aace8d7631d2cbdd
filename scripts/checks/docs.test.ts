import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { ROOT } from '../build/folders.ts'
import { isThere, listNamedTests } from './named-tests.ts'

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')

test.each([
  ['docs/specification.md', 250],
  ['docs/security.md', 30],
  ['docs/asvs.md', 100],
])('%s names tests that there are', (page, atLeast) => {
  const named = listNamedTests(read(page))
  expect(named.length).toBeGreaterThan(atLeast)
  expect(named.filter((each) => !isThere(each))).toEqual([])
})

test('every statement of the specification names a test', () => {
  const rows = read('docs/specification.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Statement|---)/.test(line))
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.filter((row) => listNamedTests(row).length === 0)).toEqual([])
})

test('every requirement of ASVS has one line, which says how it stands', () => {
  const page = read('docs/asvs.md')
  const lines = page.split('\n').filter((line) => line.startsWith('- '))
  const states = lines.map(
    (line) => /^- \d+\.\d+\.\d+ [^*]+: \*\*(met|not applicable|deviates)\*\*\. .*\.$/.exec(line)?.[1],
  )
  expect(lines.filter((_, index) => states[index] === undefined)).toEqual([])
  const ids = lines.map((line) => line.split(' ')[1] ?? '')
  // So many are of levels 1 and 2.
  expect(new Set(ids).size).toBe(253)
  expect(ids).toEqual(ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
  const count = (state: string) => states.filter((each) => each === state).length
  const told = [count('met'), count('not applicable'), count('deviates')]
  const [, ...said] = /we meet (\d+), (\d+) are not applicable, and (\d+) are\s+deviations/.exec(page) ?? []
  expect(said.map(Number)).toEqual(told)
  expect(ids).toHaveLength(253)
})

test('a title is found as it is written, and nothing is taken for one', () => {
  const file = 'scripts/checks/docs.test.ts'
  expect(isThere({ file, title: 'every statement of the specification names a test' })).toBe(true)
  expect(isThere({ file, title: 'a title is found … and nothing is taken for one' })).toBe(true)
  expect(isThere({ file, title: 'a title' })).toBe(false)
  expect(isThere({ file, title: 'atLeast' })).toBe(false)
})

test('pages name files that there are', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  const missing = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...read(page).matchAll(/[`(]((?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|md|png))[`)]/g)].map(([, file = '']) => ({
        page,
        file,
      })),
    )
    // What only a build has, and what stands for several.
    .filter(({ file }) => !/^dist\/|NNNN/.test(file) && !existsSync(join(ROOT, file)))
  expect(missing).toEqual([])
})

test('the container runs the server with the flags for Node that npm start gives it', () => {
  const command = JSON.stringify(['node', ...manifest.config.nodeFlags, 'dist/server.mjs']).replaceAll(',', ', ')
  expect(read('Containerfile')).toContain(`CMD ${command}\n`)
})

describe('decisions', () => {
  const pages = readdirSync(join(ROOT, 'docs/decisions'))

  test.each(pages)('%s has a number, a title, context, decision and consequences', (name) => {
    const page = read(`docs/decisions/${name}`)
    expect(name).toMatch(/^\d{3}(-[a-z0-9]+)+\.md$/)
    expect(page).toMatch(new RegExp(`^# ${name.slice(0, 3)} [A-Z].*[^.]\n\n`))
    expect(page).toMatch(/^\*\*Context\.\*\*[^]*^\*\*Decision\.\*\*[^]*^\*\*Consequences\.\*\*/m)
    expect(page.split('\n').length).toBeLessThanOrEqual(61)
  })

  test('are numbered without a gap that nobody explains', () => {
    const numbers = pages.map((name) => Number(name.slice(0, 3)))
    const all = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1)
    expect(new Set(numbers).size).toBe(numbers.length)
    const missing = all.filter((number) => !numbers.includes(number))
    expect(
      missing.filter((number) => !read('CONTRIBUTING.md').includes(`never was a ${String(number).padStart(3, '0')}`)),
    ).toEqual([])
  })
})

describe('the tree in docs/architecture.md', () => {
  const tree = /```\n(.*?)```/s.exec(read('docs/architecture.md'))?.[1] ?? ''
  const listed = (text: string) => [...text.matchAll(/(?<=^|\s)([\w-]+)\/(?!\w)/g)].map(([, name = '']) => name)
  const ignored = new Set(read('.gitignore').match(/(?<![\w.-])[\w-]+(?=\/$)/gm))
  const standing = (folder: string) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.has(entry.name))
      .map(({ name }) => name)
  /** What stands at a folder of the tree and below it, without the folder's own name. */
  const partOf = (name: string) => new RegExp(`^( *)${name}/(.*\\n(?:\\1 +.*\\n)*)`, 'm').exec(tree)?.[2] ?? ''

  test('has the folders of the root', () => {
    const heads = tree.split('\n').flatMap((line) => listed(/^(?:[\w-]+\/ *)*/.exec(line)?.[0] ?? ''))
    expect(heads.toSorted()).toEqual(standing('.').toSorted())
  })

  test.each(['contract', 'domain', 'sandbox', 'server/platform'])('has the folders of %s', (folder) => {
    expect(listed(partOf(basename(folder))).toSorted()).toEqual(standing(folder).toSorted())
  })

  test.each(['server', 'web'])('has the folders of %s among its lines', (folder) => {
    expect(listed(partOf(folder))).toEqual(expect.arrayContaining(standing(folder)))
  })
})
