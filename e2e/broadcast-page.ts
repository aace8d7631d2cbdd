import type { Locator, Page } from '@playwright/test'
import { newId } from '#platform/db/ids.ts'
import type { TestCapline } from '#testing/capline.ts'
import { expectToast } from './admin-page.ts'
import { expect } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'

export const SOLAR = -1_000_910_001
export const CLOSED = -1_000_910_002

/** Three advertisers: one with a chat, one whose chat the bot was removed from, one without. */
export async function plantAdvertisers(capline: TestCapline): Promise<void> {
  capline.telegram.plant({
    groups: [
      { id: SOLAR, title: 'Solar' },
      { id: CLOSED, title: 'Closed' },
    ],
  })
  capline.telegram.setBotStatus(CLOSED, 'kicked')
  await plantAdvertiser(capline, 'B-1', 'Nord & <Co>', SOLAR)
  await plantAdvertiser(capline, 'B-2', 'Closed Co', CLOSED)
  await plantAdvertiser(capline, 'B-3', 'Quiet Co', null)
}

async function plantAdvertiser(capline: TestCapline, key: string, name: string, groupId: number | null): Promise<void> {
  const id = newId()
  await capline.db.insertInto('advertisers').values({ id, advertiser_id: key, name }).execute()
  if (groupId === null) return
  await capline.db
    .insertInto('advertiser_groups')
    .values({ advertiser: id, group_id: String(groupId) })
    .execute()
}

/** Sends a message whose answer is lost, the same once more, and the same again on purpose: one more row of the history, and another. */
export async function sendUnanswered(page: Page, rows: number): Promise<void> {
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
  await expect(history).toHaveCount(rows)

  await message.fill('Caps of today')
  await send()
  await expect(message).toHaveValue('')
  await expect(history).toHaveCount(rows + 1)
}

/** As fast as a held key: before the page has dropped the dialog that gave the focus back. */
export async function pressOnceItHasTheFocusBack(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    const press = () => {
      element.click()
      element.dataset['pressed'] = 'yes'
    }
    element.addEventListener('focus', () => queueMicrotask(press), { once: true })
  })
}
