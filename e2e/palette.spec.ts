import type { Locator, Page } from '@playwright/test'
import { addDays, weekdayOf } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { expectAccessible } from './axe.ts'
import { addCap, columnOf, fieldOf, openBoard, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectLegible } from './fit.ts'
import { field, openSettings } from './settings-page.ts'

async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  return palette
}

async function runCommand(page: Page, words: string): Promise<void> {
  const palette = await openPalette(page)
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

/** The script of the palette is on its way until what is answered is called. */
async function holdPalette(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('what there is to do is found by its name', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  await addCap(await signIn('admin'))
  await openBoard(page)

  await test.step('what is typed before its script is there is typed into it, and is no command of the page', async () => {
    const release = await holdPalette(page)
    // The key of another alphabet.
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true }),
      ),
    )
    await page.keyboard.type('glx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('o')
    release()
    await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toHaveValue('glo')
    await page.keyboard.type('w')
    await expect(page.getByRole('combobox')).toHaveValue('glow')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page).toHaveURL('/')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('Enter that comes early too runs what was typed', async () => {
    const release = await holdPalette(page)
    await openBoard(page)
    await page.keyboard.press('Control+K')
    await page.keyboard.type('team')
    await page.keyboard.press('Enter')
    release()
    await expect(page).toHaveURL(/section=team/)
    await openBoard(page)
  })

  await test.step('so is each section of the Admin Panel', async () => {
    await runCommand(page, 'webhooks')
    await expect(page).toHaveURL(/section=webhooks/)
    await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible()
  })

  await test.step('a day that is typed goes onto the board, from any screen', async () => {
    const monday = addDays(today(), ((8 - weekdayOf(today())) % 7) + 7)
    await runCommand(page, 'next mon')
    await expect(page).toHaveURL(new RegExp(`days=${monday}`))
    await expect(page.locator(`#day-${monday}`)).toBeInViewport()

    const palette = await openPalette(page)
    await page.keyboard.type('2031-01-05')
    await expect(palette.getByRole('option')).toHaveText(['Go to Sun 5 Jan 2031', 'Full view of Sun 5 Jan 2031'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/day\/2031-01-05\/full/)
    await runCommand(page, '+9')
    await expect(page).toHaveURL(`/?days=${[...new Set([addDays(today(), 9), monday])].toSorted().join('.')}`)
  })

  await test.step('a form is also opened from another screen', async () => {
    await page
      .getByRole('link', { name: /^Full view/ })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/day/${today()}/full`))
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible()
    await runCommand(page, 'add cap')
    await expect(page.getByRole('dialog', { name: 'Add new cap' })).toBeVisible()
    await expect(page, 'with the days that were on the board').toHaveURL(/\/\?days=/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('all caps are also selected from another screen, once they are there', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/caps/day/*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/day/${today()}/full`)
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible()
    await runCommand(page, 'select all')
    await expect(page).toHaveURL(/\/$/)
    release()
    await expect(page.getByRole('region', { name: 'Selected caps' })).toBeVisible()
    await page.unroute('**/api/caps/day/*')
    await openBoard(page)
  })

  await test.step('adding, copying, pasting, selecting, syncing and the mode are commands', async () => {
    await runCommand(page, 'add')
    const form = page.getByRole('dialog', { name: 'Add new cap' })
    await expect(fieldOf(form, 'geo')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await runCommand(page, 'copy')
    await expect(page.getByRole('dialog', { name: 'Copy caps from…' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await runCommand(page, 'paste')
    await expect(page.getByRole('dialog', { name: /^Paste/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await runCommand(page, 'select all')
    await expect(page.getByRole('region', { name: 'Selected caps' })).toBeVisible()
    await runCommand(page, 'sync')
    await expect(page.getByText(/^Lead (sync completed|totals are)/)).toBeVisible()
    await runCommand(page, 'affiliate')
    await expect(page).toHaveURL(/mode=affiliate/)
  })

  await test.step('a wish is forgotten by those who stay where they are', async () => {
    await openSettings(page, 'team')
    await field(page, 'Product title').fill('Half written')
    await runCommand(page, 'affiliate')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
    await columnOf(page, 'Today').and(page.locator('[aria-busy=false]')).waitFor()
    await expect(page.getByRole('radio', { name: 'Broker caps' })).toBeChecked()
  })

  const question = page.getByRole('dialog', { name: 'Sign out without saving?' })

  await test.step('whoever signs out is asked first about what is not saved', async () => {
    await openSettings(page, 'team')
    await field(page, 'Product title').fill('Half written')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(field(page, 'Product title')).toHaveValue('Half written')
    await runCommand(page, 'sign out')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
  })

  await test.step('colours and the way out are commands too, also on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await openPalette(page)
    await expectLegible(page)
    await page.keyboard.type('dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await runCommand(page, 'sign out')
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)
  })
})
