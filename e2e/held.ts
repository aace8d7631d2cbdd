import type { Page } from '@playwright/test'
import { expect } from './capline.ts'

/** That the browser asks before the tab is reloaded; somebody decides to stay. */
export async function expectHeld(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
}
