import type { Page } from '@playwright/test'
import { texts } from '#contract/texts.ts'
import { insertMember, type TestCapline } from '#testing/capline.ts'
import { expect, test } from './capline.ts'

/** Somebody whose phone has the bot. */
async function addAnna(capline: TestCapline): Promise<number> {
  const { telegramId } = await insertMember(capline.db, { role: 'editor', handle: 'anna' })
  capline.telegram.addPerson({ id: Number(telegramId), first_name: 'Anna', started: true })
  return Number(telegramId)
}

async function readCode(capline: TestCapline, chat: number): Promise<string> {
  const { text } = await capline.telegram.waitForMessage(chat, () => true, 10_000)
  return /\b[A-Z2-9]{6}\b/.exec(text ?? '')?.[0] ?? ''
}

async function askForCode(page: Page, identifier = 'anna'): Promise<void> {
  await page.getByLabel(/username or/i).fill(identifier)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
}

test('what is left blank is said, and nothing is sent', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/username or/i).fill('   ')
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.auth.identifierMissing).first()).toBeVisible()
  await askForCode(page, 'nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.auth.codeMissing).first()).toBeVisible()
})

test('the code is put in upper case and cut at six; a wrong one is said and stays', async ({ page, consoleNoise }) => {
  consoleNoise.allow(/401/)
  await page.goto('/login')
  await askForCode(page, 'nobody')
  const code = page.getByLabel('Verification code')
  await code.pressSequentially('ab2 cd3efg')
  await expect(code).toHaveValue('AB2CD3')
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.auth.verificationFailed).first()).toBeVisible()
  await expect(code).toHaveValue('AB2CD3')
  await expect(page).toHaveURL(/\/login/)
})

test('the countdown runs from 5:00; Back stops it and forgets the code', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
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

test('after 300 seconds a new code is offered', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await askForCode(page)
  await page.clock.runFor(301_000)
  await expect(page.getByRole('button', { name: 'Request a new code' })).toBeVisible()
})

test('a page that needs a member sends to the login, and there again after it', async ({ page, capline }) => {
  const chat = await addAnna(capline)
  await page.goto('/?from=here')
  await expect(page).toHaveURL(/\/login/)
  await askForCode(page)
  await page.getByLabel('Verification code').fill(await readCode(capline, chat))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
  await expect(page.getByText(texts.auth.loggedIn)).toBeVisible()
})

test('an unknown path leads to the board', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('while it is not known who is there, the guard says so', async ({ page, signIn }) => {
  await signIn('viewer')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/me', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('Checking access')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
})

test('a session that ends elsewhere ends here: on the next call, and in every tab', async ({
  page,
  context,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/401/)
  await signIn('editor')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await capline.db.deleteFrom('sessions').execute()
  const run = page.getByRole('button', { name: 'Run lead sync' })
  // A stream of events that opens just now finds out by itself; then there is nothing left to press.
  await run.click({ timeout: 2_000 }).catch(() => undefined)
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|member/.test(key)))).toEqual([])
})
