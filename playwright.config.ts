import { defineConfig } from '@playwright/test'

const SECOND = 1_000

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // As many as the smallest machine has cores: a third one made the whole slower.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A machine that is shared with others takes several times as long. What is polled for is asked for after half a minute.
  timeout: 480 * SECOND,
  expect: { timeout: 25 * SECOND },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A browser that is as if it were new, and need not begin anew: that took half a second of each test.
    reuseContext: true,
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
