import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest } from 'vitest/node'
import { ROOT } from '../build/folders.ts'
import { readOrder } from './order.ts'

// A vitest that stays, as a process of its own, so that its time can be limited: it is told of a file that is to read
// otherwise than it stands, and of tests to run then, and answers which failed. Nothing is written to the checkout.
let served = { path: '', code: '' }

const serveMutant: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  // Nothing is kept on the disk from one run to the next: it would be found there as it stood.
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => false),
  load: (id) => (id === served.path ? served.code : null),
}
const vitest = await createVitest(
  {
    run: true,
    watch: false,
    bail: 1,
    reporters: [{}],
    root: ROOT,
    fsModuleCachePath: join(tmpdir(), 'capline-mutants'),
  },
  { plugins: [serveMutant] },
)
await vitest.standalone()
const specifications = await vitest.globTestSpecifications()

process.on('message', (message) => void answer(message))
process.on('disconnect', () => void vitest.exit(true))
process.send?.([])

async function answer(message: unknown): Promise<void> {
  const { path, code, tests } = readOrder(message)
  const before = served.path
  served = { path: join(ROOT, path), code }
  for (const changed of [before, served.path]) vitest.invalidateFile(changed)
  const files = new Set(tests.map((test) => join(ROOT, test)))
  const wanted = specifications.filter(({ moduleId }) => files.has(moduleId))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
  // Those that ran before are among them.
  const ran = testModules.filter(({ moduleId }) => files.has(moduleId))
  const failed = ran.filter((module) => !module.ok()).map(({ relativeModuleId }) => relativeModuleId)
  process.send?.(failed.length === 0 && unhandledErrors.length > 0 ? ['an error outside of tests'] : failed)
}
