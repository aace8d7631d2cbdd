import type { Page } from '@playwright/test'
import { authTexts } from '#contract/texts/auth.ts'
import { insertMember, type TestCapline } from '#testing/capline.ts'
import { PATIENCE } from '#testing/patience.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

/** Somebody whose phone has the bot. */
async function addAnna(capline: TestCapline): Promise<number> {
  const { telegramId } = await insertMember(capline.db, { role: 'editor', handle: 'anna' })
  capline.telegram.addPerson({ id: Number(telegramId), first_name: 'Anna', started: true })
  return Number(telegramId)
}

async function readCode(capline: TestCapline, chat: number, saying = ''): Promise<string> {
  const isIt = (message: { text?: string }) => message.text?.includes(saying) ?? false
  const { text } = await capline.telegram.waitForMessage(chat, isIt, PATIENCE)
  return /\b[A-Z2-9]{6}\b/.exec(text ?? '')?.[0] ?? ''
}

async function askForCode(page: Page, identifier = 'anna'): Promise<void> {
  await page.getByLabel(/username or/i).fill(identifier)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
}

test('what is typed at the sign-in is looked at, and what is wrong is said', async ({ page, consoleNoise }) => {
  await page.goto('/login')

  await test.step('axe finds nothing at the login', async () => {
    await expect(page.getByLabel(/username or/i)).toBeVisible()
    await expectFit(page)
  })

  await test.step('what is left blank is said, and nothing is sent', async () => {
    await page.getByLabel(/username or/i).fill('   ')
    await page.keyboard.press('Enter')
    await expect(page.getByText(authTexts.identifierMissing).first()).toBeVisible()
  })

  await test.step('whom a code is asked for stays until it is on its way', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/request', async (route) => {
      await held
      await route.continue()
    })
    const name = page.getByLabel(/username or/i)
    await name.fill('nobody')
    await name.press('Enter')
    await expect(name).not.toBeEditable()
    await expect(name).toBeFocused()
    release()
    await expect(page.getByText('nobody')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(authTexts.codeMissing).first()).toBeVisible()
  })

  await test.step('the code is put in upper case and cut at six; a wrong one is said and stays', async () => {
    consoleNoise.allow(/401/)
    const code = page.getByLabel('Verification code')
    await code.pressSequentially('ab2 cd3efg')
    await expect(code).toHaveValue('AB2CD3')
    await code.fill('AB3')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('2cd')
    await expect(code, 'what is typed in the middle stays there').toHaveValue('AB2CD3')
    await page.keyboard.press('Enter')
    await expect(page.getByText(authTexts.verificationFailed).first()).toBeVisible()
    await expect(code).toHaveValue('AB2CD3')
    await expect(page).toHaveURL(/\/login/)
  })
})

test('a code is good for as long as the countdown says', async ({ page, capline, consoleNoise }) => {
  const chat = await addAnna(capline)
  await page.clock.install()
  await page.goto('/login')

  await test.step('the countdown runs from 5:00; Back stops it and forgets the code', async () => {
    await askForCode(page)
    await page.clock.runFor(61_000)
    await expect(page.getByText(/\b3:5\d\b/)).toBeVisible()
    await page.getByLabel('Verification code').fill('ABCDEF')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel(/username or/i)).toHaveValue('anna')
    await expect(page.getByText(/\b\d:\d\d\b/)).toHaveCount(0)
    await page.getByLabel(/username or/i).press('Enter')
    await expect(page.getByLabel('Verification code')).toHaveValue('')
  })

  await test.step('after 300 seconds a new code is offered', async () => {
    await page.clock.runFor(301_000)
    await expect(page.getByText(authTexts.codeExpired)).toBeVisible()
  })

  await test.step('where no new code is sent, the form takes the one that the bot answers to /login', async () => {
    consoleNoise.allow(/429/)
    const code = page.getByLabel('Verification code')
    await code.fill('ABCDEF')
    await page.getByRole('button', { name: 'Request a new code' }).click()
    await expect(code).toHaveAccessibleDescription(/^No code was sent: .* Enter a code that you have, or send \/login/)
    await expect(code).toBeFocused()
    await expect(code, 'what was typed stays').toHaveValue('ABCDEF')
    await expect(page.getByText('Send /login to the bot in Telegram to get one.')).toBeVisible()
    await expect(page.getByText(authTexts.codeExpired)).toHaveCount(0)
    await expectFit(page)
    capline.telegram.say(chat, chat, '/login')
    await page.keyboard.type(await readCode(capline, chat, 'You asked for it'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
  })
})
