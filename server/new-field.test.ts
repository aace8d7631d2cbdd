import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

const ROOT = join(import.meta.dirname, '..')
/** What the product and its tests run from. */
const PARTS = ['contract', 'domain', 'e2e', 'migrations', 'sandbox', 'server', 'testing', 'web', 'package.json']
const FIELDS = 'domain/caps/fields.ts'

let copy: string
let database: TestDatabase
/** Without tables, for a backup. */
let empty: TestDatabase

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'capline-field-'))
  database = await createTestDatabase()
  empty = await createTestDatabase({ tables: false })
  for (const part of PARTS) await cp(join(ROOT, part), join(copy, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(async () => {
  await database.close()
  await empty.close()
  await rm(copy, { recursive: true, force: true })
})

/** The first block of a language in docs/feature.md. */
async function readExample(language: string): Promise<string> {
  const text = await readFile(join(ROOT, 'docs/feature.md'), 'utf8')
  const [, example] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text) ?? []
  if (example === undefined) throw new Error(`docs/feature.md has no example in ${language}`)
  return example
}

test('the field of docs/feature.md, added as it says, is lost nowhere', async () => {
  const table = await readFile(join(copy, FIELDS), 'utf8')
  const end = '} as const satisfies Record<string, Field>'
  expect(table.split(end)).toHaveLength(2)
  await writeFile(join(copy, FIELDS), table.replace(end, `${await readExample('ts')}${end}`))
  const number = (await readdir(join(copy, 'migrations'))).length + 1
  const migration = `${String(number).padStart(4, '0')}-cap-notes.sql`
  await writeFile(join(copy, 'migrations', migration), await readExample('sql'))

  const run = promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'e2e/new-field.ts', database.url, empty.url, join(copy, 'backup.gz')],
    { cwd: copy },
  )
  const { stdout } = await run
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    created: 'Call before noon',
    'too long': 'ApiError: Note must be at most 200 characters.',
    'edited in place': 'Call before noon',
    'edited in the form': 'Call before noon',
    'changed in bulk': ['Call before noon', 36],
    copied: 'Call before noon',
    'overwritten by a copy': ['Call before noon', 50],
    'overwritten by a paste': ['Call before noon', 40],
    pasted: 'Pasted note',
    'exported as a table': expect.stringContaining('Pasted note'),
    history: ['Planned', 'Note'],
    'undone from before the field': [null, 41],
    'planned by the bot': ['Call before noon', 77],
    'brought back from a backup': 'Call before noon',
  })
})
