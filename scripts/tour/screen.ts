import type { Page } from '@playwright/test'
import type { Past } from '#testing/demo/past.ts'

export interface Screen {
  /** Of its pictures. */
  name: string
  path(past: Past): string
  /** Who looks; anna, an admin, where nobody is named. */
  as?: 'ben' | 'carla'
  isSignedOut?: true
  /** Where it has one size. */
  only?: 'wide' | 'phone'
  /** Waits for what shows that the screen is there, and opens what is to be seen. */
  prepare?(page: Page, size: 'wide' | 'phone'): Promise<void>
}

export type Prepare = (page: Page, size: 'wide' | 'phone') => Promise<void>

export const at = (path: string) => () => path
/** The report of the last closed week. */
export const REPORT = '/payouts?range=previous_week'

export async function shown(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().waitFor()
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

export async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('dialog').first().waitFor()
}

export async function boardIsThere(page: Page): Promise<void> {
  await page.locator('[data-cap-id]').first().waitFor()
  await page.getByRole('button', { name: /^Suggestions/ }).waitFor()
}

export function onBoard(then: Prepare): Prepare {
  return async (page, size) => {
    await boardIsThere(page)
    await then(page, size)
  }
}

export async function plansAreThere(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Plans' }).waitFor()
}

export function onPlans(then: (page: Page) => Promise<void>): Prepare {
  return async (page) => {
    await plansAreThere(page)
    await then(page)
  }
}

export async function tableIsThere(page: Page): Promise<void> {
  await page.getByRole('table').first().waitFor()
}

export function afterTable(name: string | RegExp): Prepare {
  return async (page) => {
    await tableIsThere(page)
    await press(page, name)
  }
}

export async function openDeal(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /why this number/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

export async function sectionIsThere(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}

export async function writeMessage(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: /^Message/ })
    .fill('Hello <b>{{advertiserName}}</b>, caps for Monday are open.')
}
