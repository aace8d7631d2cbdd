import type { Page } from '@playwright/test'
import { newId } from '#platform/db/ids.ts'
import { expectToast } from './admin-page.ts'
import { cardsOf, columnOf, fillIn, openAddForm, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'

const CHAT = -1_000_910_001

/** As a key does that is not let go. */
async function keepDown(page: Page): Promise<void> {
  for (let time = 0; time < 3; time += 1) await page.keyboard.down('Enter')
}

test('an Enter that is held presses once, and nothing that nobody has read', async ({ page, capline, signIn }) => {
  await signIn('admin')
  capline.telegram.plant({ groups: [{ id: CHAT, title: 'Solar' }] })
  const id = newId()
  await capline.db.insertInto('advertisers').values({ id, advertiser_id: 'B-1', name: 'Solar' }).execute()
  const group = { advertiser: id, group_id: String(CHAT) }
  await capline.db.insertInto('advertiser_groups').values(group).execute()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/messages/broadcast')) sent += 1
  })
  await page.goto('/messages')
  await expect(page.getByText('1 recipient, 1 chat')).toBeVisible()

  await test.step('in a message it makes lines', async () => {
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Hello')
    await message.press('End')
    await keepDown(page)
    await page.keyboard.up('Enter')
    await expect(message).toHaveValue('Hello\n\n\n')
  })

  await test.step('the question of a message stays, with Cancel in the focus', async () => {
    await page.getByRole('button', { name: 'Send message' }).focus()
    await page.keyboard.down('Enter')
    const question = page.getByRole('dialog', { name: 'Send this message?' })
    const cancel = question.getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeFocused()
    await keepDown(page)
    await expect(cancel).toBeFocused()
    const send = question.getByRole('button', { name: 'Send to 1 chat' })
    await send.focus()
    await keepDown(page)
    await page.keyboard.up('Enter')
    await expect(send).toBeFocused()
    expect(sent).toBe(0)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Message queued for 1 chats.')
    expect(sent).toBe(1)
  })

  await openBoard(page)
  const column = columnOf(page, 'Today')

  await test.step('a form that is saved is not opened again', async () => {
    const form = await openAddForm(page)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', cap: '20' })
    await page.keyboard.down('Enter')
    await expect(column.getByRole('button', { name: '+ Add cap' })).toBeFocused()
    await keepDown(page)
    await page.keyboard.up('Enter')
    await expect(form).toHaveCount(0)
    await expect(cardsOf(column)).toHaveCount(1)
  })

  await test.step('rows that are pasted are previewed', async () => {
    await page.getByRole('button', { name: 'Paste caps' }).click()
    const dialog = page.getByRole('dialog', { name: 'Paste caps' })
    await dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' }).fill('DE\t20\t45\tB-1')
    await page.keyboard.down('Control')
    await page.keyboard.down('Enter')
    const save = dialog.getByRole('button', { name: 'Save 1 cap' })
    await expect(save).toBeVisible()
    await keepDown(page)
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    await save.click()
    await expect(page.getByText('1 cap pasted')).toBeVisible()
  })

  await test.step('the commands are opened, and none is chosen', async () => {
    await page.getByRole('button', { name: /^Commands/ }).focus()
    await page.keyboard.down('Enter')
    const typed = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')
    await expect(typed).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(typed).toBeFocused()
  })
})
