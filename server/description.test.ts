import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import {
  CLIENT_TOOLS,
  NO_CLIENT_TOOLS,
  provideClientTools,
  run,
  runClientTool,
  runCompiler,
} from '#testing/client-tools.ts'

// The description of the API as clients read it: by a linter, and by the client of docs/programs.md.

let capline: TestCapline
let folder = ''
let hasTools = false

const at = (name: string) => join(folder, name)

beforeAll(async () => {
  capline = await startTestCapline()
  hasTools = await provideClientTools()
  if (!hasTools) return
  // Beside the packages, so that the client finds them.
  const results = join(CLIENT_TOOLS, 'test-results')
  mkdirSync(results, { recursive: true })
  folder = mkdtempSync(join(results, 'client-'))
  const description = await (await fetch(`${capline.address}/api/openapi.json`)).text()
  writeFileSync(at('openapi.json'), description)
})

afterAll(async () => {
  await capline.close()
  if (folder !== '') rmSync(folder, { recursive: true })
})

test('redocly finds no fault with the description', async (context) => {
  if (!hasTools) return context.skip(NO_CLIENT_TOOLS)
  const linted = await runClientTool('@redocly/cli/bin/cli.js', ['lint', at('openapi.json'), '--max-problems=20'])
  expect(linted.said).not.toMatch(/\d+ (errors?|warnings?)/)
  expect(linted).toMatchObject({ code: 0 })
})

test('the client of docs/programs.md is made of the description, compiles, and does what it says', async (context) => {
  if (!hasTools) return context.skip(NO_CLIENT_TOOLS)
  const page = readFileSync(join(import.meta.dirname, '../docs/programs.md'), 'utf8')
  const client = /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''
  writeFileSync(at('client.ts'), client)
  const made = await runClientTool('openapi-typescript/bin/cli.js', [
    at('openapi.json'),
    '--output',
    at('capline.d.ts'),
  ])
  expect(made).toMatchObject({ code: 0 })
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--types',
    'node',
  ]
  writeFileSync(at('slip.ts'), client.replace('geo:', 'goe:'))
  const files = [at('client.ts'), at('slip.ts')]
  const { said } = await runCompiler([...options, '--target', 'es2022', '--module', 'nodenext', ...files])
  // Of the slip alone, and of nothing else.
  expect(said.match(/^\S+(?=\(\d+,\d+\): error)/gm)?.map((file) => basename(file))).toEqual(['slip.ts'])
  expect(said).toContain("'goe' does not exist")

  await insertAdvertiser(capline.db, 'ADV1')
  const { token } = await capline.signIn('editor')
  const ran = await run(process.execPath, [at('client.ts')], { CAPLINE_URL: capline.address, CAPLINE_KEY: token })
  expect(ran).toEqual({ code: 0, said: 'DE 0 of 20, new\n' })
})
