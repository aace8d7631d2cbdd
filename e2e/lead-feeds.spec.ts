import type { Page } from '@playwright/test'
import { addDays } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY } from '#domain/kernel/instant.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { systemClock } from '#platform/clock.ts'
import { buildLeads } from '#testing/lead-rows.ts'
import { expect, test } from './capline.ts'
import { expectAccessible } from './axe.ts'
import { today } from './board-page.ts'
import { expectFit } from './fit.ts'

async function openFeeds(page: Page): Promise<void> {
  await page.goto('/admin?section=feeds')
  await expect(page.getByRole('heading', { name: 'Lead feeds' })).toBeVisible()
}

const card = (page: Page) => page.getByRole('article', { name: 'main' })

test('a feed is looked at, run and filled from the past, and tells what goes wrong', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  await capline.sync()
  capline.source.put('leads', ...buildLeads(40, addMilliseconds(systemClock.now(), -DAY)))
  await signIn('admin')
  await openFeeds(page)

  await test.step('an admin sees how fresh a feed is, runs it and reads what came of it', async () => {
    await expect(card(page)).toContainText('Works')
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(card(page)).toContainText('40 leads, 0 deposits')
    const run = page.getByRole('group').filter({ hasText: '40 new leads' }).first()
    await run.click()
    await expect(run).toContainText('Requested by')
    await expect(run).toContainText('main: 1 page, 40 new leads')
    await page.setViewportSize({ width: 375, height: 800 })
    await expect(card(page)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('a backfill shows its progress, can be stopped, and says what came', async () => {
    capline.leadApi.control.addFault({ kind: 'delay', milliseconds: 480_000, times: 20 })
    const from = card(page).getByLabel('Backfill from')
    const typed = addDays(today(), -20)
    await from.fill(typed)
    await card(page).getByRole('button', { name: 'Backfill' }).click()
    await expect(card(page).getByRole('progressbar', { name: 'Backfill of main' })).toBeVisible()
    await expectFit(page)
    await card(page).getByRole('button', { name: 'Stop' }).click()
    await expect(card(page)).toContainText('was stopped; 0 new leads')
    await expect(from).toHaveValue(formatDayName(typed))
    capline.leadApi.control.clearFaults()
    await card(page).getByRole('button', { name: 'Backfill' }).click()
    await expect(card(page)).toContainText('is done: 0 new leads', { timeout: 40_000 })
  })

  capline.source.put('leads', ...buildLeads(42, systemClock.now()))
  capline.leadApi.control.addFault({ kind: 'bad-rows', feed: 'leads', rows: [{ id: 'x', createdAt: 'soon' }] })
  await capline.sync()
  capline.source.put('leads', ...buildLeads(41, systemClock.now()))
  capline.leadApi.control.addFault({ kind: 'soft-error', message: 'Account suspended' })
  await capline.sync()
  await openFeeds(page)

  await test.step('what went wrong stands there in words, and bad rows with their reasons', async () => {
    await expect(card(page)).toContainText('Failing, first noticed just now')
    await expect(card(page)).toContainText('The lead API reported an error: Account suspended')
    await page.getByRole('group').filter({ hasText: '1 bad row' }).first().click()
    await expect(page.getByText('createdAt is not an instant with an offset: "soon"')).toBeVisible()
    await expectFit(page)
  })

  await test.step('days that make no span are refused at their field', async () => {
    consoleNoise.allow(/400/)
    await card(page).getByLabel('Backfill from').fill('2026-11-10')
    await card(page).getByLabel('Backfill to').fill('2026-11-01')
    await card(page).getByRole('button', { name: 'Backfill' }).click()
    await expect(card(page)).toContainText('Please choose a first day that is not after the last one')
  })
})
