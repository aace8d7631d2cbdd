import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { startTestPostgres } from '#testing/database.ts'

/**
 * Writes server/platform/db/tables.ts from a freshly migrated database (settings: .kysely-codegenrc.json).
 * With --verify it writes nothing and fails when the file is not what it would write.
 */
const postgres = await startTestPostgres()
try {
  const database = await postgres.createDatabase()
  process.exitCode = await generate(database.url, process.argv.includes('--verify'))
  await database.close()
} finally {
  await postgres.stop()
}

async function generate(url: string, verify: boolean): Promise<number> {
  const generator = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')
  const args = [generator, '--url', url, '--exclude-pattern', '{kysely_*,pgboss.*}', ...(verify ? ['--verify'] : [])]
  const child = spawn(process.execPath, args, { cwd: `${import.meta.dirname}/..`, stdio: 'inherit' })
  await once(child, 'exit')
  return child.exitCode === 0 ? 0 : 1
}
