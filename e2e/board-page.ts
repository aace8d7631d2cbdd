import type { Locator, Page } from '@playwright/test'
import type { CapDraftWire } from '#contract/cap-fields.ts'
import { capCalls } from '#contract/caps.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { systemClock } from '#platform/clock.ts'
import type { SignedIn, TestCapline } from '#testing/capline.ts'
import { buildCapDraft } from '#testing/caps.ts'
import { expect } from './capline.ts'

/** Today in the zone of an installation that nobody has set up. */
export function today(): Day {
  return zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
}

export function tomorrow(): Day {
  return addDays(today(), 1)
}

/** Goes to the board and waits until its days are there. */
export async function openBoard(page: Page): Promise<void> {
  await page.goto('/')
  // Not an expectation: each look of one that fails describes the whole page.
  await columnOf(page, 'Today').and(page.locator('[aria-busy=false]')).waitFor()
}

/** Opens the line of filters, with the caret in its search. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search caps' })
  await expect(search).toBeFocused()
  return search
}

// What every test asks for is found by its markup: a search by role looks at each element of the page, and an
// expectation searches anew whenever it looks. That it has its role and name, axe and the tests of the keyboard tell.

export function columnOf(page: Page, day: 'Today' | 'Tomorrow'): Locator {
  return columnsTitled(page, new RegExp(`^${day}`))
}

/** All days of the board, each named by its date; the page has other regions. */
export function columnsOf(page: Page): Locator {
  return columnsTitled(page, /\d \w{3}$/)
}

function columnsTitled(page: Page, title: RegExp): Locator {
  return page.locator('section[aria-labelledby]', { has: page.locator('header > h2', { hasText: title }) })
}

/** A dialog by its title. */
export function dialogOf(page: Page, title: string): Locator {
  return page.locator('[role="dialog"][aria-modal="true"]', { has: page.locator('h2', { hasText: title }) })
}

export function cardsOf(column: Locator): Locator {
  return column.locator('article')
}

export function cardOf(column: Locator, source: string): Locator {
  return cardsOf(column).filter({ hasText: `#${source}` })
}

/** Adds a cap over HTTP, today's unless another day is named. */
export async function addCap(by: SignedIn, fields: Partial<CapDraftWire> = {}) {
  return by.call(capCalls.create, { body: buildCapDraft({ date: today(), ...fields }) })
}

/** Lets the lead API have new leads of a cap, created just now. */
export function bringLeads(
  capline: TestCapline,
  count: number,
  { geo = 'DE', sourceNumber = '44', advertiserId = 'B-1' } = {},
): void {
  const createdAt = formatInstant(systemClock.now())
  const leads = Array.from({ length: count }, (_, index) => ({
    id: `${geo}-${sourceNumber}-${index}`,
    createdAt,
    geo,
    sourceNumber,
    advertiserId,
    email: `person${index}@mail.test`,
    status: 'New',
  }))
  capline.source.put('leads', ...leads)
}

const LABELS = {
  date: /^Date/,
  geo: /^Geo/,
  cap: /^Cap/,
  advertiserName: /^Advertiser name/,
  workingHours: /^Working hours/,
  cpa: /^CPA/,
  crg: /^CRG/,
  createdBy: /^Created by/,
}

export type Field = keyof typeof LABELS | 'advertiserId' | 'sourceNumber'

/** A field of the broker form. */
export function fieldOf(form: Locator, field: Field): Locator {
  // Their lists of suggestions have the same labels.
  if (field === 'advertiserId') return form.getByRole('combobox', { name: 'Advertiser ID' })
  if (field === 'sourceNumber') return form.getByRole('combobox', { name: 'Affiliate ID' })
  return form.getByLabel(LABELS[field])
}

export async function fillIn(form: Locator, values: Partial<Record<Field, string>>): Promise<void> {
  for (const [field, value] of entriesOf(values)) await fieldOf(form, field).fill(value)
}

export async function expectValues(form: Locator, values: Partial<Record<Field, string>>): Promise<void> {
  for (const [field, value] of entriesOf(values)) await expect(fieldOf(form, field), field).toHaveValue(shownOf(value))
}

/** A day is shown by its name. */
function shownOf(value: string): string {
  const day = parseDay(value)
  return day ? formatDayName(day) : value
}

/** Opens the form of a new cap for today. */
export async function openAddForm(page: Page): Promise<Locator> {
  await columnOf(page, 'Today').getByRole('button', { name: '+ Add cap' }).click()
  const form = dialogOf(page, 'Add new cap')
  await expect(fieldOf(form, 'geo')).toBeFocused()
  return form
}

/** Opens the form of a cap that stands. */
export async function openEditForm(page: Page, cap: string): Promise<Locator> {
  await page.locator(`[aria-label="Edit cap ${cap}"]`).click()
  const form = dialogOf(page, 'Edit cap')
  await expect(fieldOf(form, 'cap')).toBeFocused()
  return form
}

/** Leaves the form that is open, and what was typed there. */
export async function discardForm(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Discard' }).click()
  await form.waitFor({ state: 'detached' })
}

function entriesOf(values: Partial<Record<Field, string>>): [Field, string][] {
  return FIELDS.flatMap((field): [Field, string][] => {
    const value = values[field]
    return value === undefined ? [] : [[field, value]]
  })
}

// The advertiser's name comes after its id, which fills it in.
const FIELDS: readonly Field[] = [
  'date',
  'geo',
  'advertiserId',
  'advertiserName',
  'sourceNumber',
  'cap',
  'workingHours',
  'cpa',
  'crg',
  'createdBy',
]

/** The planned number of a source on a day, in the table. */
export function cellOf(page: Page, source: string, date: string): Locator {
  return page.locator(`[data-field="${date} cap"][aria-label*="source ${source},"]`)
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
