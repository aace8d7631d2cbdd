import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from './testing/patience.ts'

const SECOND = 1_000
/** `npm run soak` runs the long forms of the random worlds, kills and simulated years. */
const isSoak = process.env['SOAK'] === '1'
/** One for all files: a worker of it that one file kills is away for the others too. */
const hasCitus = (process.env['CITUS_URL'] ?? '') !== ''

/** What kills, freezes, and starts whole servers takes longest: begun first, none of it is left over at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/server\/[^/]+\.test\.ts$/.test(moduleId)
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which gives a new list
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // One more than the smallest machine has cores: much of a test is waiting for a process, a frozen server, or a retry.
    maxWorkers: hasCitus ? 1 : 3,
    sequence: { sequencer: LongestFirst },
    // Every file shares the modules of its worker: to read them again for each took half of the whole run. So what a module
    // keeps between calls holds of the process, never of one product or one test.
    isolate: false,
    setupFiles: 'testing/seed.ts',
    expect: { poll: { timeout: PATIENCE } },
    testTimeout: isSoak ? 3_600 * SECOND : 6 * PATIENCE,
    hookTimeout: 6 * PATIENCE,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,contract,scripts,web}/**/*.test.{ts,tsx}'],
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,sandbox,testing}/**/*.test.ts'],
          globalSetup: 'testing/global-setup.ts',
          // Tests kill processes and set signals, which threads would share.
          pool: 'forks',
        },
      },
    ],
  },
})
