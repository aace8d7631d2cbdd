import { closingCalls } from '#contract/closings.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { statementCalls } from '#contract/statements.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { closingTexts } from '#contract/texts/closings.ts'
import { statementTexts } from '#contract/texts/statements.ts'
import type { SignedIn } from '#testing/capline.ts'
import { expectLegible } from './fit.ts'
import { expectToast } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './capline.ts'
import { expectHeld } from './held.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { calculate, PAYOUTS } from './payout-page.ts'

// No report yet is a 404, which the browser says of its own accord.
test.beforeEach(({ consoleNoise }) => consoleNoise.allow(/404/))

const CHAT = '-1001000044'

/** Somebody else sends the statement that a page shows. */
async function sendElsewhere(admin: SignedIn, address: string): Promise<void> {
  const [affiliateId = '', , id = ''] = new URL(address).pathname.split('/').toReversed()
  const params = { id, affiliateId }
  const { text, chatIds, sent } = await admin.call(statementCalls.preview, { params })
  await admin.call(statementCalls.send, { params, body: { text, chatIds, sent: sent.length } })
}

test('a week is told to its affiliates, closed and paid', async ({ page, capline, signIn, consoleNoise }) => {
  const admin = await signIn('admin')
  await calculate(page, capline, admin)
  capline.telegram.plant({ groups: [{ id: Number(CHAT), title: 'North Media' }] })
  capline.telegram.setBotStatus(Number(CHAT), 'kicked')

  await test.step('a statement is read, kept as a file and sent after a look at it', async () => {
    const publishers = await admin.call(publisherCalls.list, {})
    const id = publishers.find(({ sourceNumber }) => sourceNumber === '44')?._id ?? ''
    await admin.call(publisherCalls.linkGroup, { params: { id }, body: { groupId: CHAT } })

    await page.getByRole('table', { name: 'Payout by affiliate' }).getByRole('button', { name: /#44/ }).click()
    await page.getByRole('link', { name: 'Statement of #44' }).click()
    await expect(page.getByRole('heading', { name: 'Payout statement · affiliate #44 North Media' })).toBeVisible()
    const line = (name: string) => page.locator('dl > div').filter({ hasText: name })
    await expect(page.getByText('Valid leads 5 · deposits 2')).toBeVisible()
    const totals = page.getByRole('table').first().getByRole('row', { name: 'Total' }).last()
    await expect(totals).toHaveText(/Total52\$600.00\$540.00\$210.00\$1,350.00/)
    await expect(line('CRG top-up')).toHaveText('CRG top-up$540.00')
    await expect(line('To be paid')).toHaveText('To be paid$1,350.00')
    await expect(page.getByText('Alpha')).toHaveCount(0)
    await expectAccessible(page)

    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'XLSX' }).click()
    expect((await file).suggestedFilename()).toBe('statement-44-2026-03-02-2026-03-08.xlsx')

    await expect(page.getByRole('link', { name: 'Payout calculations' })).toHaveAttribute('href', PAYOUTS)
    await page.getByRole('button', { name: 'Send on Telegram' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send the statement' })
    await expect(dialog.getByLabel('The message')).toContainText('To be paid $1,350.00')
    await expect(dialog).toContainText(`Goes to 1 chat of this affiliate: ${CHAT}.`)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('On its way to 1 chat.')).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await page.getByRole('button', { name: 'Send on Telegram' }).click()
    await expect(dialog).toContainText('Sent 1 time before, last by @')
    await sendElsewhere(admin, page.url())
    await expect(dialog).toContainText(statementTexts.changed)
    await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Show it' }).click()
    await expect(dialog).toContainText('Sent 2 times before, last by @')
    await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    const became = dialog.getByRole('list', { name: 'Result of the last one' })
    await expect(became).toContainText(`${CHAT}Failed: Forbidden: bot was kicked`)
    await expectAccessible(page)
    capline.telegram.setBotStatus(Number(CHAT), 'member')
    await became.getByRole('button', { name: `Resend to ${CHAT}` }).click()
    await expect(became).toHaveText(`${CHAT}Sent`)
    expect(capline.telegram.messages(Number(CHAT))).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const sheet of ['html', 'body', 'main'])
      await expect(page.locator(sheet)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.getByRole('button', { name: 'Send on Telegram' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Payout statement · affiliate #44 North Media' })).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expectLegible(page)
  })

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(PAYOUTS)

  await test.step('a week is frozen, adjusted, approved and paid', async () => {
    await page.getByRole('button', { name: 'Freeze this report' }).click()
    const week = page.getByRole('region', { name: 'Close the week' })
    const cells = (affiliate: RegExp) => week.getByRole('row', { name: affiliate }).locator('> *')
    await expect(cells(/#77/)).toHaveText([/#77/, '$95.00', '$0.00', '$0.00', '$95.00'])
    await expect(week.getByRole('button', { name: 'History' })).toBeFocused()

    await week.getByRole('button', { name: 'Adjust', exact: true }).click()
    const adjust = page.getByRole('dialog', { name: 'Adjust Mon 2 Mar – Sun 8 Mar 2026' })
    await adjust.getByRole('combobox', { name: 'Affiliate' }).fill('44')
    await adjust.getByRole('button', { name: 'Add adjustment' }).click()
    await expect(adjust.getByLabel('Amount, $')).toBeFocused()
    await expect(adjust.getByLabel('Amount, $')).toHaveAccessibleDescription(
      `${closingTexts.noAmount} A minus sign deducts, such as -50.`,
    )
    await expect(adjust.getByLabel('Reason')).toHaveAccessibleDescription(closingTexts.reason)
    await adjust.getByLabel('Amount, $').pressSequentially('−50,25')
    await adjust.getByLabel('Reason').fill('Two doubles')
    await adjust.getByRole('combobox', { name: 'Affiliate' }).fill('Nort Media')
    consoleNoise.allow(/400/)
    await adjust.getByRole('button', { name: 'Add adjustment' }).click()
    await expect(adjust.getByRole('combobox', { name: 'Affiliate' })).toHaveAccessibleDescription(
      closingTexts.noAffiliate,
    )
    await adjust.getByRole('combobox', { name: 'Affiliate' }).fill('north media')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    // It asks whether what was typed may go: then the key of the fields saves nothing.
    await page.keyboard.press('Control+Enter')
    await adjust.getByRole('button', { name: 'Keep editing' }).click()
    await expectAccessible(page)
    await adjust.getByLabel('Reason').press('Control+Enter')
    await expect(adjust).toHaveCount(0)
    await expect(cells(/#44/)).toHaveText([/#44/, '$1,350.00', '-$50.25', '$0.00', '$1,299.75'])

    await page.getByRole('button', { name: /its deposits/ }).press('Enter')
    await page.getByRole('button', { name: /^Adjust the deposit/ }).click()
    const deposit = page.getByRole('dialog', { name: /^Deposit / })
    await deposit.getByLabel('Reason').fill('Never reached us')
    // Somebody else takes the week on meanwhile, and back: what is typed stays.
    const [closed] = await admin.call(closingCalls.list, {})
    const params = { id: closed?.id ?? '' }
    const approved = await admin.call(closingCalls.approve, { params, body: { version: closed?.version ?? 0 } })
    await expect(page.getByRole('button', { name: /^Adjust the deposit \S/, includeHidden: true })).toHaveCount(0)
    await expect(deposit.getByLabel('Reason')).toHaveValue('Never reached us')
    await admin.call(closingCalls.reopen, { params, body: { version: approved.version } })
    await deposit.getByText('Price it').click()
    for (const typed of ['', '.']) {
      await deposit.getByLabel('Price, $').fill(typed)
      await deposit.getByRole('button', { name: 'Adjust the deposit' }).click()
      await expect(deposit.getByLabel('Price, $')).toHaveAccessibleDescription(closingTexts.price)
    }
    await expectAccessible(page)
    await deposit.getByText('Leave it out').click()
    await deposit.getByRole('button', { name: 'Adjust the deposit' }).click()
    await expect(page.getByText('left out: Never reached us').first()).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(cells(/#77/)).toHaveText([/#77/, '$95.00', '-$95.00', '$0.00', '$0.00'])
    await expect(cells(/^Total/)).toHaveText(['Total', '$3,895.00', '-$145.25', '$0.00', '$3,749.75'])
    // Who is owed less than nothing gets nothing: the column adds up, and says what it leaves out.
    const owed = { affiliateId: '77', amount: -5.5, reason: 'A fee' }
    await admin.call(closingCalls.adjust, { params, body: owed })
    await expect(cells(/#77/)).toHaveText([/#77/, '$95.00', '-$100.50', '$0.00', '$0.00$5.50 overpaid'])
    await expect(cells(/^Total/).last()).toHaveText('$3,749.75')
    // Its removal has no answer, nor do reads that would tell of it: the second press ends as the first would have.
    consoleNoise.allow(/net::ERR_FAILED/)
    await loseNextAnswer(page, '**/adjustments/*')
    const { promise: pressedAgain, resolve: readAgain } = Promise.withResolvers<void>()
    await page.route('**/api/payouts/closings*/**', async (route) => {
      if (route.request().method() === 'GET') await pressedAgain
      await route.fallback()
    })
    const remove = week.getByRole('button', { name: 'Remove -$5.50 of #77' })
    await remove.click()
    await expectToast(page, callTexts.unreachable)
    const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await remove.click()
    expect((await answered).status()).toBe(404)
    readAgain()
    await expect(remove).toHaveCount(0)
    // A failure would be told before the list is read again, and stand for seconds.
    expect(await page.getByText(closingTexts.noAdjustment).count()).toBe(0)
    await expect(cells(/#77/).last()).toHaveText('$0.00')

    await week.getByRole('button', { name: 'Approve' }).press('Enter')
    const approve = page.getByRole('dialog', { name: 'Approve Mon 2 Mar – Sun 8 Mar 2026?' })
    await expect(approve.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(approve).toContainText('$3,749.75 for 2 affiliates.')
    consoleNoise.allow(/409/)
    // Somebody else takes $100 off meanwhile: what was read is not approved, and not another sum either.
    const [closing] = await admin.call(closingCalls.list, {})
    const body = { affiliateId: '44', amount: -100, reason: 'Agreed by phone' }
    await admin.call(closingCalls.adjust, { params: { id: closing?.id ?? '' }, body })
    await expect(cells(/^Total/).last()).toHaveText('$3,649.75')
    await expect(approve).toContainText('$3,749.75 for 2 affiliates.')
    await approve.getByRole('button', { name: 'Approve' }).click()
    await expect(approve.getByRole('alert')).toHaveText(closingTexts.changed)
    await expect(approve).toContainText('$3,649.75 for 2 affiliates.')
    const { promise: looked, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/approve', async (route) => {
      await looked
      await route.continue()
    })
    await approve.getByRole('button', { name: 'Approve' }).click()
    await expectHeld(page)
    letGo()
    await week.getByRole('button', { name: 'Mark as paid' }).click()
    const pay = page.getByRole('dialog', { name: 'Mark Mon 2 Mar – Sun 8 Mar 2026 as paid' })
    await pay.getByLabel('Paid on').fill('2026-03-10')
    await pay.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(pay.getByLabel('Reference')).toHaveAccessibleDescription(closingTexts.reference)
    await pay.getByLabel('Reference').fill('SEPA 4711')
    await pay.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(week.getByText('Tue 10 Mar 2026 · SEPA 4711')).toBeVisible()
    await expect(week.getByRole('button', { name: 'Remove' })).toHaveCount(0)

    await week.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of this week' })
    await expect(history.getByRole('listitem').first()).toContainText('Paid on 2026-03-10: SEPA 4711')
    await expect(history.getByRole('listitem').last()).toContainText('Frozen as it was calculated.')
    await page.keyboard.press('Escape')
    await expect(history).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 375, height: 812 })
    await expectLegible(page)
  })
})
