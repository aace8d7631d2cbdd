import type { Locator, Page } from '@playwright/test'
import { expect } from './capline.ts'

/** Those of one line. */
const LINES = 'input:not([type=checkbox], [type=radio], [type=hidden], [readonly])'

/**
 * That what is typed replaces what stands, in each field of one line in a place, come to by key and by click; and that
 * each says what the browser may suggest in it.
 */
export async function expectTypedOver(page: Page, place: Locator, count: number): Promise<void> {
  const fields = place.locator(LINES).filter({ visible: true })
  await expect(fields).toHaveCount(count)
  for (let index = 0; index < count; index += 1) await expectFieldTypedOver(page, fields.nth(index))
}

async function expectFieldTypedOver(page: Page, field: Locator): Promise<void> {
  const name = await field.evaluate((element: HTMLInputElement) => element.ariaLabel ?? element.labels?.[0]?.innerText)
  await expect(field, name).toHaveAttribute('autocomplete', /./)
  await field.fill('12')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(field, `${name} by Tab`).toBeFocused()
  await page.keyboard.type('9')
  await expect(field, `${name} by Tab`).toHaveValue('9')

  await field.fill('12')
  await field.blur()
  await field.click()
  await page.keyboard.type('9')
  await expect(field, `${name} by a click`).toHaveValue('9')

  // Within a field that has the focus a click puts the caret where it is.
  await field.click()
  await page.keyboard.type('1')
  await expect(field, `${name} by a second click`).toHaveValue(/^(19|91)$/)
  // A search would hide the fields that come next.
  if ((await field.getAttribute('type')) === 'search') await field.fill('')
}

/** That the field on which a dialog opened takes what is typed in the place of what stands. */
export async function expectOpenedOn(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeFocused()
  await expect(field).not.toHaveValue('')
  await page.keyboard.type('9')
  await expect(field).toHaveValue('9')
}
