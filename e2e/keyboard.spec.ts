import type { Locator, Page } from '@playwright/test'
import { insertMember } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { PATIENCE } from '#testing/patience.ts'
import { cardOf, columnOf, fieldOf } from './board-page.ts'
import { expect, test } from './capline.ts'

/** More stops of the keyboard than any screen has. */
const STOPS = 60

test('the keyboard alone signs in, adds, changes and deletes a cap, syncs and signs out', async ({ page, capline }) => {
  await insertAdvertiser(capline.db)
  const { telegramId } = await insertMember(capline.db, { role: 'editor', handle: 'ada' })
  const chat = Number(telegramId)
  capline.telegram.addPerson({ id: chat, first_name: 'Ada', username: 'ada', started: true })
  await page.goto('/login')
  await expect(page.getByLabel('Telegram username or ID')).toBeFocused()
  await page.keyboard.type('ada')
  await page.keyboard.press('Enter')
  const { text } = await capline.telegram.waitForMessage(chat, () => true, PATIENCE)
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await page.keyboard.type(/\b[A-Z2-9]{6}\b/.exec(text)?.[0] ?? '')
  await page.keyboard.press('Enter')

  const column = columnOf(page, 'Today')
  await expect(column.getByText('This day has no caps yet.')).toBeVisible()
  await tabTo(page, column.getByRole('button', { name: '+ Add cap' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await expect(fieldOf(form, 'geo')).toBeFocused()
  await page.keyboard.type('de')
  await tabTo(page, fieldOf(form, 'advertiserId'))
  await page.keyboard.type('alst')
  await expect(page.getByRole('option', { name: /B-1/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(fieldOf(form, 'advertiserId')).toHaveValue('B-1')
  await tabTo(page, fieldOf(form, 'sourceNumber'))
  await page.keyboard.type('44')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cap saved')).toBeVisible()
  await expect(column.getByRole('button', { name: '+ Add cap' })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Edit cap DE / source 44' }))
  await page.keyboard.press('Enter')
  await expect(fieldOf(form, 'cap')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('35')
  await tabTo(page, form.getByRole('button', { name: 'Save changes' }))
  await page.keyboard.press('Enter')
  await expect(cardOf(column, '44')).toContainText('0 / 35')
  await expect(form).toHaveCount(0)

  await tabTo(page, page.getByRole('button', { name: 'Delete cap DE / source 44' }))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tabTo(page, form.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expect(column.getByText('This day has no caps yet.')).toBeVisible()
  await expect(form).toHaveCount(0)

  await tabTo(page, page.getByRole('button', { name: 'Run lead sync' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Lead (sync completed|totals are)/)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

/** Goes on with Tab until the target has the focus, which must then be seen and lie under nothing. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Looked for once.
  const wanted = await target.elementHandle()
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await wanted?.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
  const seen = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
    element.blur()
    const without = getComputedStyle(element).borderColor
    element.focus()
    const ring = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    return { covered: !element.contains(onTop), marked: ring || borderColor !== without }
  })
  expect(seen).toEqual({ covered: false, marked: true })
}
