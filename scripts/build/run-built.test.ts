import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const RUN_BUILT = join(import.meta.dirname, 'run-built.ts')
/** Says how it was started, and ends as a server does. */
const SERVER = `
  process.once('SIGTERM', () => process.exit(7))
  setInterval(() => undefined, 1_000)
  console.log(JSON.stringify({ pid: process.pid, flags: process.execArgv }))`

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

test.each([[['--max-semi-space-size=16']], [[]]])(
  'with the flags %j, under the number that signals go to',
  async (flags) => {
    const folder = await mkdtemp(join(tmpdir(), 'capline-run-built-'))
    folders.push(folder)
    const [server, start] = [join(folder, 'server.mjs'), join(folder, 'start.mjs')]
    await writeFile(server, SERVER)
    const words = [server, flags].map((word) => JSON.stringify(word)).join(', ')
    await writeFile(start, `import { runFile } from ${JSON.stringify(RUN_BUILT)}\nawait runFile(${words})`)
    const child = spawn(process.execPath, [start], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout, 'data')
    expect(JSON.parse(String(said))).toEqual({ pid: child.pid, flags })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([7, null])
  },
)
