import type { Locator, Page, Route } from '@playwright/test'
import type { CapDraftWire } from '#contract/cap-fields.ts'
import { affiliateCapCalls } from '#contract/caps.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { SignedIn } from '#testing/capline.ts'
import { buildAffiliateDraft } from '#testing/caps.ts'
import { addCap, cardOf, columnOf, today } from './board-page.ts'
import { expect } from './capline.ts'

// What the tests of changing caps on the board share.

/** Adds a cap of either kind over HTTP, today's unless another day is named. */
export async function addCapOf(by: SignedIn, kind: CapKind, fields: Partial<CapDraftWire> = {}) {
  if (kind === 'broker') return addCap(by, fields)
  return by.call(affiliateCapCalls.create, { body: buildAffiliateDraft({ date: today(), ...fields }) })
}

/** The planned number of today's cap of a source: a button, or a field while it is changed. */
export function plannedOf(page: Page, source: string): Locator {
  return cardOf(columnOf(page, 'Today'), source).locator('button[aria-label^="Planned of"]')
}

export function plannedFieldOf(page: Page, source: string): Locator {
  return columnOf(page, 'Today').locator(`input[aria-label^="Planned of"][aria-label$="source ${source}"]`)
}

/** Opens the field of a planned number; what it holds is marked, so that typing replaces it. */
export async function openPlanned(page: Page, source: string): Promise<Locator> {
  await plannedOf(page, source).click()
  const field = plannedFieldOf(page, source)
  await expect(field).toBeFocused()
  return field
}

export function boxOf(page: Page, source: string): Locator {
  return columnOf(page, 'Today').locator(`input[aria-label^="Select "][aria-label$="source ${source}"]`)
}

/** The bar below the columns, with what can be done to the selected caps. */
export function barOf(page: Page): Locator {
  return page.locator('section[aria-label="Selected caps"]')
}

export async function openBulk(page: Page, task: 'Edit' | 'Move' | 'Delete'): Promise<Locator> {
  await barOf(page).getByRole('button', { name: task, exact: true }).click()
  const dialog = page.locator('[role="dialog"][aria-modal="true"]')
  await expect(dialog).toBeVisible()
  return dialog
}

/** Sets a column of all rows of the sheet that is open. */
export async function setAll(dialog: Locator, text: string, column = 'Planned'): Promise<void> {
  await dialog.getByLabel('Column to set').selectOption({ label: column })
  const value = dialog.getByLabel(/^Value for/)
  await value.fill(text)
  await value.press('Enter')
}

export async function openDayHistory(page: Page): Promise<Locator> {
  await columnOf(page, 'Today')
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const drawer = page.getByRole('dialog', { name: /^History of/ })
  await expect(drawer).toBeVisible()
  return drawer
}

export function undoToastOf(page: Page): Locator {
  return page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true })
}

/**
 * Acts, and waits for the offer to take it back, or to do it again, in the place of the one before: the next key means that
 * one. The list of the server has a change before the page hears of it.
 */
export async function untilOffered(page: Page, act: () => Promise<void>): Promise<void> {
  const offer = page.locator('[role="alert"]').filter({ has: page.getByRole('button', { name: /^(Undo|Redo)$/ }) })
  await offer.evaluateAll((before: HTMLElement[]) => before.forEach((toast) => (toast.dataset['before'] = 'yes')))
  await act()
  await expect(offer.and(page.locator(':not([data-before])'))).toBeVisible()
}

/** Counts toasts from now on; what it returns tells how many stood at once at most, in any frame. */
export async function countToasts(page: Page): Promise<() => Promise<number>> {
  const most = await page.evaluateHandle(() => {
    const seen = { most: 0 }
    const count = () => (seen.most = Math.max(seen.most, document.querySelectorAll('[role=alert]').length))
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  return () => most.evaluate((seen) => seen.most)
}

/** Four caps: sources 1, 2 and 3 of DE with 30, 20 and 10, and source 4 of FR with 5. */
export async function addFour(by: SignedIn) {
  const one = await addCap(by, { sourceNumber: '1', cap: 30 })
  const two = await addCap(by, { sourceNumber: '2', cap: 20 })
  await addCap(by, { sourceNumber: '3', cap: 10 })
  await addCap(by, { geo: 'FR', sourceNumber: '4', cap: 5 })
  return { one, two }
}

export async function expectPlanned(page: Page, planned: Record<string, string>): Promise<void> {
  for (const [source, number] of Object.entries(planned))
    await expect(plannedOf(page, source), source).toHaveText(number)
}

/** Holds the next commit of caps on its way, until what it returns is called. */
export async function holdCommit(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await held
    await route.continue()
  }
  await page.route('**/api/caps/batches', hold, { times: 1 })
  return release
}
