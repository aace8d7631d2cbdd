import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './capline.ts'

/** The short form: a page takes half as long to read it as the long one. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * That axe finds nothing in either scheme, once nothing fades any more; between the schemes only the colours differ.
 * What lies behind a dialog was looked at without it. The page stays in the dark scheme, without motion.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.waitForFunction(isStill, scheme)
    const found = await page.evaluate(findViolations, scheme === 'light' ? ALL_RULES : COLOUR_RULES)
    expect(found, `in the ${scheme} scheme`).toEqual([])
  }
}

// What passes is counted, and not described: that takes longer than to find it. Nothing has styles from elsewhere, nor plays.
const ALL_RULES: RunOptions = { resultTypes: ['violations'], selectors: false, elementRef: false, preload: false }
const COLOUR_RULES: RunOptions = { ...ALL_RULES, runOnly: ['color-contrast', 'link-in-text-block'] }

async function findViolations(options: RunOptions): Promise<string[]> {
  const isBehind = document.querySelector('[role="dialog"][aria-modal="true"]') !== null
  const { violations } = await axe.run(isBehind ? { exclude: ['#root'] } : document, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}

/** What is awaited may pulse for ever. */
function isStill(scheme: string): boolean {
  return (
    document.documentElement.dataset['mantineColorScheme'] === scheme &&
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
  )
}
