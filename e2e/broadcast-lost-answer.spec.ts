import { expectToast } from './admin-page.ts'
import { plantAdvertisers } from './broadcast-page.ts'
import { expect, test } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'

test.beforeEach(async ({ capline }) => plantAdvertisers(capline))

test('a message whose answer was lost is sent once, and once more only on purpose', async ({
  page,
  signIn,
  capline,
  consoleNoise,
}) => {
  consoleNoise.allow(/ERR_FAILED/)
  await signIn('admin')
  await page.goto('/messages')
  const message = page.getByRole('textbox', { name: 'Message' })
  const question = page.getByRole('dialog', { name: 'Send this message?' })
  const send = async () => {
    await page.getByRole('button', { name: 'Send message' }).click()
    await question.getByRole('button', { name: 'Send to 2 chats' }).click()
  }
  const history = page.getByRole('table', { name: 'Broadcasts' }).getByRole('row')
  await message.fill('Caps of today')
  await loseNextAnswer(page, '**/api/messages/broadcast')
  await send()
  await expectToast(page, 'Failed to send broadcast.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Choose one by one' }).click()
  await page.getByRole('button', { name: 'Use 2' }).click()
  await message.fill('Caps of today!')
  await message.fill('Caps of today')
  await send()
  await expect(message).toHaveValue('')
  await expect(history).toHaveCount(2)

  await message.fill('Caps of today')
  await send()
  await expect(message).toHaveValue('')
  await expect(history).toHaveCount(3)
  const broadcasts = await capline.db.selectFrom('broadcasts').select('id').execute()
  expect(broadcasts).toHaveLength(2)
})
