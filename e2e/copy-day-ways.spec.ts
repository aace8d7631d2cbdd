import { insertAdvertiser } from '#testing/caps.ts'
import { openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { addMany, fieldOf, listDay, openCopy, plan, rowOf } from './copy-page.ts'
import { expectFit } from './fit.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('tomorrow is planned on a phone, where all of it is legible; a failure is told', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/503/)
  const ada = await signIn('editor')
  await page.setViewportSize({ width: 375, height: 667 })
  await plan(ada)
  await openBoard(page)
  const dialog = await openCopy(page)
  const question = dialog.getByRole('alertdialog')

  await test.step('the preview, with what is wrong, and the question before it is left', async () => {
    await fieldOf(dialog, 'Planned', '44').fill('x')
    await expect(rowOf(dialog, '46')).toBeVisible()
    await expect.poll(() => dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
  })

  await test.step('the calendar, and a day that cannot be had at first', async () => {
    await dialog.getByRole('button', { name: 'Another day…' }).click()
    await expectFit(page)
    await page.keyboard.press('Escape')
    await page.route('**/api/caps/day/*', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
    await dialog.getByRole('button', { name: /^Yesterday/ }).click()
    await expect(dialog.getByText('Not now.')).toBeVisible()
    await page.unroute('**/api/caps/day/*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText('Nothing to copy')).toBeVisible()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByRole('button', { name: /^Today/ }).click()
    await expect(fieldOf(dialog, 'Planned', '44')).toHaveValue('x')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a value without rows stays typed, and Esc in a menu closes the menu alone', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openCopy(page)
    await dialog.getByRole('button', { name: 'Columns' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await dialog.getByRole('checkbox', { name: 'New 1' }).uncheck()
    await dialog.getByLabel('Value for 0 chosen').fill('50')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Choose rows first.')).toBeVisible()
    await expect(dialog.getByLabel('Value for 0 chosen')).toHaveValue('50')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('caps are copied', async () => {
    await openCopy(page)
    await fieldOf(dialog, 'Planned', '44').fill('12')
    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(page.getByText(/^1 cap copied to/)).toBeVisible()
    expect(await listDay(ada)).toHaveLength(3)
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
