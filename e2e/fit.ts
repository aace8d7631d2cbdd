import type { Page } from '@playwright/test'
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
