import type { Locator, Page } from '@playwright/test'
import { expect } from './capline.ts'

/** Opens a section of the Control Center and waits until it is there. */
export async function openSection(page: Page, section: 'team' | 'advertisers' | 'publishers', title: string) {
  await page.goto(`/admin?section=${section}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
}

// Found by their elements: to look through the roles of all that a page has takes the browser longer.
const rowHeads = 'th[scope="row"]'
const tableOf = (page: Page, name: string) => page.locator(`table[aria-label="${name}"]`)

/** A row of a table by what it is called. */
export function rowOf(page: Page, table: string, name: string): Locator {
  const head = page.locator(rowHeads, { hasText: new RegExp(`^${name}$`) })
  return tableOf(page, table).locator('tbody > tr').filter({ has: head })
}

/** The texts of a column's rows, from the top. */
export async function expectOrder(page: Page, table: string, names: readonly string[]): Promise<void> {
  await expect(tableOf(page, table).locator('tbody').locator(rowHeads)).toHaveText([...names])
}

/** That a field says what is wrong with it, and has the focus. */
export async function expectProblemAt(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(sentence)
}

export async function expectToast(page: Page, message: string): Promise<void> {
  // One that says the same may still be on its way out.
  await expect(page.locator('[role="alert"]', { hasText: message }).last()).toBeVisible()
}

/** Closes the toasts that stand, so that none of them is taken for what is told next, or lies over what is pressed next. */
export async function closeToasts(page: Page): Promise<void> {
  const buttons = page.locator('button[aria-label="Close this message"]')
  await buttons.evaluateAll((standing: HTMLElement[]) => standing.forEach((button) => button.click()))
  await expect(buttons).toHaveCount(0)
}

/** Presses each head of a table twice: names and geos begin ascending, numbers descending. */
export async function expectSorts(table: Locator, heads: readonly string[]): Promise<void> {
  await expect(table.getByRole('columnheader')).toHaveText([...heads])
  for (const name of heads) {
    const head = table.getByRole('columnheader', { name, exact: true })
    const isNumber = ['Leads', 'Deposits', 'Conversion Rate'].includes(name)
    for (const turn of isNumber ? ['descending', 'ascending'] : ['ascending', 'descending']) {
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', turn)
    }
    await expect(table.locator('th[aria-sort$=scending]')).toHaveCount(1)
  }
}

/** Types into a searched list as people do: it is open before the first letter, and the next key finds its match marked. */
export async function searchIn(list: Locator, text: string): Promise<void> {
  const page = list.page()
  await list.focus()
  await expect(page.getByRole('option').first()).toBeVisible()
  await list.fill(text)
  await expect(page.locator('[data-combobox-selected]')).toContainText(new RegExp(text, 'i'))
}
