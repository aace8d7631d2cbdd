import type { Locator, Page } from '@playwright/test'
import { dialogOf } from './board-page.ts'
import { expect } from './capline.ts'

export const HEADER = 'Geo\tCap\tAffiliate ID\tBroker\tHours\tCPA\tCRG\tNotes'

export async function openPaste(page: Page, title = 'Paste caps'): Promise<Locator> {
  await page.getByRole('button', { name: 'Paste caps' }).click()
  const dialog = dialogOf(page, title)
  await expect(dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })).toBeFocused()
  return dialog
}

export async function preview(dialog: Locator, rows: readonly string[]): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' }).fill(rows.join('\n'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('table', { name: 'Pasted caps' })).toBeVisible()
}

export async function discard(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** By its line in the pasted text. */
export function rowOf(dialog: Locator, line: number): Locator {
  return dialog.locator(`[role="row"]:has([aria-label="Save line ${line}"])`)
}

export function cellOf(dialog: Locator, label: string, line: number): Locator {
  return dialog.locator(`input[aria-label^="${label}"][aria-label$=", line ${line}"]`)
}
