import type { Locator, Page } from '@playwright/test'
import { formatDayName } from '#domain/sentences/written.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { zoneOf, DEFAULT_ZONE } from '#domain/kernel/zone.ts'
import { rangeOfPreset } from '#domain/payouts/range.ts'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/db/ids.ts'
import type { SignedIn, TestCapline } from '#testing/capline.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { expectAccessible } from './axe.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'

const words = payoutTexts
const week = (preset: Parameters<typeof rangeOfPreset>[0] = 'current_week') =>
  rangeOfPreset(preset, zoneOf(DEFAULT_ZONE).dayOf(systemClock.now()))

// No report yet is a 404, which the browser says of its own accord.
test.beforeEach(({ consoleNoise }) => consoleNoise.allow(/404/))

/** Two affiliates with deals, one with a deposit out of deal; its numbers are made by hand. */
const SEVERAL = '13-several-affiliates'
const SEVERAL_PAGE = '/payouts?range=custom&start=2026-03-02&end=2026-03-08'

async function plant(capline: TestCapline, admin: SignedIn, name: string): Promise<void> {
  const example = readPayoutCases().find((each) => each.name === name)
  if (!example) throw new Error(`there is no case ${name}`)
  await plantPayoutCase(capline, admin, example)
}

const rowsOf = (page: Page, table: string) => page.locator(`table[aria-label="${table}"] > tbody > tr`)
const affiliates = (page: Page) => rowsOf(page, 'Payout by affiliate')
const cellsOf = (row: Locator) => row.locator('> *')
const state = (page: Page) => page.getByRole('status').filter({ hasText: /^Calculation/ })
const queueButton = (page: Page) => page.getByRole('button', { name: 'Queue calculation' }).first()

async function calculate(page: Page): Promise<void> {
  await queueButton(page).click()
  await expect(state(page)).toHaveText(/^Calculation completed.* \d{4}, \d\d:\d\d$/)
}

/** A calculation that nobody works on. */
async function plantJob({ db }: TestCapline, fields: { status: string; progress?: number }): Promise<void> {
  const { start, end } = week()
  await db
    .insertInto('payout_reports')
    .values({
      id: newId(),
      range_start: start,
      range_end: end,
      requested_by: '@ben',
      created_at: formatInstant(systemClock.now()),
      timezone: DEFAULT_ZONE,
      invalid_statuses: [],
      ...fields,
    })
    .execute()
}

async function countFinished({ db }: TestCapline): Promise<number> {
  return (await db.selectFrom('payout_reports').select('id').where('status', '=', 'success').execute()).length
}

test('what a week of several affiliates comes to', async ({ page, capline, signIn }) => {
  const admin = await signIn('admin')
  await plant(capline, admin, SEVERAL)
  await page.goto(SEVERAL_PAGE)

  await test.step('a calculation is queued, followed and comes to the numbers of a worked case', async () => {
    await expect(page.getByText(/Only admins can access this page while it is in evaluation mode/)).toBeVisible()
    await expect(page.getByText('Mon 2 Mar – Sun 8 Mar 2026')).toBeVisible()
    await expect(page.getByText('still running')).toHaveCount(0)
    await expect(page.getByText(words.noReport)).toBeVisible()
    await calculate(page)
    await expect(page.locator('dl')).toHaveText(
      'Valid leads15Deposits5CPA with extras$2,555CRG top-ups$1,340Total payout$3,895',
    )

    await expect(cellsOf(affiliates(page).nth(0))).toHaveText([
      '#51 Blue Traffic',
      'Alpha, Bravo',
      '10',
      '2',
      '$1,650',
      '$0',
      '$800',
      '$2,450',
    ])
    await expect(cellsOf(affiliates(page).nth(1))).toHaveText([
      '#44 North Media',
      'Alpha, Bravo',
      '5',
      '2',
      '$600',
      '$210',
      '$540',
      '$1,350',
    ])
    await expect(affiliates(page)).toHaveCount(3)
    await expect(page.locator('tfoot tr > *')).toHaveText([
      'Grand total',
      '',
      '15',
      '5',
      '$2,250',
      '$305',
      '$1,340',
      '$3,895',
    ])
    await expect(rowsOf(page, 'Detailed deal breakdown')).toHaveCount(4)
    await expect(rowsOf(page, 'Detailed deal breakdown').filter({ hasText: / · 40%.*of 40%/ })).toHaveCount(1)
    await expect(rowsOf(page, 'Out-of-deal deposits')).toHaveText([/Fri 6 Mar.*PL.*#77.*Bravo.*1.*\$95/])
    await expect(page.getByText('Deals are paid by their own CPA and CRG.')).toBeVisible()
    await page.getByRole('table', { name: 'Detailed deal breakdown' }).getByRole('button', { name: 'Total' }).click()
    await expect(rowsOf(page, 'Detailed deal breakdown').first()).toContainText('$1,600')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the deals as XLSX' }).click()
    expect((await file).suggestedFilename()).toBe('payouts-2026-03-02-2026-03-08.xlsx')
    await page.getByRole('button', { name: 'Valid leads' }).first().click()
    await expect(affiliates(page).getByRole('rowheader')).toHaveText([/#51/, /#44/, /#77/])
    await page.getByRole('button', { name: 'Valid leads' }).first().click()
    await expect(affiliates(page).getByRole('rowheader')).toHaveText([/#77/, /#44/, /#51/])

    const reference = page.locator('section', { hasText: 'Invalid status reference' }).getByRole('listitem')
    await expect(reference).toHaveText(['Invalid 1', 'Duplicate 1', 'Test 1', 'Wrong number 0'])

    const done = page.getByRole('listitem').filter({ hasText: words.states.success })
    for (const list of ['Recent calculations', 'All recent payout jobs']) {
      await expect(done.first()).toBeHidden()
      await page.getByText(list).click()
      await expect(done.filter({ visible: true })).toContainText('$3,895')
      await page.getByText(list).click()
    }
  })

  await test.step('one affiliate at a time is open, by press and by key, and closed where it is gone', async () => {
    const open = (name: RegExp) => affiliates(page).getByRole('button', { name, expanded: true })
    await affiliates(page).filter({ hasText: '#51' }).locator('td').nth(3).click()
    await expect(open(/#51/)).toBeVisible()
    const ofGeo = '🇮🇹IT 2 10 0 – 0 0 0 2 $2,450'.split(' ')
    await expect(cellsOf(rowsOf(page, 'Geos of #51'))).toHaveText(ofGeo)
    await expect(rowsOf(page, 'Deals of #51')).toHaveCount(2)

    await affiliates(page).getByRole('button', { name: /#44/ }).focus()
    await page.keyboard.press('Enter')
    await expect(open(/#44/)).toBeVisible()
    await expect(open(/#51/)).toHaveCount(0)
    await expect(rowsOf(page, 'Geos of #44').first()).toContainText('Duplicate 1, Test 1')
    await page.keyboard.press('Enter')
    await expect(open(/#44/)).toHaveCount(0)

    await page.keyboard.press('Enter')
    await expect(open(/#44/)).toBeVisible()
    await page.getByText('Current week').click()
    await calculate(page)
    await expect(page.getByText(words.noAffiliates)).toBeVisible()
    await page.goBack()
    await expect(affiliates(page)).toHaveCount(3)
    await expect(affiliates(page).getByRole('button', { expanded: true })).toHaveCount(0)
  })

  await test.step('is accessible, and fits a phone', async () => {
    await affiliates(page).getByRole('button', { name: /#44/ }).click()
    await expect(rowsOf(page, 'Deals of #44')).toHaveCount(2)
    await expectFit(page)
    await page.setViewportSize({ width: 375, height: 812 })
    await expect(rowsOf(page, 'Deals of #44').first()).toBeVisible()
    await expectAccessible(page)
  })
})

test('calculations of this week, whoever asked for them', async ({ page, capline, signIn, consoleNoise }) => {
  const admin = await signIn('admin')

  await page.goto('/payouts')

  await test.step('data is read again when asked for', async () => {
    await expect(page.getByText(words.noReport)).toBeVisible()
    await expect(page.getByText('not over yet, so not final')).toBeVisible()
    const readAgain = ['/reports/latest?', '/reports?'].map(async (path) =>
      page.waitForResponse((response) => response.url().includes(path)),
    )
    await page.getByRole('button', { name: 'Refresh data' }).click()
    await Promise.all(readAgain)
  })

  await test.step('a calculation found on its way is followed, and can be cancelled', async () => {
    await plantJob(capline, { status: 'running', progress: 0.42 })
    await page.reload()
    await expect(state(page)).toContainText(words.states.running)
    await expect(page.getByRole('progressbar', { name: 'Calculation' })).toHaveAttribute('aria-valuenow', '42')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(state(page)).toContainText(`${words.states.failed}Cancelled by @`)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })

  await test.step('one that waits says so, and is followed until it has failed', async () => {
    await plantJob(capline, { status: 'pending' })
    await page.reload()
    await expect(state(page)).toContainText(words.states.pending)
    await capline.db
      .updateTable('payout_reports')
      .set({ status: 'failed', error: 'It ran dry.', completed_at: formatInstant(systemClock.now()) })
      .where('status', '=', 'pending')
      .execute()
    // Nothing is announced: it is asked for every five seconds.
    await expect(state(page)).toContainText(`${words.states.failed}It ran dry.`)
    await page.getByText('Recent calculations').click()
    await expect(page.getByRole('listitem').filter({ hasText: 'It ran dry.' })).toContainText(words.states.failed)
  })

  await test.step('failures stand on the page and can be tried again', async () => {
    consoleNoise.allow(/503|ERR_FAILED|400/)
    const latest = '**/api/payouts/reports/latest?**'
    await page.route(latest, (route) => route.fulfill({ status: 503, json: { message: 'The database rests.' } }))
    await page.goto('/payouts')
    await expect(page.getByRole('alert')).toContainText(`${words.loadFailed} The database rests.`)
    await page.unroute(latest)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(words.noReport)).toBeVisible()

    await page.route('**/api/payouts/reports', (route) => route.fulfill({ status: 503, json: { message: 'No room.' } }))
    await queueButton(page).click()
    await expect(page.getByRole('alert')).toContainText('No room.')
    await page.unrouteAll()
    await page.route('**/api/payouts/reports', (route) => route.abort())
    await queueButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Failed to queue payout report.')
    await page.unrouteAll()
    const days = page.getByRole('radiogroup', { name: 'Days' })
    await days.getByText('Previous week').click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // A custom range begins with the days on the screen.
    const before = await days.boundingBox()
    await days.getByText('Custom range').click()
    await expect(page.getByLabel('Start date')).toHaveValue(formatDayName(week('previous_week').start))
    expect(await days.boundingBox(), 'nothing jumps').toEqual(before)
    await days.getByText('Current week').click()
    await expect(page.getByRole('alert')).toContainText('Failed to queue payout report.')
  })

  await test.step('without deals and affiliates it says so', async () => {
    const queued = page.waitForRequest((request) => request.method() === 'POST')
    await calculate(page)
    // By its days: at midnight the week of the server may be another one than that of the page.
    expect((await queued).postDataJSON()).toEqual(week())
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(words.noDeals)).toBeVisible()
    await expect(page.getByText(words.noAffiliates)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Close the week' })).toBeVisible()
    await expect(page.getByText(words.noReport)).toHaveCount(0)
    await page.getByText('All recent payout jobs').click()
    await page
      .getByRole('button', { name: /^Show Mon/ })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`start=${week().start}&end=${week().end}`))
    // The list stays open for the next one.
    await expect(page.getByRole('button', { name: /^Show Mon/ }).first()).toBeVisible()
  })

  await test.step('after a lost answer another press calculates again', async () => {
    await loseNextAnswer(page, '**/api/payouts/reports')
    await queueButton(page).click()
    await expect(page.getByRole('alert')).toContainText(words.queueFailed)
    await expect.poll(() => countFinished(capline)).toBe(2)
    await queueButton(page).click()
    await expect.poll(() => countFinished(capline)).toBe(3)
  })

  await test.step('what somebody else calculates shows by itself', async () => {
    const other = await capline.signIn('admin')
    await page.getByText('Previous week').click()
    await expect(page.getByText(words.noReport)).toBeVisible()
    await other.call(payoutCalls.queue, { body: { preset: 'previous_week' } })
    await expect(page.getByText(words.noDeals)).toBeVisible()
  })

  await test.step('a custom range counts once it is applied, and only where it is one', async () => {
    await page.goto('/payouts?start=2026-03-09&end=2026-03-02')
    await page.getByText('Custom range').click()
    const [start, end] = [page.getByLabel('Start date'), page.getByLabel('End date')]
    await expect(start).toHaveValue(formatDayName(week().start))
    await expect(end).toHaveValue(formatDayName(week().end))
    const apply = page.getByRole('button', { name: 'Apply range' })
    await start.fill('2026-03-09')
    await end.fill('2026-03-02')
    await expect(page.getByText(words.reversed)).toBeVisible()
    await expect(apply).toBeDisabled()
    await expect(queueButton(page)).toBeDisabled()
    await end.fill('')
    await expect(page.getByText(words.range)).toBeVisible()
    await expect(apply).toBeDisabled()
    await end.fill('2026-03-10')
    await expect(page).not.toHaveURL(/2026-03-10/)
    await apply.click()
    await expect(page).toHaveURL('/payouts?range=custom&start=2026-03-09&end=2026-03-10')
    await expect(page.getByText('Mon 9 Mar – Tue 10 Mar 2026')).toBeVisible()

    await page.getByText('Previous week').click()
    await expect(start).toHaveCount(0)
    await page.reload()
    await page.getByText('Custom range').click()
    await expect(start).toHaveValue('Mon 9 Mar 2026')
  })

  await test.step('both sides stand beside each other where affiliate caps have prices', async () => {
    await plant(capline, admin, '17-affiliate-cap-prices')
    await page.goto(SEVERAL_PAGE)
    await calculate(page)
    await expect(page.locator('dl').first()).toContainText('Total payout$1,300Margin$300')
    await expect(page.getByText('Deals are paid by the CPA and CRG of the affiliate cap')).toBeVisible()
    const deals = page.getByRole('table', { name: 'Detailed deal breakdown' })
    // Wider than a desk: its last column is reached within it.
    await page.setViewportSize({ width: 1440, height: 900 })
    await deals.getByRole('button', { name: 'Margin' }).click()
    await expect(deals.locator('tbody > tr').first()).toContainText('$200')
    await deals.locator('tbody > tr').first().getByRole('button').press('Enter')
    const drawer = page.getByRole('dialog', { name: /^Why this number: DE #44/ })
    await expect(drawer).toContainText(
      'Margin $200.00: $600.00 from the broker (the deal’s price) minus $400.00 to the affiliate (the affiliate cap’s price)',
    )
    await expect(drawer).toContainText('10 valid leads × 8% × $500.00 = $400.00 guaranteed, less the CPA')
  })
})
