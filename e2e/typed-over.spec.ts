import type { Locator, Page } from '@playwright/test'
import { advertiserCalls } from '#contract/advertisers.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { openSection } from './admin-page.ts'
import { addCap, fieldOf, openBoard, openEditForm } from './board-page.ts'
import { expect, test } from './capline.ts'
import { openCopy } from './copy-page.ts'
import { discard, openPaste, preview, HEADER } from './paste-page.ts'
import { calculate } from './payout-page.ts'
import { expectOpenedOn, expectTypedOver } from './typed-over.ts'
import { barOf, boxOf, openBulk, openPlanned, plannedFieldOf, plannedOf } from './work-page.ts'

// Every dialog with a line to type into, and every cell that is edited in its place.

test('what is typed replaces what stands', async ({ page, capline, signIn, consoleNoise }) => {
  // No report was calculated yet.
  consoleNoise.allow(/404/)
  await insertAdvertiser(capline.db)
  const admin = await signIn('admin')
  await addCap(admin, { cap: 12, cpa: 1270, crg: 8.25 })
  await openBoard(page)

  await test.step('a number on the board', async () => {
    const field = await openPlanned(page, '44')
    await page.keyboard.type('15')
    await expect(field).toHaveValue('15')
    await field.click()
    await page.keyboard.press('End')
    await page.keyboard.type('0')
    await expect(field).toHaveValue('150')
    await page.keyboard.press('Escape')
    await expect(plannedOf(page, '44')).toHaveText('12')
    await expect(plannedFieldOf(page, '44')).toHaveCount(0)
  })

  await test.step('the form of a cap', async () => {
    const edited = await openEditForm(page, 'DE / source 44')
    await expectOpenedOn(page, fieldOf(edited, 'cap'))
    await expectTypedOver(page, edited, 10)
    await fieldOf(edited, 'cap').focus()
    await leave(page, edited)
  })

  await test.step('copying a day', async () => {
    const dialog = await openCopy(page)
    await expectOpenedOn(page, dialog.getByRole('textbox', { name: /^Planned/ }))
    await expectTypedOver(page, dialog, 6)
    // The first one takes back what was typed into the cell.
    await page.keyboard.press('Escape')
    await leave(page, dialog)
  })

  await test.step('pasted rows', async () => {
    const dialog = await openPaste(page)
    await preview(dialog, [HEADER, 'DE\t20\t45\tB-1\t9-17\t1200\t8\tx'])
    await expectTypedOver(page, dialog, 9)
    await page.keyboard.press('Escape')
    await discard(page, dialog)
  })

  await test.step('changes of several caps', async () => {
    await boxOf(page, '44').check()
    const dialog = await openBulk(page, 'Edit')
    await expectTypedOver(page, dialog, 6)
    await page.keyboard.press('Escape')
    await leave(page, dialog)
    await expect(barOf(page)).toBeVisible()
  })

  await test.step('the commands', async () => {
    await page.keyboard.press('ControlOrMeta+K')
    const field = page.getByRole('combobox', { name: 'Command or day' })
    await expect(field).toBeFocused()
    await page.keyboard.type('day')
    await expect(field).toHaveValue('day')
    await expect(field).toHaveAttribute('autocomplete', 'off')
  })

  await test.step('the tables of the admins', async () => {
    await admin.call(advertiserCalls.create, { body: { advertiserId: 'B-2', name: 'Elbe', associatedGroupIds: [] } })

    await openSection(page, 'advertisers', 'Advertisers & group mappings')
    const table = page.getByRole('table', { name: 'Advertisers' })
    await page.getByRole('button', { name: 'Rename Elbe' }).click()
    await expectOpenedOn(page, page.getByLabel('New name of Elbe'))
    await expectTypedOver(page, table, 1)
    await page.keyboard.press('Escape')
    await table
      .getByRole('button', { name: /Link|group/ })
      .first()
      .click()
    await expectTypedOver(page, table, 1)

    await openSection(page, 'team', 'Team')
    await expectTypedOver(page, page.getByRole('table', { name: 'Team members' }), 1)
  })

  await test.step('the dialogs of messages', async () => {
    await page.goto('/messages')
    await page.getByRole('button', { name: 'Choose one by one' }).click()
    const recipients = page.getByRole('dialog', { name: 'Choose recipients' })
    await expectTypedOver(page, recipients, 1)
    await leave(page, recipients)
    await page.getByRole('textbox', { name: 'Message' }).fill('Good morning')
    await page.getByRole('button', { name: 'Save as template' }).click()
    await expectTypedOver(page, page.getByRole('dialog'), 1)
  })

  await test.step('the dialogs of a week that is closed', async () => {
    await calculate(page, capline, admin)
    await page.getByRole('button', { name: 'Freeze this report' }).click()
    const week = page.getByRole('region', { name: 'Close the week' })

    await week.getByRole('button', { name: 'Adjust', exact: true }).click()
    const adjust = page.getByRole('dialog', { name: /^Adjust / })
    await expectTypedOver(page, adjust, 2)
    await leave(page, adjust)

    await page.getByRole('button', { name: /its deposits/ }).press('Enter')
    await page.getByRole('button', { name: /^Adjust the deposit/ }).click()
    const deposit = page.getByRole('dialog', { name: /^Deposit / })
    await deposit.getByText('Price it').click()
    await expectTypedOver(page, deposit, 1)
    await leave(page, deposit)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    await week.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await week.getByRole('button', { name: 'Mark as paid' }).click()
    await expectTypedOver(page, page.getByRole('dialog', { name: /^Mark / }), 2)
  })
})

/** Closes a dialog in which something may have been typed. */
async function leave(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  const question = dialog.getByRole('button', { name: 'Discard' })
  await expect(async () => expect((await dialog.count()) === 0 || (await question.count()) > 0).toBe(true)).toPass()
  if ((await question.count()) > 0) await question.click()
  await expect(dialog).toHaveCount(0)
}
