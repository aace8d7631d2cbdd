import type { Locator, Page } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { newId } from '#platform/db/ids.ts'
import { buildCapDraft } from '#testing/caps.ts'
import type { SignedIn, TestCapline } from '#testing/capline.ts'
import { expectToast } from './admin-page.ts'
import { tomorrow } from './board-page.ts'
import { expect } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'

export const SOLAR = -1_000_910_001
export const CLOSED = -1_000_910_002

const UNANSWERED = 'The message may have been sent: look below before you send it again.'

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

/** The smallest picture. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Sends a message whose answer is lost, the same once more, and the same again on purpose: one more row of the history, another, and one of a message that is tried again for later. */
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
  await expectToast(page, UNANSWERED)
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
  await sendOtherwise(page, rows + 2)
}

/** Sends for later without an answer, and once more: to the same one, though another has a cap on the day by then. */
export async function repeatUnanswered(question: Locator, call: SignedIn['call']): Promise<void> {
  const page = question.page()
  await question.getByRole('radiogroup', { name: 'When' }).getByText('Later').click()
  await loseNextAnswer(page, '**/api/messages/broadcast', 200)
  await question.getByRole('button', { name: 'Send later to 1 chat' }).click()
  await expectToast(page, UNANSWERED)
  await call(capCalls.create, { body: buildCapDraft({ date: tomorrow(), geo: 'DE', advertiserId: 'B-2' }) })
  await question.getByRole('button', { name: 'Send later to 2 chats' }).click()
  await expectToast(page, 'Message will be sent')
}

/** Sends a message whose answer is lost, and then for later: it is told that the first one is sent, one more row of the history. */
async function sendOtherwise(page: Page, rows: number): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message' })
  const question = page.getByRole('dialog', { name: 'Send this message?' })
  await message.fill('Caps of tonight')
  await loseNextAnswer(page, '**/api/messages/broadcast', 504)
  await page.getByRole('button', { name: 'Send message' }).click()
  const sendNow = question.getByRole('button', { name: 'Send to 2 chats' })
  await sendNow.click()
  await expectToast(page, UNANSWERED)
  await expect(sendNow).toBeEnabled()
  await question.getByRole('radiogroup', { name: 'When' }).getByText('Later').click()
  await question.getByRole('button', { name: 'Send later to 2 chats' }).click()
  await expectToast(page, 'The first try was queued after all')
  await expect(question).toBeHidden()
  await expect(message).toHaveValue('Caps of tonight')
  await expect(page.getByRole('table', { name: 'Broadcasts' }).getByRole('row')).toHaveCount(rows)
  await message.fill('')
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
