import type { Locator, Page } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { texts } from '#contract/texts.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import type { SignedIn } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { expect, test } from './capline.ts'

const today = zoneOf('Etc/GMT-2').dayOf(systemClock.now())
const tomorrow = addDays(today, 1)

const column = (page: Page, day: 'Today' | 'Tomorrow'): Locator =>
  page.getByRole('region', { name: new RegExp(`^${day}`) })

const addCap = ({ call }: SignedIn, fields = {}) =>
  call(capCalls.create, { body: buildCapDraft({ date: today, ...fields }) })

async function fillForm(page: Page, fields: Record<string, string>): Promise<Locator> {
  const form = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) {
    await form
      .getByRole(label === 'Advertiser ID' ? 'combobox' : 'textbox', { name: new RegExp(`^${label}`) })
      .fill(value)
  }
  return form
}

test.beforeEach(async ({ capline }) => {
  await insertAdvertiser(capline.db)
})

test('a card shows all of its cap, and its group adds up', async ({ page, capline, signIn }) => {
  const editor = await signIn('editor')
  await addCap(editor, { geo: 'UK', cap: 4, cpa: 600, crg: 8.25, createdBy: '@ben' })
  await addCap(editor, { geo: 'UK', cap: 0, sourceNumber: '45', workingHours: '24/7', cpa: null, crg: null })
  const leads = ['44', '44', '44', '44', '44', '45'].map((sourceNumber, index) => ({
    id: `lead-${index}`,
    createdAt: formatInstant(systemClock.now()),
    geo: 'GB',
    sourceNumber,
    advertiserId: 'B-1',
  }))
  capline.source.put('leads', ...leads)
  await capline.sync()
  await page.goto('/')
  const day = column(page, 'Today')
  await expect(day.getByText('🇬🇧').first()).toBeVisible()
  await expect(day.getByText('2 caps · 2 sources')).toBeVisible()
  const [planned, free] = [day.getByRole('article').nth(0), day.getByRole('article').nth(1)]
  for (const text of [
    'Alster Insurance',
    'B-1',
    '#44',
    'Target 4 · 0 to go',
    '100%',
    '$600',
    '8.25%',
    'EPL $49.50',
    '@ben',
  ]) {
    await expect(planned).toContainText(text)
  }
  await expect(planned).toContainText('09:00-17:00')
  for (const text of ['#45', '24/7', 'n/a', '100%']) await expect(free).toContainText(text)
})

test('a change by somebody else shows by itself, and leaves what is being typed alone', async ({
  page,
  signIn,
  capline,
}) => {
  await signIn('editor')
  const other = await capline.signIn('editor')
  await page.goto('/')
  await expect(column(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
  await column(page, 'Tomorrow').getByRole('button', { name: '+ Add cap' }).first().click()
  const form = await fillForm(page, { Geo: 'fr' })
  const { _id } = await addCap(other, { advertiserName: 'Added by another' })
  await expect(column(page, 'Today').getByText('Added by another')).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Geo/ })).toHaveValue('FR')
  await other.call(capCalls.remove, { params: { id: _id } })
  await expect(column(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
})

test('what is missing is said where it is missing', async ({ page, signIn }) => {
  await signIn('editor')
  await page.goto('/')
  await column(page, 'Today').getByRole('button', { name: '+ Add cap' }).first().click()
  const form = await fillForm(page, { Geo: 'de' })
  await form.getByRole('button', { name: 'Create cap' }).click()
  await expect(page.getByText(texts.caps.fillBroker)).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Advertiser ID' })).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('textbox', { name: /^Geo/ })).toHaveValue('DE')
})

test('a server that fails costs nobody what they typed', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/503/)
  await signIn('editor')
  await page.goto('/')
  await column(page, 'Today').getByRole('button', { name: '+ Add cap' }).first().click()
  await page.route('**/api/caps', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: texts.http.unavailable } })
      : route.continue(),
  )
  const form = await fillForm(page, { Geo: 'de', 'Affiliate ID': '44', 'Advertiser ID': 'B-1' })
  await form.getByRole('button', { name: 'Create cap' }).click()
  await expect(page.getByText(texts.http.unavailable).first()).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Affiliate ID/ })).toHaveValue('44')
  await page.unroute('**/api/caps')
  await form.getByRole('button', { name: 'Create cap' }).click()
  await expect(page.getByText(texts.caps.saved)).toBeVisible()
})

test('a cap that stands already is shown beside what was typed', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/409/)
  const editor = await signIn('editor')
  await addCap(editor, { cap: 17 })
  await page.goto('/')
  await column(page, 'Today').getByRole('button', { name: '+ Add cap' }).first().click()
  const form = await fillForm(page, { Geo: 'de', 'Affiliate ID': '#44', 'Advertiser ID': 'B-1' })
  await form.getByRole('button', { name: 'Create cap' }).click()
  await expect(form.getByText(texts.caps.exists('DE / source 44', today)).first()).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Affiliate ID/ })).toHaveValue('#44')
})

test('a cap that was moved leaves one day and comes to the other', async ({ page, signIn }) => {
  const editor = await signIn('editor')
  await addCap(editor, { advertiserName: 'Wanderer' })
  await page.goto('/')
  await column(page, 'Today').getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit cap' })
  await form.getByLabel(/^Date/).fill(tomorrow)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(texts.caps.updated)).toBeVisible()
  await expect(column(page, 'Tomorrow').getByText('Wanderer')).toBeVisible()
  await expect(column(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
})

test('what somebody else saved meanwhile is shown before it is written over', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/409/)
  const editor = await signIn('editor')
  const { _id } = await addCap(editor)
  await page.goto('/')
  await column(page, 'Today').getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit cap' })
  await form.getByRole('textbox', { name: /^Cap/ }).fill('21')
  await editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ date: today, cap: 99 }) })
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form.getByText(texts.caps.changedMeanwhile).first()).toBeVisible()
  await expect(form.getByText('99').first()).toBeVisible()
  expect(await editor.call(capCalls.listDay, { params: { date: today } })).toMatchObject([{ cap: 99 }])
})

test('a cap is deleted after a question in words', async ({ page, signIn }) => {
  const editor = await signIn('editor')
  await addCap(editor)
  await page.goto('/')
  await column(page, 'Today')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText(texts.caps.confirmDelete('DE', '44'))).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText(texts.caps.deleted)).toBeVisible()
  await expect(column(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
})

test('a viewer who may only look sees nothing that changes anything', async ({ page, capline, signIn }) => {
  await addCap(await capline.signIn('editor'))
  const saved = { key: 'viewer_read_only', value: 'true', updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' }
  await capline.db.insertInto('settings').values(saved).execute()
  await signIn('viewer')
  await page.goto('/')
  await expect(column(page, 'Today').getByText('Alster Insurance').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Add cap|^Edit|^Delete|Run lead sync/ })).toHaveCount(0)
})

test('a board that cannot be read says why, and tries again', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/503/)
  await signIn('viewer')
  await page.route(`**/api/caps/day/${today}`, (route) =>
    route.fulfill({ status: 503, json: { message: texts.http.unavailable } }),
  )
  await page.goto('/')
  await expect(column(page, 'Today').getByText(texts.http.unavailable)).toBeVisible()
  await expect(column(page, 'Tomorrow').getByText('This day has no caps yet.')).toBeVisible()
  await page.unroute(`**/api/caps/day/${today}`)
  await column(page, 'Today').getByRole('button', { name: /again/i }).click()
  await expect(column(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
})

test('a day of 2,000 caps draws only what is seen', async ({ page, signIn }) => {
  const editor = await signIn('editor')
  await addMany(editor, today, 2_000)
  await page.goto('/')
  await expect(column(page, 'Today').getByRole('article').first()).toBeVisible()
  expect(await column(page, 'Today').getByRole('article').count()).toBeLessThan(60)
})

for (const timezoneId of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test.describe(`with a browser in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('today is the day of the configured zone', async ({ page, signIn }) => {
      const editor = await signIn('editor')
      await addCap(editor, { advertiserName: 'Of today' })
      await addCap(editor, { date: tomorrow, advertiserName: 'Of tomorrow' })
      await page.goto('/')
      await expect(column(page, 'Today').getByText('Of today')).toBeVisible()
      await expect(column(page, 'Tomorrow').getByText('Of tomorrow')).toBeVisible()
    })
  })
}

async function addMany({ call }: SignedIn, date: Day, count: number): Promise<void> {
  const create = Array.from({ length: count }, (_, index) => buildCapDraft({ date, sourceNumber: String(index) }))
  await call(capCalls.commit, { body: { action: 'bulk', create, update: [], remove: [] } })
}
