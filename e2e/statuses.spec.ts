import type { Page } from '@playwright/test'
import { settingCalls } from '#contract/settings.ts'
import { systemClock } from '#platform/clock.ts'
import type { SignedIn, TestCapline } from '#testing/capline.ts'
import { buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

async function plant({ db }: TestCapline, statuses: string[]): Promise<void> {
  const leads = statuses.map((status, index) => buildLead({ id: `${status}-${index}`, status }))
  await storeLeadRows(db, systemClock, { leads })
}

const row = (page: Page, name: string) => page.locator('table[aria-label="Lead statuses"] tr', { hasText: name })

async function readList(by: SignedIn): Promise<string[]> {
  const settings = await by.call(settingCalls.list, {})
  return (settings.find(({ key }) => key === 'invalid_statuses')?.value ?? '').split('\n')
}

test('an admin looks through the statuses of leads', async ({ page, capline, signIn }) => {
  const anna = await signIn('admin')

  await test.step('new ones are offered once', async () => {
    await plant(capline, ['Callback', 'Ghosted', 'Busy'])
    await page.goto('/admin?section=statuses')
    const offer = page.getByRole('region', { name: '3 new statuses to look at' })
    await offer.getByRole('button', { name: 'Ghosted is invalid' }).press('Enter')
    await expect.poll(() => readList(anna)).toContain('Ghosted')
    await expect(page.getByRole('button', { name: / is invalid$/ }).and(page.locator(':focus'))).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark all 2 as valid' }).press('Enter')
    await expect(page.getByText('to look at')).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
    await plant(capline, ['Moved'])
    await expect(page.getByRole('region', { name: '1 new status to look at' })).toContainText('Moved')
  })

  await test.step('a double click marks one, not the one that comes into its place', async () => {
    await plant(capline, ['Bounced', 'Bouncing'])
    const offer = page.getByRole('region', { name: /to look at$/ })
    await expect(offer).toContainText('Bouncing')
    const first = offer.getByRole('button', { name: / is invalid$/ }).first()
    const marked = (await first.getAttribute('aria-label'))?.replace(' is invalid', '') ?? ''
    const before = await readList(anna)
    // Where it stands once nothing moves it any more.
    await first.click({ trial: true })
    const { x, y } = (await first.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.dblclick(x + 12, y + 8, { delay: 30 })
    await expect.poll(() => readList(anna)).toEqual([...before, marked])
    await expect(offer).toContainText('2 new statuses')
    expect(await readList(anna)).toEqual([...before, marked])
  })

  await test.step('nor where a button that is clicked does not get the focus', async () => {
    // As in Safari.
    await page.reload()
    await page.evaluate(() => document.addEventListener('mousedown', (event) => event.preventDefault(), true))
    const offer = page.getByRole('region', { name: /to look at$/ })
    const before = await readList(anna)
    const first = offer.getByRole('button', { name: / is invalid$/ }).first()
    await first.click({ trial: true })
    const { x, y } = (await first.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.dblclick(x + 12, y + 8, { delay: 30 })
    await expect.poll(async () => (await readList(anna)).length).toBe(before.length + 1)
    await expect(offer).toContainText('1 new status ')
    expect(await readList(anna)).toHaveLength(before.length + 1)
    await page.reload()
  })

  await test.step('statuses are listed with their spellings, and ticking one edits the setting', async () => {
    await plant(capline, ['No Answer', 'No Answer', 'noanswer', 'Callback', 'wrong-number'])
    await page.reload()
    await expect(row(page, 'No Answer')).toContainText('also noanswer (1)')
    await expect(row(page, 'No Answer').getByRole('cell').nth(0)).toHaveText('3')
    await expect(row(page, 'wrong-number').getByRole('switch')).toBeChecked()

    await row(page, 'Callback').getByRole('switch').check()
    await expect.poll(() => readList(anna)).toContain('Callback')
    await row(page, 'wrong-number').getByRole('switch').uncheck()
    await expect.poll(() => readList(anna)).not.toContain('Wrong number')
    await page.reload()
    await expect(row(page, 'Callback').getByRole('switch')).toBeChecked()
    await expect(row(page, 'wrong-number').getByRole('switch')).not.toBeChecked()
  })

  await test.step('a list that comes while a switch is on its way does not turn it back', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/leads/statuses/callback', async (route) => {
      await held
      await route.continue()
    })
    await row(page, 'Callback').getByRole('switch').uncheck()
    await plant(capline, ['Later'])
    await expect(page.getByRole('region', { name: /to look at$/ })).toContainText('Later')
    await expect(row(page, 'Callback').getByRole('switch')).not.toBeChecked()
    release()
    await expect.poll(() => readList(anna)).not.toContain('Callback')
    await expect(row(page, 'Callback').getByRole('switch')).not.toBeChecked()
  })

  await test.step('a search narrows the table', async () => {
    await page.getByLabel('Search statuses').fill('noans')
    await expect(row(page, 'No Answer')).toHaveCount(1)
    await expect(page.getByText(/^1 of \d+ statuses$/)).toBeVisible()
    await page.getByLabel('Search statuses').fill('zzz')
    await expect(page.getByText('No status has “zzz” in its name.')).toBeVisible()
  })

  await test.step('is accessible, and fits a phone', async () => {
    const long = 'In process, said with a text that is far longer than the window of a phone is wide'
    await plant(capline, ['No Answer', 'noanswer', 'Callback', 'Fake', long])
    await page.reload()
    await expect(row(page, 'Callback')).toBeVisible()
    await expectFit(page)
  })
})

test('a status that differs for each lead leaves the screens usable', async ({ page, capline, signIn }) => {
  await signIn('admin')
  await capline.database.pool.query(
    `insert into leads_by_status (day, source_number, status, leads)
       select '2026-11-20', '44', 'person-' || n || '@example.org', n from generate_series(1, 12000) n`,
  )

  await test.step('new ones are offered by the number of their leads, and all of them are marked at once', async () => {
    await page.goto('/admin?section=statuses')
    const offer = page.getByRole('region', { name: '12,000 new statuses to look at' })
    await expect(offer).toContainText('The 50 with most leads are shown here; the table below has all.')
    await expect(offer.getByRole('button', { name: / is invalid$/ })).toHaveCount(50)
    await expect(offer.getByRole('button', { name: 'person-12000@example.org is invalid' })).toBeVisible()
    await offer.getByRole('button', { name: 'Mark all 12,000 as valid' }).click()
    await expect(offer).toHaveCount(0)
    await page.getByLabel('Search statuses').fill('person-7@')
    await expect(row(page, 'person-7@example.org')).toHaveCount(1)
  })

  await test.step('leads are filtered by those with most leads, and by any of an address', async () => {
    await page.goto('/leads?status=person-7@example.org')
    const status = page.getByLabel('Status', { exact: true })
    await expect(status).toHaveValue('person-7@example.org')
    await expect(status.getByRole('option', { includeHidden: true }).last()).toHaveText('11,500 with fewer leads')
    await expect(status.getByRole('option', { includeHidden: true })).toHaveCount(503)
  })
})
