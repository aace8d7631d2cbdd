import { insertAdvertiser } from '#testing/caps.ts'
import { columnOf, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { addMany, clearDays, fieldOf, listDay, openCopy, plan, rowOf } from './copy-page.ts'
import { expectFit } from './fit.ts'

const WIDE = { width: 1280, height: 720 }

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('tomorrow is planned on a phone and by the keyboard', async ({ page, signIn }) => {
  const ada = await signIn('editor')
  await page.setViewportSize({ width: 375, height: 667 })

  await test.step('the rows are cards, nothing is wider than the screen, and a copy is made', async () => {
    await plan(ada)
    await openBoard(page)
    const dialog = await openCopy(page)
    await fieldOf(dialog, 'Planned', '44').fill('12')
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(page.getByText(/^1 cap copied to/)).toBeVisible()
    expect(await listDay(ada)).toHaveLength(3)
  })

  await page.setViewportSize(WIDE)
  await clearDays(page, ada)

  await test.step('tomorrow is planned from today with 200 caps and 20 changes by the keyboard alone', async () => {
    await addMany(ada, 200)
    await expect(columnOf(page, 'Today')).toContainText('200 caps · 200 sources')
    await page.keyboard.press('ControlOrMeta+K')
    await expect(page.getByRole('combobox', { name: 'Command or day' })).toBeFocused()
    await page.keyboard.type('copy caps')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Copy caps from…' })
    const focused = dialog.locator('input:focus')
    await expect(focused).toHaveAttribute('aria-label', /^Planned,/)
    // Ten one after the other, then ten that are looked for.
    for (let change = 0; change < 10; change += 1) {
      await page.keyboard.type(String(500 + change))
      await page.keyboard.press(change % 2 === 0 ? 'Enter' : 'ArrowDown')
    }
    for (let change = 0; change < 10; change += 1) {
      await page.keyboard.press('/')
      await expect(dialog.getByLabel('Find caps')).toBeFocused()
      await page.keyboard.type(`#${180 + change}`)
      await page.keyboard.press('Enter')
      await expect(focused).toHaveAttribute('aria-label', new RegExp(`^Planned, .* source ${180 + change}$`))
      await page.keyboard.type(String(600 + change))
    }
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText(/^200 caps copied to/)).toBeVisible()
    const caps = await listDay(ada)
    expect(caps).toHaveLength(200)
    const changed = caps.filter(({ cap }) => cap >= 500).map(({ cap }) => cap)
    expect(changed.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => 500 + index),
      ...Array.from({ length: 10 }, (_, index) => 600 + index),
    ])
  })
})

test('2,000 rows draw only what is in sight; the keys go on beyond it', async ({ page, signIn }) => {
  const ada = await signIn('editor')
  await addMany(ada, 2_000)
  await openBoard(page)
  const dialog = await openCopy(page)
  await expect(dialog.getByRole('button', { name: 'Copy 2,000 caps' })).toBeVisible()
  expect(await dialog.getByRole('checkbox', { name: /^Copy Alster/ }).count()).toBeLessThan(60)
  const focused = dialog.locator('input:focus')
  await expect(focused).toHaveAttribute('aria-label', /^Planned,/)
  for (let leap = 0; leap < 5; leap += 1) await page.keyboard.press('PageDown')
  await expect(focused).toHaveAttribute('aria-label', /source 10$/)
  await expect(focused).toBeInViewport({ ratio: 1 })
  await dialog.locator('[data-scroller]').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('aria-label', /source 1210$/)
  await expect(focused).toBeInViewport({ ratio: 1 })
})

test('in both schemes axe finds nothing on the preview, its calendar, its errors, nothing to copy and a failure', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  test.slow()
  consoleNoise.allow(/503/)
  const ada = await signIn('editor')
  await plan(ada)
  await openBoard(page)
  const dialog = await openCopy(page)
  await expect(rowOf(dialog, '46')).toBeVisible()
  await expectFit(page)
  await fieldOf(dialog, 'Planned', '44').fill('x')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('alertdialog')).toBeVisible()
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Another day…' }).click()
  await expectFit(page)
  await page.keyboard.press('Escape')
  await page.route('**/api/caps/day/*', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
  await dialog.getByRole('button', { name: /^Yesterday/ }).click()
  await expect(dialog.getByText('Not now.')).toBeVisible()
  await expectFit(page)
  await page.unroute('**/api/caps/day/*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Nothing to copy')).toBeVisible()
  await expectFit(page)
})
