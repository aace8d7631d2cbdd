import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './capline.ts'

/**
 * That axe finds nothing in either scheme, once nothing fades any more; between the schemes only the colours differ.
 * The page stays in the dark scheme, without motion.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expect.poll(() => page.evaluate(countFading)).toBe(0)
    const found = await page.evaluate(findViolations, colorScheme === 'light' ? ALL_RULES : COLOUR_RULES)
    expect(found, `in the ${colorScheme} scheme`).toEqual([])
  }
}

// What passes is counted, and not described: that takes longer than to find it.
const ALL_RULES: RunOptions = { resultTypes: ['violations'], selectors: false, elementRef: false }
const COLOUR_RULES: RunOptions = { ...ALL_RULES, runOnly: ['color-contrast', 'link-in-text-block'] }

async function findViolations(options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}

/** What is awaited may pulse for ever. */
function countFading(): number {
  return document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).length
}
