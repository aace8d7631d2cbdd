import type { Page } from '@playwright/test'
import { authTexts } from '#contract/texts/auth.ts'
import { insertMember, type TestCapline } from '#testing/capline.ts'
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
  const { text } = await capline.telegram.waitForMessage(chat, isIt, 10_000)
  return /\b[A-Z2-9]{6}\b/.exec(text ?? '')?.[0] ?? ''
}

async function askForCode(page: Page, identifier = 'anna'): Promise<void> {
  await page.getByLabel(/username or/i).fill(identifier)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
}

test('what is typed at the sign-in is looked at, and what is wrong is said', async ({ page, consoleNoise }) => {
  await page.goto('/login')

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

test('a member comes in, is known on every path, and is out when the session ends', async ({
  page,
  context,
  capline,
  consoleNoise,
}) => {
  const board = page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })

  await test.step('a page that needs a member sends to the login, and there again after it', async () => {
    const chat = await addAnna(capline)
    await page.goto('/?from=here')
    await expect(page).toHaveURL(/\/login/)
    await askForCode(page)
    await page.getByLabel('Verification code').fill(await readCode(capline, chat))
    await page.keyboard.press('Enter')
    await expect(board).toBeVisible()
    await expect(page.getByText(authTexts.loggedIn)).toBeVisible()
  })

  await test.step('while it is not known who is there, the guard says so', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByText('Checking access')).toBeVisible()
    release()
    await expect(board).toBeVisible()
    await page.unroute('**/api/auth/me')
  })

  await test.step('an unknown path leads to the board', async () => {
    await page.goto('/no/such/page')
    await expect(board).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('a session that ends elsewhere ends here: on the next call, and in every tab', async () => {
    consoleNoise.allow(/401/)
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
})
