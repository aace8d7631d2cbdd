import { closingCalls } from '#contract/closings.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { closingTexts } from '#contract/texts/closings.ts'
import { expect, test } from './capline.ts'
import { expectFit, expectLegible } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { calculate } from './payout-page.ts'

// No report yet is a 404, which the browser says of its own accord.
test.beforeEach(({ consoleNoise }) => consoleNoise.allow(/404/))

test('a closed week is changed once, whatever is lost, opened again or calculated meanwhile', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  const admin = await signIn('admin')
  await calculate(page, capline, admin)
  await page.getByRole('button', { name: 'Freeze this report' }).click()
  const week = page.getByRole('region', { name: 'Close the week' })
  const newer = week.getByText('This calculation is newer than the closed one.')
  const link = page.getByRole('link', { name: 'Statement of #44' })
  const opener = page.getByRole('table', { name: 'Payout by affiliate' }).getByRole('button', { name: /#44/ })

  await test.step('a week that is opened again meanwhile is not approved', async () => {
    await week.getByRole('button', { name: 'Approve' }).click()
    const approve = page.getByRole('dialog', { name: 'Approve Mon 2 Mar – Sun 8 Mar 2026?' })
    await expect(approve).toContainText('$3,895.00 for 3 affiliates.')

    const [closing] = await admin.call(closingCalls.list, {})
    const { id = '', version = 0 } = closing ?? {}
    await admin.call(closingCalls.release, { params: { id }, query: { version } })
    await expect(week.getByRole('button', { name: 'Freeze this report', includeHidden: true })).toBeVisible()
    await expect(approve).toContainText('$3,895.00 for 3 affiliates.')

    await approve.getByRole('button', { name: 'Approve' }).click()
    await expect(approve.getByRole('alert')).toHaveText(closingTexts.notFound)
    await expect(approve).toContainText(closingTexts.openedAgain)
    await expect(approve.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await approve.getByRole('button', { name: 'Cancel' }).click()
    await expect(approve).toHaveCount(0)
    await week.getByRole('button', { name: 'Freeze this report' }).click()
    await expect(week.getByRole('button', { name: 'Approve' })).toBeEnabled()
  })

  consoleNoise.allow(/net::ERR_FAILED/)
  const adjustments = week.getByRole('list', { name: 'Adjustments' }).getByRole('listitem')

  await test.step('an adjustment whose answer is lost is made once', async () => {
    const dialog = page.getByRole('dialog', { name: 'Adjust Mon 2 Mar – Sun 8 Mar 2026' })
    const add = async (reason: string) => {
      await week.getByRole('button', { name: 'Adjust', exact: true }).click()
      await dialog.getByRole('combobox', { name: 'Affiliate' }).fill('44')
      await dialog.getByLabel('Amount, $').fill('-50')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: 'Add adjustment' }).click()
    }
    await loseNextAnswer(page, '**/api/payouts/closings/*/adjustments')
    await add('Two doubles')
    await expect(dialog.getByRole('alert')).toHaveText(callTexts.unreachable)
    await dialog.getByRole('button', { name: 'Add adjustment' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(adjustments).toHaveCount(1)
    // The same once more is meant.
    await add('Two doubles')
    await expect(adjustments).toHaveCount(2)
  })

  await test.step('so is an approval, which its repeat does not find changed', async () => {
    await loseNextAnswer(page, '**/api/payouts/closings/*/approve')
    await week.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve Mon 2 Mar – Sun 8 Mar 2026?' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(callTexts.unreachable)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(week.getByRole('button', { name: 'Mark as paid' })).toBeFocused()
  })

  const [approved] = await admin.call(closingCalls.list, {})
  await admin.call(closingCalls.reopen, {
    params: { id: approved?.id ?? '' },
    body: { version: approved?.version ?? 0 },
  })

  await test.step('a newer calculation closes nothing that somebody types into', async () => {
    await week.getByRole('button', { name: 'Adjust', exact: true }).click()
    const adjust = page.getByRole('dialog', { name: /^Adjust/ })
    await adjust.getByLabel('Reason').fill('Two doubles')
    await admin.call(payoutCalls.queue, { body: { start: '2026-03-02', end: '2026-03-08' } })
    await expect(newer).toBeAttached()
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
    await expectLegible(page)
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
    await page.getByRole('button', { name: 'Queue calculation' }).first().click()
    await expect(newer).toBeVisible()
  })
})
