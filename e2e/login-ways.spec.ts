import type { Page } from '@playwright/test'
import { authTexts } from '#contract/texts/auth.ts'
import { systemClock } from '#platform/clock.ts'
import { insertMember, insertSession, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { PATIENCE } from '#testing/patience.ts'
import { storageKeys } from '#web/lib/storage.ts'
import { cardOf, columnOf, dialogOf, fillIn, openAddForm, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { openPlanned, plannedFieldOf, plannedOf } from './work-page.ts'

const identifierField = (page: Page) => page.getByLabel('Telegram username or ID')
const board = (page: Page) => page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })
const codeField = (page: Page) => page.getByLabel('Verification code')

/** To the second step, for whoever that is: the answer is the same for members and strangers. */
async function requestCode(page: Page, identifier = '@somebody'): Promise<void> {
  await identifierField(page).fill(identifier)
  await page.getByRole('button', { name: 'Request code' }).click()
  await expect(codeField(page)).toBeFocused()
}

/** Signs in with the code that comes over Telegram. */
async function signInWithCode(page: Page, capline: TestCapline): Promise<void> {
  const { handle, telegramId } = await insertMember(capline.db, { role: 'editor', handle: 'ada' })
  const chat = Number(telegramId)
  capline.telegram.addPerson({ id: chat, first_name: 'Ada', username: 'ada', started: true })
  await requestCode(page, `@${handle}`)
  const { text } = await capline.telegram.waitForMessage(chat, () => true, PATIENCE)
  await codeField(page).fill(/\b[A-Z2-9]{6}\b/.exec(text)?.[0] ?? '')
  // The message goes by itself, maybe before a busy machine has drawn the board.
  const told = expect(page.getByText(authTexts.loggedIn)).toBeVisible()
  await Promise.all([told, page.keyboard.press('Enter')])
  await expect(board(page)).toBeVisible()
}

/** What this browser keeps of who is signed in: the token and the member. */
async function storedSession(page: Page): Promise<(string | null)[]> {
  return page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), [storageKeys.token, storageKeys.member])
}

test('somebody signs in, walks about, signs out, and asks for another code', async ({
  page,
  capline,
  consoleNoise,
}) => {
  await test.step('whoever signs in comes to where they wanted to go, and not back to the sign-in page', async () => {
    await page.goto('/healthz')
    await page.goto('/?mode=affiliate')
    await expect(page).toHaveURL(/\/login\?/)
    await signInWithCode(page, capline)
    await expect(page).toHaveURL('/?mode=affiliate')
    await page.goBack()
    await expect(page).toHaveURL('/healthz')
    await page.goForward()
    await expect(page).toHaveURL('/?mode=affiliate')
    expect(await storedSession(page)).toEqual([
      expect.stringMatching(/^.{43}$/),
      expect.stringContaining('"handle":"ada"'),
    ])
  })

  await test.step('an unknown path leads to the dashboard, in place of it in the history', async () => {
    await page.goto('/day/2026-11-20/full')
    await page.goto('/nowhere/at/all')
    await expect(page).toHaveURL('/')
    await expect(board(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/day/2026-11-20/full')
    await page.goForward()
    await expect(page).toHaveURL('/')
  })

  await test.step('while it is not known who is there, the guard says so', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await held
      await route.continue()
    })
    // After some seconds the member that is stored is believed, maybe before a busy machine has loaded the page.
    await Promise.all([expect(page.getByText('Checking access')).toBeVisible(), page.goto('/')])
    release()
    await expect(board(page)).toBeVisible()
    await page.unroute('**/api/auth/me')
  })

  await test.step('signing out in one tab signs out the other', async () => {
    const other = await page.context().newPage()
    await openBoard(other)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(/\/login/)
    await expect(page).toHaveURL(/\/login/)
    await expect(identifierField(page)).toBeVisible()
    expect(await storedSession(page)).toEqual([null, null])
    await other.close()
  })

  await test.step('without a bot the page says that no code can come', async () => {
    await page.route('**/api/settings/public', async (route) => {
      const response = await route.fetch()
      const settings: unknown = await response.json()
      await route.fulfill({ json: Object.assign({}, settings, { hasBot: false }) })
    })
    await page.reload()
    await expect(page.getByText(authTexts.noBot)).toBeVisible()
    await page.unroute('**/api/settings/public')
    await page.reload()
    await expect(page.getByText('We send a code to you on Telegram.')).toBeVisible()
  })

  await test.step('only a sandbox says where its codes arrive', async () => {
    await requestCode(page)
    await expect(page.getByText('sandbox')).toHaveCount(0)

    await page.route('**/api/settings/public', async (route) => {
      const response = await route.fetch()
      const settings: unknown = await response.json()
      const ofSandbox = { sandbox: true, sandboxPage: 'http://telegram.test/' }
      await route.fulfill({ json: Object.assign({}, settings, ofSandbox) })
    })
    await page.reload()
    await requestCode(page)
    await expect(page.getByRole('link', { name: authTexts.sandboxOpen })).toHaveAttribute(
      'href',
      'http://telegram.test/',
    )
  })

  await test.step('a code that cannot be requested is told: in the words of the server, or in general', async () => {
    consoleNoise.allow(/status of 429|net::ERR_FAILED/)
    let lost = true
    const message = authTexts.tooManyCodes('name', 12)
    const refusal = { status: 429, json: { message } }
    await page.route('**/api/auth/request', (route) => (lost ? route.abort() : route.fulfill(refusal)))
    await page.getByRole('button', { name: 'Back' }).click()
    await identifierField(page).fill('@somebody')
    await page.keyboard.press('Enter')
    await expect(identifierField(page)).toHaveAccessibleDescription('Something went wrong.')

    lost = false
    await page.keyboard.press('Enter')
    await expect(identifierField(page)).toHaveAccessibleDescription(message)
    await expect(identifierField(page)).toHaveValue('@somebody')
  })

  await test.step('who is refused a code has one sent by the bot, and enters it', async () => {
    await page.unroute('**/api/auth/request')
    await page.context().clearCookies()
    await identifierField(page).fill('@ada')
    await page.getByRole('button', { name: 'I have a code' }).click()
    await expect(codeField(page)).toBeFocused()
    await expect(page.getByText('Send /login to the bot in Telegram to get one.')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    const chat = capline.telegram.people().find(({ username }) => username === 'ada')?.id ?? 0
    capline.telegram.say(chat, chat, '/login')
    const isAsked = ({ text }: { text?: string }) => text?.includes('You asked for it') ?? false
    const { text } = await capline.telegram.waitForMessage(chat, isAsked, PATIENCE)
    await codeField(page).fill(/\b[A-Z2-9]{6}\b/.exec(text)?.[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(board(page)).toBeVisible()
  })

  await test.step('a session that ends elsewhere ends here: on the next call, and in every tab', async () => {
    consoleNoise.allow(/401/)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await capline.db.deleteFrom('sessions').execute()
    const run = page.getByRole('button', { name: 'Run lead sync' })
    // A stream of events that opens just now finds out by itself; then there is nothing left to press.
    await run.or(identifierField(page)).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(other).toHaveURL(/\/login/)
    for (const each of [page, other]) await expect(each.getByText('Your session has ended.')).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|member/.test(key)))).toEqual([])
  })
})

test('what is typed when a session ends elsewhere is saved once its member has signed in in another tab', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/status of 401/)
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  await openBoard(page)
  const form = dialogOf(page, 'Add new cap')
  const told = dialogOf(page, 'You are signed out')
  const create = form.getByRole('button', { name: 'Create cap' })
  const typeAndEnd = async () => {
    await openAddForm(page)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', cap: '33' })
    await capline.db.deleteFrom('sessions').execute()
    await create.click()
    await expect(told).toBeVisible()
  }
  const signInElsewhere = async ({ member, token }: { member: object; token: string }) => {
    const opened = page.context().waitForEvent('page')
    await told.getByRole('link', { name: 'Sign in' }).click()
    const other = await opened
    await expect(identifierField(other)).toBeVisible()
    const stored = [storageKeys.token, token, storageKeys.member, JSON.stringify(member)] as const
    await other.evaluate(([tokenKey, itsToken, memberKey, itsMember]) => {
      localStorage.setItem(tokenKey, itsToken)
      localStorage.setItem(memberKey, itsMember)
    }, stored)
    await other.close()
  }

  const signOutElsewhere = async () => {
    const other = await page.context().newPage()
    await openBoard(other)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(/\/login/)
    await other.close()
  }

  await test.step('it stays, also after Esc', async () => {
    await typeAndEnd()
    await page.keyboard.press('Escape')
    await expect(told).toContainText('What you changed here is not saved yet.')
    await expectFit(page)
    await signInElsewhere({ ...ada, token: await insertSession(capline.db, ada.member, systemClock) })
    await expect(told).toHaveCount(0)
    await create.click()
    await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('0 / 33')
  })

  await test.step('a number whose own save meets the end stays too', async () => {
    await openPlanned(page, '44')
    await plannedFieldOf(page, '44').fill('35')
    await capline.db.deleteFrom('sessions').execute()
    await page.keyboard.press('Enter')
    await expect(told).toBeVisible()
    await signInElsewhere({ ...ada, token: await insertSession(capline.db, ada.member, systemClock) })
    await expect(told).toHaveCount(0)
    await expect(plannedFieldOf(page, '44')).toHaveValue('35')
    await plannedFieldOf(page, '44').press('Enter')
    await expect(plannedOf(page, '44')).toHaveText('35')
  })

  await test.step('what was on its way and is saved since is not called unsaved any more', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/caps/*', async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    })
    await openPlanned(page, '44')
    await page.keyboard.type('36')
    const sent = page.waitForRequest('**/api/caps/*')
    await page.keyboard.press('Enter')
    await sent
    await signOutElsewhere()
    await expect(told).toContainText('A change is still being saved.')
    answer()
    await expect(told).toContainText('Nothing here is left to save.')
    await expect(told).not.toContainText('not saved')
    await expectFit(page)
    await page.unroute('**/api/caps/*')
    await signInElsewhere({ ...ada, token: await insertSession(capline.db, ada.member, systemClock) })
    await expect(told).toHaveCount(0)
    await expect(plannedOf(page, '44')).toHaveText('36')
  })

  await test.step('it stays as well where its member has signed out in another tab', async () => {
    await openAddForm(page)
    await fillIn(form, { geo: 'AT', advertiserId: 'B-1', sourceNumber: '45', cap: '34' })
    await signOutElsewhere()
    await expect(told).toBeVisible()
    await signInElsewhere({ ...ada, token: await insertSession(capline.db, ada.member, systemClock) })
    await expect(told).toHaveCount(0)
    await create.click()
    await expect(cardOf(columnOf(page, 'Today'), '45')).toContainText('0 / 34')
  })

  await test.step('nobody else goes on with it', async () => {
    await typeAndEnd()
    const ben = await capline.signIn('editor')
    await signInElsewhere(ben)
    await expect(page.getByText(`@${ben.member.handle}`)).toBeVisible()
    await expect(form).toHaveCount(0)
  })

  await test.step('it can be discarded', async () => {
    await typeAndEnd()
    await told.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/login/)
  })
})
