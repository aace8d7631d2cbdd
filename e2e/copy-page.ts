import type { Locator, Page } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import type { SignedIn } from '#testing/capline.ts'
import { buildCapDraft } from '#testing/caps.ts'
import { addCap, cardsOf, columnsOf, dialogOf, today, tomorrow } from './board-page.ts'
import { expect } from './capline.ts'

/** Today has caps of three sources; of these tomorrow has none of 44, the same of 45 and another of 46. */
export async function plan(ada: SignedIn) {
  for (const sourceNumber of ['44', '45', '46']) await addCap(ada, { sourceNumber, cap: 20, cpa: 600 })
  await addCap(ada, { date: tomorrow(), sourceNumber: '45', cap: 20, cpa: 600 })
  return { standing: await addCap(ada, { date: tomorrow(), sourceNumber: '46', cap: 30, cpa: 500 }) }
}

export async function addMany(ada: SignedIn, count: number): Promise<void> {
  const create = Array.from({ length: count }, (_, index) =>
    buildCapDraft({ date: today(), geo: 'DE', sourceNumber: String(index), cap: 450 - (index % 400) }),
  )
  await ada.call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
}

export async function listDay(ada: SignedIn) {
  return ada.call(capCalls.listDay, { params: { date: tomorrow() } })
}

/** Takes every cap of today and tomorrow away, and waits until the board knows. */
export async function clearDays(page: Page, ada: SignedIn): Promise<void> {
  for (const date of [today(), tomorrow()]) {
    const caps = await ada.call(capCalls.listDay, { params: { date } })
    for (const { _id: id } of caps) await ada.call(capCalls.remove, { params: { id } })
  }
  await expect(cardsOf(columnsOf(page))).toHaveCount(0)
}

export async function openCopy(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Copy caps from…' }).click()
  const dialog = dialogOf(page, 'Copy caps from…')
  await expect(dialog.getByRole('table', { name: 'Caps to copy' })).toBeVisible()
  return dialog
}

export function rowOf(dialog: Locator, source: string): Locator {
  return dialog.locator('[role="row"]', { hasText: `#${source}` })
}

export function boxOf(dialog: Locator, source: string): Locator {
  return rowOf(dialog, source).locator('[data-field="choice"]')
}

export function fieldOf(dialog: Locator, label: string, source: string): Locator {
  return rowOf(dialog, source).locator(`input[aria-label^="${label}"]`)
}

const SOURCES = ['44', '45', '46', '47', '48']

/** Today has a cap of each source, 20 to 24 in the order in which they stand. */
export async function planToday(ada: SignedIn): Promise<void> {
  for (const [index, sourceNumber] of SOURCES.entries()) await addCap(ada, { sourceNumber, cap: 24 - index, cpa: 600 })
}
