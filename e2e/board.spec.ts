import { httpTexts } from '#contract/texts/http.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import type { TestCapline } from '#testing/capline.ts'
import { expectFit, expectRed } from './fit.ts'
import { addCap, cardsOf, columnOf, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { closeToasts } from './admin-page.ts'
import { openDayHistory, openPlanned, plannedOf } from './work-page.ts'

const EMPTY = 'This day has no caps yet.'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('a server that fails for a while is told of, and nothing is lost', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/503/)
  const editor = await signIn('editor')
  const failure = { status: 503, json: { message: httpTexts.unavailable } }
  const column = columnOf(page, 'Today')

  await test.step('a board that cannot be read says why, and tries again', async () => {
    const [day, leads] = [`**/api/caps/day/${today()}`, `**/api/caps/total?date=${today()}`]
    for (const path of [day, leads]) await page.route(path, (route) => route.fulfill(failure))
    await page.goto('/')
    await expect(column.getByRole('alert')).toContainText(httpTexts.unavailable)
    await expectRed(column.getByRole('alert'))
    await expect(columnOf(page, 'Tomorrow').getByText(EMPTY)).toBeVisible()
    const tile = page.locator('dl > div').filter({ hasText: 'Total leads today' })
    await expect(tile).toContainText('Could not be loaded.')
    await expectFit(page)
    for (const path of [day, leads]) await page.unroute(path)
    await tile.getByRole('button', { name: 'Try again' }).click()
    await expect(tile).not.toContainText('Could not be loaded.')
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
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
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

  await test.step('a card shows all of its cap, and its group adds up', async () => {
    await addCap(editor, { geo: 'UK', cap: 4, cpa: 600, crg: 8.25, createdBy: '@ben' })
    await addCap(editor, { geo: 'UK', cap: 0, sourceNumber: '45', workingHours: '24/7', cpa: null, crg: null })
    await addCap(editor, { geo: 'AT', cap: 9, workingHours: null })
    bringLeadsOfUk(capline, ['44', '44', '44', '44', '44', '45'])
    await capline.sync()
    await expect(column.getByText('🇬🇧').first()).toBeVisible()
    await expect(column.getByText('2 caps · 2 sources')).toBeVisible()
    const [unknown, planned, free] = [cardsOf(column).nth(0), cardsOf(column).nth(-2), cardsOf(column).nth(-1)]
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
