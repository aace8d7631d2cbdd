import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect } from './capline.ts'
import { findIllegible } from './legible.ts'

const WIDTHS = [320, 375, 820, 1024, 1280, 1440]
/** High enough that all of a page is in sight at once. */
const HEIGHT = 3_000

/** That all is there, axe finds nothing in either scheme, and every phone, tablet and desk shows all of it. */
export async function expectFit(page: Page): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root'), 'still awaited').toHaveCount(0)
  await expectAccessible(page)
  await expectLegible(page)
}

/** The same on a phone too, with what has been opened still there. */
export async function expectFitOnBoth(page: Page, opened: Locator): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(opened).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 812 })
  await expect(opened).toBeVisible()
  await expectFit(page)
}

/** That at no width a text lies over another one, is cut or broken, or lies beyond the window; the page stays as it was. */
export async function expectLegible(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await expect.poll(() => page.evaluate(findIllegible), `at ${width} pixels`).toEqual([])
    await expectNoOverflow(page)
  }
  if (before) await page.setViewportSize(before)
}

/** The window itself never scrolls sideways: what lies within its shell does. Charts take a new width a frame after the window has it. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => {
      const scroller = document.querySelector('#content') ?? document.documentElement
      return scroller.scrollWidth - scroller.clientWidth
    })
  await expect.poll(overflow, 'pixels that the window scrolls sideways').toBeLessThanOrEqual(0)
}

/** That a box is red: its edge and its words have more of that than of anything else. */
export async function expectRed(box: Locator): Promise<void> {
  const colours = await box.evaluate((element) => {
    const { borderTopColor, color } = getComputedStyle(element)
    return [borderTopColor, color].map((colour) => (colour.match(/\d+/g) ?? []).map(Number))
  })
  for (const [red = 0, green = 0, blue = 0] of colours) expect(red).toBeGreaterThan(Math.max(green, blue) * 1.25)
}
