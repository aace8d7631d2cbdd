import { defineConfig } from '@playwright/test'

const SECOND = 1_000

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120 * SECOND,
  expect: { timeout: 15 * SECOND },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // What fades takes a computer's time; what is there once it has faded is the same.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Set by the test script, which finds a Chromium or brings one; else Playwright's own.
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Fewer processes take a tenth less of a small machine's time.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
