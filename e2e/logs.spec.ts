import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { addMilliseconds, formatInstant, MINUTE } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { insertEntries } from '#server/features/logs/store.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { expectFit, expectLegible } from './fit.ts'
import { expect, test as base } from './capline.ts'

/** Only what a test plants is in the logs: nothing happens by itself. */
const test = base.extend({
  capline: async ({ postgres }, use) => {
    const capline = await startTestCapline({
      database: await postgres.createDatabase(),
      environment: { ROLES: 'web' },
    })
    await use(capline)
    await capline.close()
  },
})

interface Planted {
  level?: 'info' | 'warn' | 'error'
  area?: string
  message: string
  metadata?: Record<string, unknown>
  requestId?: string
  minutesAgo?: number
}

async function plant({ db }: TestCapline, entries: readonly Planted[]): Promise<void> {
  await db.deleteFrom('debug_logs').execute()
  await insertEntries(
    db,
    entries.map(({ level = 'info', area = 'bot', message, metadata = {}, requestId = null, minutesAgo = 0 }) => ({
      at: formatInstant(addMilliseconds(systemClock.now(), -minutesAgo * MINUTE)),
      level,
      area,
      message,
      metadata: JSON.stringify(metadata),
      requestId,
    })),
  )
}

const FEW: readonly Planted[] = [
  { area: 'auth', level: 'warn', message: 'sign-in refused', requestId: 'request-1', minutesAgo: 1 },
  { area: 'sync', level: 'error', message: 'lead sync ended', metadata: { reason: 'no <b>answer</b>' }, minutesAgo: 2 },
  { area: 'bot', message: 'message sent', metadata: { chatId: '-1001', tookMs: 12 }, minutesAgo: 3 },
  { area: 'auth', message: 'code request', requestId: 'request-1', minutesAgo: 4 },
  { area: 'bot', message: 'update answered', metadata: { what: 'answered', tookMs: 7 }, minutesAgo: 5 * 60 },
]

/** Without what a machine that is short of breath says of itself. */
const rows = (page: Page) =>
  page.locator('table[aria-label="Log entries"] > tbody > tr').filter({ hasNotText: /job queue|database/ })
const clear = (page: Page) => page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
const messages = (page: Page) => rows(page).locator('td:nth-child(4)')

test('logs are narrowed, opened, followed as they come, and told when they cannot be read', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  await signIn('admin')
  await plant(capline, FEW)
  await page.goto('/logs')

  await test.step('entries newest first, narrowed by search, area, level and time, all of it in the address', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Debug logs' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['Timestamp', 'Level', 'Area', 'Message', 'Metadata'])
    await expect(messages(page)).toHaveText(FEW.map(({ message }) => message))
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)

    await page.getByLabel('Area').selectOption('auth')
    await expect(messages(page)).toHaveText(['sign-in refused', 'code request'])
    await page.getByLabel('Level').selectOption('warn')
    await expect(messages(page)).toHaveText(['sign-in refused'])
    await expect(page).toHaveURL('/logs?area=auth&level=warn')
    await page.reload()
    await expect(messages(page)).toHaveText(['sign-in refused'])
    await clear(page)
    await expect(rows(page)).toHaveCount(5)
    await expect(page).toHaveURL('/logs')
    await expect(page.getByLabel('Search logs')).toBeFocused()

    const asked = page.waitForRequest((request) => request.url().includes('search='))
    await page.getByLabel('Search logs').fill('  CHATID ')
    expect(new URL((await asked).url()).searchParams.get('search')).toBe('CHATID')
    await expect(messages(page)).toHaveText(['message sent'])
    await page.getByLabel('Search logs').fill('nothing of the kind')
    await expect(page.getByText(/^A search covers the newest 200,000 entries/)).toBeVisible()
    await expect(page.getByText('No log entry matches these filters.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Clear filters' })).toHaveCount(2)
    // So is what was typed a moment before, and not looked for yet.
    await page.getByLabel('Search logs').fill('nothing of')
    await clear(page)
    await expect(page.getByLabel('Search logs')).toHaveValue('')
    await page.getByLabel('Time').selectOption('Last hour')
    await expect(rows(page)).toHaveCount(4)
    await page.getByLabel('Time').selectOption('From … to …')
    await page.getByLabel('To (GMT+2)').fill('2020-01-01T10:00')
    await expect(page.getByText('No log entry matches these filters.')).toBeVisible()
    await expect(page.getByLabel('Search logs')).toHaveValue('')
    await clear(page)
  })

  await test.step('metadata is opened as it is written, and leads to everything that was logged during its request', async () => {
    await page.getByRole('button', { name: /Metadata of lead sync ended/ }).click()
    await expect(page.locator('pre')).toContainText('"reason": "no <b>answer</b>"')
    await expect(
      page.getByRole('button', { name: 'Metadata of update answered: tookMs: 7', exact: true }),
    ).toBeVisible()
    await page.getByLabel('Search logs').fill('refused')
    await expect(page).toHaveURL('/logs?search=refused')
    await page.getByRole('button', { name: /Metadata of sign-in refused/ }).click()
    await page.getByRole('button', { name: 'All entries of this request' }).click()
    await expect(messages(page).filter({ hasText: /./ })).toHaveText(['sign-in refused', 'code request'])
    await expect(page).toHaveURL('/logs?request=request-1')
    await expect(page.getByLabel('Search logs')).toHaveValue('')
  })

  await test.step('an entry of another year tells its year', async () => {
    await plant(capline, [{ message: 'now' }, { message: 'long ago', minutesAgo: 400 * 24 * 60 }])
    await page.goto('/logs')
    const timeOf = (message: string) => rows(page).filter({ hasText: message }).locator('time')
    await expect(timeOf('long ago')).toHaveText(/^\w{3} \d{1,2} \w{3} \d{4} \d\d:/)
    await expect(timeOf('now')).toHaveText(/^\w{3} \d{1,2} \w{3} \d\d:/)
  })

  await test.step('live, what happens shows by itself; otherwise when it is asked for', async () => {
    await plant(capline, [])
    await page.goto('/logs')
    await expect(page.getByText('No log entries recorded yet.')).toBeVisible()
    await plant(capline, [{ message: 'asked for' }])
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(messages(page)).toHaveText(['asked for'])

    await page.getByRole('switch', { name: 'Live' }).press('Space')
    await expect(page).toHaveURL('/logs?live=true')
    await expect(messages(page)).toHaveText(['asked for'])
    await fetch(`${capline.address}/api/auth/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: '424242', code: 'ABCDEF' }),
    })
    await expect(messages(page).filter({ hasText: 'sign-in refused' })).toHaveCount(1)
  })

  await test.step('pages of older entries, a file of them all, and on a phone each entry is a card', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ message: `=entry ${index}`, minutesAgo: index }))
    await plant(capline, many)
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/logs?area=bot')
    await expect(rows(page)).toHaveCount(200)
    const more = page.getByRole('button', { name: 'Show older entries' })
    await more.click()
    await expect(rows(page)).toHaveCount(400)
    await more.click()
    await expect(messages(page)).toHaveText(many.map(({ message }) => message))
    await expect(more).toHaveCount(0)
    await expectLegible(page)

    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the entries as CSV' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toBe('debug-logs-bot.csv')
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(lines).toHaveLength(452)
    expect(lines[1]).toContain(",'=entry 0,")
    const workbook = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the entries as XLSX' }).click()
    expect((await workbook).suggestedFilename()).toBe('debug-logs-bot.xlsx')
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('while they are read, and when they cannot be', async () => {
    consoleNoise.allow(/503|500/)
    await plant(capline, FEW)
    const path = '**/api/debug-logs?*'
    const seen = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      await seen.promise
      await route.fulfill({ status: 503, json: { message: 'The database is on a walk.' } })
    })
    await page.goto('/logs')
    await expect(page.getByText('Loading logs…')).toBeVisible()
    seen.resolve()
    await expect(page.getByRole('alert')).toContainText('The database is on a walk.')
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(5)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: /Metadata of lead sync ended/ }).click()
    await expectFit(page)

    // A failure of the server names its reference, and leads to what was logged of it.
    await page.route(path, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'abcdef01-2345-7890' }, json: { message: 'It broke.' } }),
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('alert')).toContainText('It broke. Reference: abcdef01-2345')
    await page.unroute(path)
    await page.getByRole('link', { name: 'See the logs' }).click()
    await expect(page).toHaveURL('/logs?search=abcdef01-2345')
  })
})
