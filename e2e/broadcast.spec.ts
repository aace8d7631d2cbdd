import { PATIENCE } from '#testing/patience.ts'
import { closeToasts, expectToast } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { CLOSED, plantAdvertisers, sendUnanswered, SOLAR } from './broadcast-page.ts'
import { expect, test } from './capline.ts'
import { expectLegible } from './fit.ts'

test.beforeEach(async ({ capline }) => plantAdvertisers(capline))

test('an admin writes, looks, sends, and sees what became of it in each chat', async ({
  page,
  signIn,
  capline,
  consoleNoise,
}) => {
  consoleNoise.allow(/409|504|ERR_FAILED|dynamically imported module/)
  await signIn('admin')
  const message = page.getByRole('textbox', { name: 'Message' })

  await test.step('what is written stays where the scripts of dialogs cannot be fetched', async () => {
    const scripts = /(send|recipients|template)-dialog.*\.js/
    await page.route(scripts, (route) => route.abort())
    await page.goto('/messages')
    await message.fill('Hello')
    for (const name of ['Send message', 'Choose one by one', 'Save as template']) {
      await page.getByRole('button', { name }).click()
      await expectToast(page, 'This could not be shown. Save your changes and reload the page.')
      await closeToasts(page)
      await expect(message).toHaveValue('Hello')
    }
    await page.unroute(scripts)
  })

  await page.reload()
  await expect(page.getByText('To 3 advertisers (2 have a chat)')).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expectToast(page, 'Please enter a message before sending.')

  await message.fill('Hello partner')
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 5))
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(message).toHaveValue('<b>Hello</b> partner')
  await message.press('End')
  await page.getByRole('button', { name: '{{advertiserName}}' }).click()
  await expect(message).toHaveValue('<b>Hello</b> partner{{advertiserName}}')

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Hello partnerClosed Co')
  await preview.getByRole('combobox', { name: 'Preview for' }).click()
  await page.getByRole('option', { name: 'Nord & <Co> · B-1' }).click()
  await expect(preview).toContainText('Hello partnerNord & <Co>')

  await message.fill('<b>Hello {{advertiserName}}')
  await expect(preview).toContainText('Line 1, character')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(message).toHaveAccessibleDescription(/^Line 1, character/)
  await message.fill('Hello {{advertiserName}}')

  await page.getByRole('button', { name: 'Send message' }).click()
  const question = page.getByRole('dialog', { name: 'Send this message?' })
  await expect(question).toContainText('It goes to 2 chats of 2 advertisers.')
  await expect(question).toContainText('1 advertiser has no chat')
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/api/messages/broadcast',
    async (route) => {
      await held.promise
      await route.abort()
    },
    { times: 1 },
  )
  await question.getByRole('button', { name: 'Send to 2 chats' }).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Sending…' })).toBeVisible()
  held.resolve()
  await expectToast(page, 'Failed to send broadcast.')
  await question.getByRole('button', { name: 'Send to 2 chats' }).click()
  await expectToast(page, 'Message queued for 2 chats.')
  await capline.telegram.waitForMessage(SOLAR, ({ text }) => text === 'Hello Nord & <Co>', PATIENCE)

  const log = page.getByRole('table', { name: 'Deliveries' })
  await expect(log.getByRole('row', { name: /Nord & <Co>/ })).toContainText('Sent')
  const failed = log.getByRole('row', { name: /Closed Co/ })
  await expect(failed).toContainText('Failed: Forbidden: bot was kicked')
  capline.telegram.setBotStatus(CLOSED, 'member')
  await failed.getByRole('button', { name: 'Resend to Closed Co' }).click()
  await expect(failed).toContainText('Sent')
  await expect(log.getByRole('button').last()).toBeFocused()
  await expect(page.getByRole('table', { name: 'Broadcasts' }).getByRole('row')).toContainText(['', 'All sent'])
  expect(capline.telegram.messages(SOLAR).filter(({ text }) => text?.startsWith('Hello'))).toHaveLength(1)

  await test.step('one whose answer was lost is sent once, and once more only on purpose', async () => {
    await sendUnanswered(page, 3)
    expect(await capline.db.selectFrom('broadcasts').select('id').execute()).toHaveLength(4)
  })

  await test.step('all that failed are sent again at once', async () => {
    for (const group of [SOLAR, CLOSED]) capline.telegram.setBotStatus(group, 'kicked')
    await message.fill('Once more')
    await page.getByRole('button', { name: 'Send message' }).click()
    await question.getByRole('button', { name: 'Send to 2 chats' }).click()
    const again = page.getByRole('button', { name: 'Resend all 2 that failed' })
    await expect(again).toBeVisible()
    for (const group of [SOLAR, CLOSED]) capline.telegram.setBotStatus(group, 'member')
    await again.click()
    await expectToast(page, '2 messages queued to be sent again.')
    await expect(log.getByRole('row')).toContainText(['', 'Sent', 'Sent'])
    await expect(again).toHaveCount(0)
  })

  await page.setViewportSize({ width: 375, height: 800 })
  await expectLegible(page)
  await expectAccessible(page)
})
