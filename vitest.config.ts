import { defineConfig } from 'vitest/config'

const SECOND = 1_000
/** `npm run soak` runs the long forms of the random worlds, kills and simulated years. */
const isSoak = process.env['SOAK'] === '1'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Every file shares the modules of its worker: to read them again for each took half of the whole run. So what a module
    // keeps between calls holds of the process, never of one product or one test.
    isolate: false,
    setupFiles: 'testing/seed.ts',
    testTimeout: isSoak ? 3_600 * SECOND : 60 * SECOND,
    hookTimeout: 120 * SECOND,
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
