import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './capline.ts'

/**
 * That axe finds nothing in either scheme, once nothing fades any more; between the schemes only the colours differ.
 * The page stays in the dark scheme, without motion.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expect.poll(() => page.evaluate(countFading)).toBe(0)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (
      colorScheme === 'light' ? axe : axe.withRules(['color-contrast', 'link-in-text-block'])
    ).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    expect(found, `in the ${colorScheme} scheme`).toEqual([])
  }
}

/** What is awaited may pulse for ever. */
function countFading(): number {
  return document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).length
}
