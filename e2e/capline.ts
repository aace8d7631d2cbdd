import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test'
import type { Role } from '#domain/team/member.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { startTestPostgres, type TestPostgres } from '#testing/database.ts'
import { findLastingPort } from '#testing/network.ts'
import type { BoardView } from '#web/features/board/components/board-view.ts'
import type { SetupStanding } from '#web/app/admin/setup/standing.ts'
import { storageKeys } from '#web/lib/storage.ts'

interface WorkerFixtures {
  postgres: TestPostgres
  /** Of each product of this worker, one after the other: the address is one, so that they have the browser in turn. */
  port: number
}

interface TestFixtures {
  /** The whole product with a database of its own. */
  capline: TestCapline
  /** What the product's environment says beside what every test needs. */
  environment: Record<string, string>
  /** A member with a session in this browser; go to a page next. */
  signIn(role: Role): Promise<SignedIn>
  /** How the board is looked at before anybody chose; null leaves it to the product. */
  boardView: BoardView | null
  /** How this browser stands to what is left to set up; null shows it. */
  setup: SetupStanding
  /** What the browser's console said beside what a test allows; it fails the test. */
  consoleNoise: { allow(pattern: RegExp): void }
}

/** Mantine puts the focus into a dialog by a timer, and warns where that was closed before. */
const CLOSED_AT_ONCE = /use-focus-trap\] Failed to find focusable element/

export const test = base.extend<TestFixtures, WorkerFixtures>({
  postgres: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const postgres = await startTestPostgres()
      await use(postgres)
      await postgres.stop()
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ playwright, browserName }, use) => {
      const launch = () => playwright[browserName].launch()
      // Chromium itself has crashed at its start on a busy machine. No test has begun then, so it is started once more.
      const browser = await launch().catch(launch)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  port: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use(await findLastingPort())
    },
    { scope: 'worker' },
  ],
  environment: [{}, { option: true }],
  capline: async ({ postgres, port, environment }, use) => {
    const capline = await startTestCapline({
      database: await postgres.createDatabase(),
      environment: { PORT: String(port), ...environment },
    })
    await use(capline)
    await capline.close()
  },
  baseURL: async ({ capline }, use) => {
    await use(capline.address)
  },
  signIn: async ({ capline, page }, use) => {
    await use(async (role) => {
      const signedIn = await capline.signIn(role)
      await storeSession(page, signedIn)
      return signedIn
    })
  },
  // Cards say all that a cap has; the other views have journeys of their own.
  boardView: ['cards', { option: true }],
  setup: ['done', { option: true }],
  page: async ({ page, boardView, setup }, use) => {
    const entry: [string, string] = [storageKeys.boardView, boardView ?? '']
    if (boardView) {
      await page.addInitScript(([key, view]) => localStorage.getItem(key) ?? localStorage.setItem(key, view), entry)
    }
    const kept: [string, string] = [storageKeys.setup, setup ?? '']
    if (setup) await page.addInitScript(([key, standing]) => localStorage.setItem(key, standing), kept)
    await use(page)
    // The next test has this browser as if it were new, but for what was permitted.
    await page.context().clearPermissions()
  },
  consoleNoise: [
    async ({ page }, use) => {
      const allowed = [CLOSED_AT_ONCE]
      const noise: string[] = []
      const hear = (text: string) => {
        if (!allowed.some((pattern) => pattern.test(text))) noise.push(text)
      }
      page.on('pageerror', (error) => hear(`uncaught: ${error.message}`))
      page.on('console', (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type())) hear(message.text())
      })
      await use({ allow: (pattern) => void allowed.push(pattern) })
      if (noise.length > 0) throw new Error(`the console said:\n${noise.join('\n')}`)
    },
    { auto: true },
  ],
})

export { expect }

async function storeSession(page: Page, { token, member }: SignedIn): Promise<void> {
  const entries: [string, string][] = [
    [storageKeys.token, token],
    [storageKeys.member, JSON.stringify(member)],
  ]
  // Once only: a page that signs out and is loaded again stays signed out.
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('planted')) return
    sessionStorage.setItem('planted', 'yes')
    for (const [key, value] of stored) localStorage.setItem(key, value)
  }, entries)
}
