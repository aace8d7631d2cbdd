import type { Page } from '@playwright/test'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

const words = payoutTexts

const rowsOf = (page: Page, table: string) => page.locator(`table[aria-label="${table}"] > tbody > tr`)

test('what stands behind a number: the leads of a deal, and deposits that no deal pays for', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  // No report yet is a 404, which the browser says of its own accord.
  consoleNoise.allow(/404|503/)
  const admin = await signIn('admin')
  const example = readPayoutCases().find(({ name }) => name === '13-several-affiliates')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
  const [createdAt, updatedAt] = ['2026-03-06T10:30:00Z', formatInstant(systemClock.now())]
  const place = { geo: 'IT', advertiserId: 'A1', sourceNumber: '51' }
  capline.source.put(
    'deposits',
    { id: 'of-nobody', email: 'nobody@mail.test', createdAt, updatedAt, payout: 60 },
    { id: 'unpriced', email: 'unpriced@mail.test', createdAt, updatedAt, ...place },
  )
  await capline.sync()
  // As if they were older than e-mails are kept.
  await capline.db.updateTable('deposits').set({ email: null }).where('external_id', '=', 'of-nobody').execute()
  await capline.db.updateTable('leads').set({ email: null }).where('external_id', '=', 'a3').execute()
  await page.goto('/payouts?range=custom&start=2026-03-02&end=2026-03-08')
  await page.getByRole('button', { name: 'Queue calculation' }).first().click()
  const affiliates = rowsOf(page, 'Payout by affiliate')

  await test.step('those of no source stand alone in its row, and so does one in its drawer', async () => {
    await affiliates.getByRole('button', { name: 'No source' }).click()
    await expect(page.getByText(words.noDeals)).toBeVisible()
    const row = rowsOf(page, 'Out-of-deal deposits of no source')
    await expect(row).toHaveText([/Fri 6 Mar.*unknown geo.*unknown broker.*1.*\$60/])
    await expect(rowsOf(page, 'Out-of-deal deposits')).toHaveCount(3)
    await row.getByRole('button').click()
    const drawer = page.getByRole('dialog', { name: 'Out of deal: unknown geo, no source, unknown broker, Fri 6 Mar' })
    await expect(drawer.getByRole('list', { name: 'Deposits' }).getByRole('listitem')).toHaveText([
      /e-mail deleted.*of-nobody.*\$60/,
    ])
    await page.keyboard.press('Escape')
  })

  await test.step('one without a payout stands in the row of its affiliate, beside the deals', async () => {
    await affiliates.getByRole('button', { name: '#51' }).click()
    await expect(rowsOf(page, 'Deals of #51')).toHaveCount(2)
    await expect(rowsOf(page, 'Out-of-deal deposits of #51')).toHaveText([/Fri 6 Mar.*IT.*Alpha.*1.*\$0/])
  })

  await test.step('there is no list of them where an affiliate has none, whatever else its deals count', async () => {
    await affiliates.getByRole('button', { name: '#44' }).click()
    await expect(rowsOf(page, 'Deals of #44')).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Out-of-deal deposits' })).toHaveCount(1)
  })
  const why = page.getByRole('table', { name: 'Detailed deal breakdown' }).getByRole('button', {
    name: /DE #44: why this number/,
  })
  const drawer = page.getByRole('dialog', { name: /^Why this number: DE #44, Alpha/ })
  const leads = drawer.getByRole('list', { name: 'Leads' }).getByRole('listitem')

  await test.step('a deal says why: the sum, and each lead with its fate', async () => {
    await why.press('Enter')
    await expect(drawer.getByRole('group', { name: 'The sum' })).toHaveText(
      /CPA1 conversion of valid leads × \$600.00\$600.00CRG top-up.*\$120.00Extras.*\$210.00Total\$930.00/,
    )
    await expect(leads).toHaveCount(6)
    await expect(leads.filter({ hasText: 'a2@mail.test' })).toContainText('Invalidstatus duplicate')
    await expect(leads.filter({ hasText: 'a3' })).toContainText('e-mail deleted')
    await drawer.getByRole('button', { name: 'Over cap 1' }).click()
    await expect(leads).toHaveText([/a4@mail.test.*Over cap/])
    await drawer.getByRole('button', { name: 'Outside hours 0' }).click()
    await expect(drawer.getByText('No such leads.')).toBeVisible()
    await expect(drawer.getByRole('list', { name: 'Deposits' }).getByRole('listitem')).toHaveCount(2)
    await expectFit(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(why).toBeFocused()
  })

  await test.step('more leads that cannot be had are told where they were asked for, and had by another try', async () => {
    let isBroken = true
    await page.route('**/deals/*/leads?**', async (route) => {
      const first = new URL(route.request().url())
      const offset = Number(first.searchParams.get('offset'))
      if (offset > 0 && isBroken) return route.fulfill({ status: 503, json: { message: 'The database rests.' } })
      first.searchParams.set('offset', '0')
      const { leads: found, ...rest } = await (await route.fetch({ url: first.href })).json()
      const named = found.map((lead: { id: string }) => ({ ...lead, id: `${lead.id}-${offset}` }))
      await route.fulfill({ json: { ...rest, total: 150, leads: named } })
    })
    await page.reload()
    await why.press('Enter')
    await expect(leads).toHaveCount(6)
    const more = drawer.getByRole('button', { name: 'Show more leads' })
    await more.click()
    const alert = drawer.getByRole('alert')
    await expect(alert).toContainText('The database rests.')
    await expect(alert).toBeInViewport()
    await expect(more).toHaveCount(0)
    isBroken = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(leads).toHaveCount(12)
    await expect(alert).toHaveCount(0)
  })
})
