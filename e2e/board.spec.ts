import { capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import type { SignedIn, TestCapline } from '#testing/capline.ts'
import { expectToast } from './admin-page.ts'
import { expectFit, expectRed } from './fit.ts'
import {
  addCap,
  cardsOf,
  columnOf,
  discardForm,
  fieldOf,
  fillIn,
  openAddForm,
  openBoard,
  today,
  tomorrow,
} from './board-page.ts'
import { expect, test } from './capline.ts'
import { closeToasts, openDayHistory, openPlanned, plannedOf } from './work-page.ts'

const EMPTY = 'This day has no caps yet.'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('caps come to the board, move and go', async ({ page, capline, signIn }) => {
  const editor = await signIn('editor')
  const other = await capline.signIn('editor')
  await openBoard(page)
  const column = columnOf(page, 'Today')

  await test.step('a change by somebody else shows by itself, and leaves what is being typed alone', async () => {
    await expect(column.getByText(EMPTY)).toBeVisible()
    await columnOf(page, 'Tomorrow').getByRole('button', { name: '+ Add cap' }).click()
    const form = page.getByRole('dialog')
    await fillIn(form, { geo: 'fr' })
    const { _id } = await addCap(other, { advertiserName: 'Added by another' })
    await expect(column.getByText('Added by another')).toBeVisible()
    await expect(fieldOf(form, 'geo')).toHaveValue('FR')
    await other.call(capCalls.remove, { params: { id: _id } })
    await expect(column.getByText(EMPTY)).toBeVisible()
    await discardForm(page)
  })

  await test.step('what is missing is said where it is missing', async () => {
    const form = await openAddForm(page)
    await fillIn(form, { geo: 'de' })
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(page.getByText(capTexts.fillBroker)).toBeVisible()
    await expect(fieldOf(form, 'advertiserId')).toHaveAttribute('aria-invalid', 'true')
    await expect(fieldOf(form, 'geo')).toHaveValue('DE')
    await discardForm(page)
  })

  await test.step('a cap that was moved leaves one day and comes to the other', async () => {
    await addCap(editor, { advertiserName: 'Wanderer' })
    await column.getByRole('button', { name: /^Edit/ }).click()
    const form = page.getByRole('dialog', { name: 'Edit cap' })
    await form.getByLabel(/^Date/).fill(tomorrow())
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(capTexts.updated)).toBeVisible()
    await expect(columnOf(page, 'Tomorrow').getByText('Wanderer')).toBeVisible()
    await expect(column.getByText(EMPTY)).toBeVisible()
  })

  await test.step('a cap is deleted after a question in words', async () => {
    await addCap(editor)
    await column.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByText(capTexts.confirmDelete('DE', '44'))).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(page.getByText(capTexts.deleted)).toBeVisible()
    await expect(column.getByText(EMPTY)).toBeVisible()
  })

  await test.step('a card shows all of its cap, and its group adds up', async () => {
    await addCap(editor, { geo: 'UK', cap: 4, cpa: 600, crg: 8.25, createdBy: '@ben' })
    await addCap(editor, { geo: 'UK', cap: 0, sourceNumber: '45', workingHours: '24/7', cpa: null, crg: null })
    await addCap(editor, { geo: 'AT', cap: 9, workingHours: null })
    bringLeadsOfUk(capline, ['44', '44', '44', '44', '44', '45'])
    await capline.sync()
    await expect(column.getByText('🇬🇧').first()).toBeVisible()
    await expect(column.getByText('2 caps · 2 sources')).toBeVisible()
    const [unknown, planned, free] = [cardsOf(column).nth(0), cardsOf(column).nth(1), cardsOf(column).nth(2)]
    for (const text of ['UK', 'Alster Insurance', 'B-1', '#44', '5 / 4', 'Target 4 · 0 to go', '100%']) {
      await expect(planned).toContainText(text)
    }
    for (const text of ['CPA $600', 'CRG 8.25%', 'EPL $49.50', 'Created by @ben', '09:00-17:00']) {
      await expect(planned).toContainText(text)
    }
    await expect(planned).not.toContainText('24/7')
    for (const text of ['#45', '1 / 0', '24/7', 'CPA n/a', 'CRG n/a', 'EPL n/a', '100%']) {
      await expect(free).toContainText(text)
    }
    for (const text of ['Hours n/a', 'Target 9 · 9 to go', '0%']) await expect(unknown).toContainText(text)
  })

  await test.step('a day of 2,000 caps draws only what is seen', async () => {
    await addMany(editor, 2_000)
    await expect(column.getByText(/^2,?000 caps/)).toBeVisible()
    await expect(cardsOf(column).first()).toBeVisible()
    expect(await cardsOf(column).count()).toBeLessThan(60)
  })
})

test('a server that fails for a while is told of, and nothing is lost', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/503/)
  const editor = await signIn('editor')
  const failure = { status: 503, json: { message: httpTexts.unavailable } }
  const column = columnOf(page, 'Today')

  await test.step('a board that cannot be read says why, and tries again', async () => {
    await page.route(`**/api/caps/day/${today()}`, (route) => route.fulfill(failure))
    await page.goto('/')
    await expect(column.getByRole('alert')).toContainText(httpTexts.unavailable)
    await expectRed(column.getByRole('alert'))
    await expect(columnOf(page, 'Tomorrow').getByText(EMPTY)).toBeVisible()
    await page.unroute(`**/api/caps/day/${today()}`)
    await column.getByRole('button', { name: /again/i }).click()
    await expect(column.getByText(EMPTY)).toBeVisible()
  })

  await test.step('a history that is empty or cannot be had says so', async () => {
    await page.route('**/api/caps/history*', (route) => route.fulfill(failure))
    const drawer = await openDayHistory(page)
    await expect(drawer.getByRole('alert')).toContainText(httpTexts.unavailable)
    await expectFit(page)
    await page.unroute('**/api/caps/history*')
    await drawer.getByRole('button', { name: 'Try again' }).click()
    await expect(drawer.getByText('No changes yet')).toBeVisible()
    await expectFit(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  })

  await test.step('a server that fails costs nobody what they typed', async () => {
    await closeToasts(page)
    const form = await openAddForm(page)
    await page.route('**/api/caps', (route) =>
      route.request().method() === 'POST' ? route.fulfill(failure) : route.continue(),
    )
    await fillIn(form, { geo: 'de', sourceNumber: '44', advertiserId: 'B-1' })
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expectToast(page, httpTexts.unavailable)
    await expect(fieldOf(form, 'sourceNumber')).toHaveValue('44')
    await page.unroute('**/api/caps')
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(page.getByText(capTexts.saved)).toBeVisible()
  })

  await test.step('a number that cannot be saved comes back as it was typed', async () => {
    await addCap(editor, { sourceNumber: '45', cap: 20 })
    const field = await openPlanned(page, '45')
    await closeToasts(page)
    // The board reads by such addresses too.
    await page.route('**/api/caps/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill(failure) : route.continue(),
    )
    await field.fill('35')
    await page.keyboard.press('Enter')
    await expect(page.getByText(httpTexts.unavailable).first()).toBeVisible()
    await expect(field).toHaveValue('35')
    await expect(field).toBeFocused()
    await page.unroute('**/api/caps/*')
    await page.keyboard.press('Enter')
    await expect(plannedOf(page, '45')).toHaveText('35')
  })
})

test('what a form would write over is shown first', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/409/)
  const editor = await signIn('editor')
  const { _id } = await addCap(editor, { cap: 17 })
  await openBoard(page)

  await test.step('a cap that stands already is shown beside what was typed', async () => {
    const form = await openAddForm(page)
    await fillIn(form, { geo: 'de', sourceNumber: '#44', advertiserId: 'B-1' })
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(form.getByText(capTexts.exists('DE / source 44', today())).first()).toBeVisible()
    await expect(fieldOf(form, 'sourceNumber')).toHaveValue('#44')
    await discardForm(page)
  })

  await test.step('what somebody else saved meanwhile is shown before it is written over', async () => {
    await columnOf(page, 'Today').getByRole('button', { name: /^Edit/ }).click()
    const form = page.getByRole('dialog', { name: 'Edit cap' })
    await fillIn(form, { cap: '21' })
    await editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ date: today(), cap: 99 }) })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText(capTexts.changedMeanwhile).first()).toBeVisible()
    await expect(form.getByText('99').first()).toBeVisible()
    expect(await editor.call(capCalls.listDay, { params: { date: today() } })).toMatchObject([{ cap: 99 }])
  })
})

function bringLeadsOfUk({ source }: TestCapline, sourceNumbers: readonly string[]): void {
  const leads = sourceNumbers.map((sourceNumber, index) => ({
    id: `lead-${index}`,
    createdAt: formatInstant(systemClock.now()),
    geo: 'GB',
    sourceNumber,
    advertiserId: 'B-1',
  }))
  source.put('leads', ...leads)
}

async function addMany({ call }: SignedIn, count: number): Promise<void> {
  const create = Array.from({ length: count }, (_, index) =>
    buildCapDraft({ date: today(), sourceNumber: String(index) }),
  )
  await call(capCalls.commit, { body: { action: 'bulk', create, update: [], remove: [] } })
}
