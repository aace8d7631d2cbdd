import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const RUN = join(import.meta.dirname, '..', 'run.mjs')

test('an unknown command gets one sentence and an exit code', async () => {
  const run = promisify(execFile)(process.execPath, [RUN, 'nonsense'])
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no command "nonsense": see "scripts" in package.json.\n',
  })
})
