import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../../scripts/tables.ts')

test('the types of the tables are those of the migrations', async () => {
  const server = new URL(inject('templateUrl'))
  server.pathname = '/postgres'
  const env = { ...process.env, TEST_DATABASE_URL: server.href }
  const ran = await promisify(execFile)(process.execPath, [SCRIPT, '--verify'], { env }).catch(
    (error: unknown) => error,
  )
  expect(ran).not.toBeInstanceOf(Error)
})
