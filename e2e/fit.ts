import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect } from './capline.ts'

/** That axe finds nothing in either scheme, and nothing is wider than the window. */
export async function expectFit(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoOverflow(page)
}

/** The window itself never scrolls sideways: what lies within its shell does. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const content = page.locator('#content')
  expect(await content.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
}

/** That a box is red: its edge and its words have more of that than of anything else. */
export async function expectRed(box: Locator): Promise<void> {
  const colours = await box.evaluate((element) => {
    const { borderTopColor, color } = getComputedStyle(element)
    return [borderTopColor, color].map((colour) => (colour.match(/\d+/g) ?? []).map(Number))
  })
  for (const [red = 0, green = 0, blue = 0] of colours) expect(red).toBeGreaterThan(Math.max(green, blue) * 1.25)
}
