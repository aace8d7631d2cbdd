import type { Locator, Page } from '@playwright/test'
import { settingCalls } from '#contract/settings.ts'
import type { SignedIn } from '#testing/capline.ts'
import { expect } from './capline.ts'

export async function openSettings(page: Page, section = 'bot'): Promise<void> {
  await page.goto(`/admin?section=${section}`)
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().waitFor()
}

/** Goes to a tab of the Control Center by its name: what was typed on another one stays. */
export async function openTab(page: Page, label: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: label, exact: true }).click()
}

/** The input of a setting, by its label. */
export function field(page: Page, label: string): Locator {
  return page
    .getByRole('textbox', { name: label, exact: true })
    .or(page.getByRole('combobox', { name: label, exact: true }))
}

export function toggle(page: Page, label: string): Locator {
  return page.getByRole('switch', { name: label })
}

/** What was changed and is not saved. */
export function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'Not saved yet' })
}

export function saveButton(page: Page): Locator {
  return bar(page).getByRole('button', { name: /^Save/ })
}

export async function typeAndSave(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).fill(text)
  await saveButton(page).click()
}

/** Picks a zone, which is not saved yet. */
export async function pickZone(page: Page, label: string): Promise<void> {
  await field(page, 'Timezone').click()
  await page.getByRole('option', { name: label, exact: true }).click()
}

/** A setting as the server has it. */
export async function readValue(by: SignedIn, key: string): Promise<string | undefined> {
  const settings = await by.call(settingCalls.list, {})
  return settings.find((setting) => setting.key === key)?.value
}

/** That a field says what is wrong with it, has the focus, and keeps what was typed. */
export async function expectRefused(input: Locator, typed: string, sentence: string): Promise<void> {
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toBeFocused()
  await expect(input.page().locator('form').filter({ has: input }).getByText(sentence)).toBeVisible()
  await expect(input).toHaveValue(typed)
}
