import type { Locator, Page } from '@playwright/test'
import { addDays, weekdayOf } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { addCap, fieldOf, openBoard, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectNoOverflow } from './fit.ts'
import { expectAccessible } from './axe.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

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

test('a day that is typed goes onto the board, from any screen', async ({ page, signIn }) => {
  await signIn('viewer')
  await openBoard(page)
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
  await expect(page).toHaveURL(new RegExp(`/\\?days=${addDays(today(), 9)}`))
})

test('adding, copying, pasting, selecting, syncing and the mode are commands', async ({ page, signIn }) => {
  const editor = await signIn('editor')
  await addCap(editor)
  await openBoard(page)
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

test('a form is also opened from another screen', async ({ page, signIn }) => {
  await signIn('editor')
  await page.goto(`/day/${today()}/full`)
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible()
  await runCommand(page, 'add cap')
  await expect(page.getByRole('dialog', { name: 'Add new cap' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('it is found, read and left with keys, and gives the focus back', async ({ page, capline, signIn }) => {
  const readOnly = { key: 'viewer_read_only', value: 'true', updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' }
  await capline.db.insertInto('settings').values(readOnly).execute()
  await signIn('viewer')
  await openBoard(page)
  const button = page.getByRole('button', { name: 'Commands, Ctrl K' })
  await button.focus()
  await page.keyboard.press('Enter')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox', { name: 'Command or day' })
  await expect(field).toBeFocused()
  await expect(palette.getByRole('option', { name: 'Add a cap' })).toHaveCount(0)
  const active = () =>
    field.evaluate((input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent)
  expect(await active()).toContain('Go to Today')
  await page.keyboard.press('ArrowUp')
  expect(await active()).toBe('Sign out')
  await page.keyboard.press('ArrowDown')
  expect(await active()).toContain('Go to Today')
  await expectAccessible(page)
  await page.keyboard.type('xyzzy')
  await expect(palette.getByText('Nothing is called that.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('colours and the way out are commands too, also on a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await signIn('viewer')
  await openBoard(page)
  await openPalette(page)
  await expectNoOverflow(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await runCommand(page, 'sign out')
  await expect(page).toHaveURL(/\/login/)
})
