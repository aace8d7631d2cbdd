import { systemClock } from '#platform/clock.ts'
import { insertMember } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { PATIENCE } from '#testing/patience.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { expect, test } from './capline.ts'

test('sign in with a code from Telegram, add a cap, sync, see it delivered, sign out', async ({ page, capline }) => {
  const anna = await insertMember(capline.db, { role: 'admin', handle: 'anna' })
  const chat = Number(anna.telegramId)
  capline.telegram.addPerson({ id: chat, first_name: 'Anna', username: 'anna', started: true })
  await insertAdvertiser(capline.db, 'B-17', 'Alster Insurance')

  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel(/username or/i).fill('@Anna')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Verification code sent to your Telegram account.')).toBeVisible()
  await expect(page.getByText(/\b4:5\d\b/)).toBeVisible()
  const message = await capline.telegram.waitForMessage(chat, () => true, PATIENCE)
  const code = /\b[A-Z2-9]{6}\b/.exec(message.text ?? '')?.[0] ?? ''
  await page.getByLabel(/code/i).pressSequentially(code.toLowerCase())
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('@anna')).toBeVisible()
  await expect(page.getByText('Role: admin')).toBeVisible()
  const column = page.getByRole('region', { name: /^Today/ })
  await expect(column.getByText('This day has no caps yet.')).toBeVisible()

  await column.getByRole('button', { name: '+ Add cap' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add new cap' })
  await form.getByLabel(/^Geo/).fill('de')
  await expect(form.getByLabel(/^Geo/)).toHaveValue('DE')
  await form.getByLabel(/^Cap/).fill('20')
  await form.getByRole('combobox', { name: 'Affiliate ID' }).fill('44')
  await form.getByRole('combobox', { name: 'Advertiser ID' }).fill('B-17')
  await form.getByRole('button', { name: 'Create cap' }).click()
  await expect(page.getByText('Cap saved')).toBeVisible()
  await expect(column.getByText('Alster Insurance')).toBeVisible()
  await expect(column.getByText('Target 20 · 20 to go')).toBeVisible()

  capline.source.put('leads', {
    id: 'lead-1',
    createdAt: formatInstant(systemClock.now()),
    geo: 'de',
    sourceNumber: '#44',
    advertiserId: 'B-17',
    email: 'somebody@mail.test',
    status: 'New',
  })
  await page.getByRole('button', { name: 'Run lead sync' }).click()
  await expect(page.getByText('Lead sync completed (1 new leads, 0 new deposits).')).toBeVisible()
  await expect(column.getByText('Target 20 · 19 to go')).toBeVisible()

  // A read that is on its way by then, and would come back refused, is given up.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/analytics/daily?*', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/analytics/daily?*')
  await page.getByRole('link', { name: 'View data' }).click()
  await asked
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/analytics/daily'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await givenUp
  release()
  await expect(page).toHaveURL(/\/login/)
})
