import type { CDPSession, Page } from '@playwright/test'
import { createClient } from '#contract/client.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import type { Member } from '#domain/team/member.ts'
import { systemClock } from '#platform/clock.ts'
import { addPasskey } from '#testing/authenticator.ts'
import { insertSession, type TestCapline } from '#testing/capline.ts'
import { receiveCode } from '#testing/sign-in.ts'
import { expectToast, rowOf } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { saveButton, toggle } from './settings-page.ts'

const words = passkeyTexts
const board = (page: Page) => page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })

/** The browser's own stand-in of a device with a fingerprint reader. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

async function openMySessions(page: Page) {
  await page.getByRole('button', { name: 'My sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'My sessions' })
  await expect(dialog.getByLabel('Name of the passkey')).toBeVisible()
  return dialog
}

/** Signs out, and enters a code that comes over Telegram. */
async function enterCode(page: Page, capline: TestCapline, member: Member): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel(/username or/i).fill(`@${member.handle}`)
  const code = await receiveCode(capline, member, () => page.keyboard.press('Enter'))
  await page.getByLabel('Verification code').fill(code)
  await page.keyboard.press('Enter')
}

test('admins add passkeys, have to give them, and remove those of somebody who lost theirs', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  const { member } = await signIn('admin')
  capline.telegram.addPerson({ id: Number(member.telegramId), first_name: 'Ada', started: true })
  const other = await capline.signIn('admin')
  const root = capline.address.replace('127.0.0.1', 'localhost')
  const { cdp, authenticatorId } = await plugIn(page)
  const verify = (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  const add = async (name: string) => {
    await page.getByLabel('Name of the passkey').fill(name)
    await page.keyboard.press('Enter')
  }

  await test.step('where passkeys do not work, or the device does not know its owner, it is said', async () => {
    consoleNoise.allow(/status of 409/)
    await page.goto('/')
    await openMySessions(page)
    await add('Work laptop')
    await expectToast(page, words.elsewhere)
    await page.goto(root)
    const dialog = await openMySessions(page)
    await expect(dialog.getByText('You have no passkey yet.')).toBeVisible()
    await add(' ')
    await expect(page.getByLabel('Name of the passkey')).toHaveAccessibleDescription(words.name)
    await verify(false)
    await add('Work laptop')
    await expect(page.getByLabel('Name of the passkey')).toHaveAccessibleDescription(words.cancelled)
    await verify(true)
  })

  await test.step('a passkey is added once on each device, and listed', async () => {
    const dialog = page.getByRole('dialog', { name: 'My sessions' })
    await add('Work laptop')
    await expectToast(page, words.added)
    const row = rowOf(page, 'Passkeys', 'Work laptop')
    await expect(row).toContainText('Never')
    await expect(page.getByLabel('Name of the passkey')).toHaveValue('')
    await add('Again')
    await expect(page.getByLabel('Name of the passkey')).toHaveAccessibleDescription(words.addedBefore)
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
    const question = page.getByRole('dialog', { name: 'Remove passkey' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, words.removed)
    await expect(row).toHaveCount(0)
    await add('Work laptop')
    await expect(row).toBeVisible()
  })

  await test.step('once admins need one, the last is kept, and the code is followed by it', async () => {
    await page.goto(`${root}/admin?section=team`)
    await toggle(page, 'Admins sign in with a passkey').check()
    await saveButton(page).click()
    await expectToast(page, settingTexts.saved)
    await page.goto(root)
    const dialog = await openMySessions(page)
    await dialog.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
    await page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, words.lastOne)
    await page.goto(root)

    consoleNoise.allow(/status of 40[13]/)
    await enterCode(page, capline, member)
    const use = page.getByRole('button', { name: 'Use passkey' })
    await expect(use).toBeFocused()
    await expectFit(page)
    await verify(false)
    await use.click()
    await expect(page.getByRole('alert').filter({ hasText: words.cancelled }).first()).toBeVisible()
    await verify(true)
    // The message goes by itself, maybe before a busy machine has drawn the board.
    const told = expectToast(page, authTexts.loggedIn)
    await Promise.all([told, use.click()])
    await expect(board(page)).toBeVisible()
    await openMySessions(page)
    await expect(rowOf(page, 'Passkeys', 'Work laptop')).not.toContainText('Never')
    await page.goto(root)
  })

  await test.step('an admin removes the passkeys of another one, which the history says', async () => {
    const token = await insertSession(capline.db, other.member, systemClock)
    await capline.db
      .updateTable('sessions')
      .set({ by_passkey: true })
      .where('member_id', '=', other.member._id)
      .execute()
    await page.goto(`${root}/admin?section=team`)
    await page
      .getByRole('table', { name: 'Team members' })
      .getByRole('button', { name: `Sessions of @${other.member.handle}` })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Sessions of/ })
    await expect(dialog.getByText(`@${other.member.handle} has no passkey.`)).toBeVisible()
    await addPasskey(createClient({ root, fetch, token: () => token }), root, 'Lost phone')
    await expect(rowOf(page, 'Passkeys', 'Lost phone')).toBeVisible()
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Remove all passkeys' }).click()
    const question = page.getByRole('dialog', { name: 'Remove passkeys' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, words.allRemoved(`@${other.member.handle}`))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect(page.getByText(`@${other.member.handle}: all passkeys were removed`)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('an admin who has none any more adds one after the code', async () => {
    await capline.db.deleteFrom('passkeys').where('member_id', '=', member._id).execute()
    await page.goto(root)
    await enterCode(page, capline, member)
    await expect(page.getByLabel('Name of the passkey')).toBeFocused()
    await add('New laptop')
    await expect(board(page)).toBeVisible()
  })
  // With it goes the reader.
  await cdp.detach()
})
