import { payoutCalls } from '#contract/payouts.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { calculate } from './payout-page.ts'

// No report yet is a 404, which the browser says of its own accord.
test.beforeEach(({ consoleNoise }) => consoleNoise.allow(/404/))

test('a calculation that is newer than the one that was closed takes nothing from that one', async ({
  page,
  capline,
  signIn,
}) => {
  const admin = await signIn('admin')
  await calculate(page, capline, admin)
  await page.getByRole('button', { name: 'Freeze this report' }).click()
  const week = page.getByRole('region', { name: 'Close the week' })
  const newer = week.getByText('This calculation is newer than the closed one.')
  const link = page.getByRole('link', { name: 'Statement of #44' })
  const opener = page.getByRole('table', { name: 'Payout by affiliate' }).getByRole('button', { name: /#44/ })

  await test.step('it closes nothing that somebody types into', async () => {
    await week.getByRole('button', { name: 'Adjust', exact: true }).click()
    const adjust = page.getByRole('dialog', { name: /^Adjust/ })
    await adjust.getByLabel('Reason').fill('Two doubles')
    await admin.call(payoutCalls.queue, { body: { start: '2026-03-02', end: '2026-03-08' } })
    await expect(newer).toBeAttached({ timeout: 15_000 })
    await expect(adjust.getByLabel('Reason')).toHaveValue('Two doubles')
    await page.keyboard.press('Escape')
    await adjust.getByRole('button', { name: 'Discard' }).click()
    await expect(adjust).toHaveCount(0)
  })

  await test.step('its statement says that something else is paid, and leads there', async () => {
    await opener.click()
    await link.click()
    const doubt = page.getByText('Mon 2 Mar – Sun 8 Mar 2026 is closed with another calculation')
    await expect(doubt).toBeVisible()
    await expect(page.locator('dl > div').last()).toHaveText('Total of this calculation$1,350.00')
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send on Telegram' })).toHaveCount(0)
    await expectFit(page)
    await page.getByRole('link', { name: 'Open the paid calculation' }).click()
    await expect(page.getByRole('button', { name: 'Send on Telegram' })).toBeVisible()
    await expect(doubt).toHaveCount(0)
    await page.goBack()
    await page.getByRole('link', { name: 'Payout calculations' }).click()
  })

  await test.step('the closed one can be shown and adjusted, deposit by deposit', async () => {
    const deposits = page.getByRole('button', { name: /its deposits/ })
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    const act = page.getByRole('button', { name: /^Adjust the deposit/ })
    await expectFit(page)
    await week.getByRole('button', { name: 'Show the closed calculation' }).press('Enter')
    await expect(newer).toHaveCount(0)
    await expect(week.getByRole('button', { name: 'Show the newest' })).toBeFocused()
    await deposits.press('Enter')
    await expect(act).toBeVisible()
    await close.click()
    await week.getByRole('button', { name: 'Show the newest' }).click()
    await expect(newer).toBeVisible()
    await deposits.press('Enter')
    await expect(close).toBeVisible()
    await expect(act).toHaveCount(0)
    await close.click()
  })

  await test.step('a further calculation leads away from the closed one', async () => {
    await week.getByRole('button', { name: 'Show the closed calculation' }).click()
    await expect(newer).toHaveCount(0)
    await page.getByRole('button', { name: 'Queue calculation' }).click()
    await expect(newer).toBeVisible()
  })
})
