import type { Locator, Page } from '@playwright/test'
import { expect } from './capline.ts'

/** Those of one line. */
const LINES = 'input:not([type=checkbox], [type=radio], [type=hidden], [readonly])'

/**
 * That each field of one line in a place says what the browser may suggest in it, and that what is typed replaces what
 * stands, come to by key and by click, in the first field of each make: one listener of the page does it for all.
 */
export async function expectTypedOver(page: Page, place: Locator, count: number): Promise<void> {
  const fields = place.locator(LINES).filter({ visible: true })
  await expect(fields).toHaveCount(count)
  const found = await fields.evaluateAll((all: HTMLInputElement[]) =>
    all.map((field) => ({
      make: `${field.type} ${field.role} ${field.className}`,
      isSuggested: field.hasAttribute('autocomplete'),
      html: field.outerHTML,
    })),
  )
  expect(found.filter(({ isSuggested }) => !isSuggested).map(({ html }) => html)).toEqual([])
  const makes = found.map(({ make }) => make)
  for (const make of new Set(makes)) await expectFieldTypedOver(page, fields.nth(makes.indexOf(make)))
}

async function expectFieldTypedOver(page: Page, field: Locator): Promise<void> {
  const name = await field.evaluate((element: HTMLInputElement) => element.ariaLabel ?? element.labels?.[0]?.innerText)
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
