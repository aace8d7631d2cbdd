import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, HOUR } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import type { TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { expect } from './capline.ts'

// The screen of analytics, and what came on the days that its tests look at.

export const words = analyticsTexts
const zone = zoneOf(DEFAULT_ZONE)
export const today = () => zone.dayOf(systemClock.now())
/** The noon of a day, and so on it whatever the hour is now. */
const noonOf = (day: Day, later = 0) => formatInstant(addMilliseconds(zone.startOf(day), 12 * HOUR + later))

export const breakdown = (page: Page) => page.getByRole('table', { name: 'Detailed Breakdown' })
export const linesOf = (table: Locator) => table.locator('tbody > tr')
export const cardOf = (page: Page, dt: string) =>
  page.locator('dl > div').filter({ has: page.getByText(dt, { exact: true }) })
export const bars = (page: Page) => page.locator('.recharts-bar-rectangle')
/** Of three geos' leads and one's deposits: nothing has no bar. */
export const BARS = 4
export const pick = (page: Page, label: string) => page.getByText(label, { exact: true }).click()
export const system = (page: Page) => page.getByRole('region', { name: 'System Information' })

export async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/analytics${search}`)
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
}

/** Today eight leads and two deposits of three geos, two brokers and two sources; one of each yesterday. */
export async function plant({ db }: TestCapline): Promise<void> {
  const [now, before] = [noonOf(today()), noonOf(addDays(today(), -1))]
  const lead = (id: number, fields: object) => buildLead({ id: `l-${id}`, createdAt: now, updatedAt: now, ...fields })
  await insertAdvertiser(db, 'B-1', 'Alster Insurance')
  await storeLeadRows(db, systemClock, {
    leads: [
      ...[1, 2, 3, 4].map((id) => lead(id, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44' })),
      ...[5, 6, 7].map((id) => lead(id, { geo: 'UK', advertiserId: 'B-2', sourceNumber: '9' })),
      lead(8, { geo: 'AT', advertiserId: 'B-1', sourceNumber: '9' }),
      lead(9, { geo: 'DE', advertiserId: 'B-1', createdAt: before, updatedAt: before }),
    ],
    deposits: [
      buildDeposit({ leadId: 'l-1', createdAt: now }),
      buildDeposit({ id: 'of-yesterday', leadId: 'l-9', createdAt: noonOf(today(), HOUR) }),
      buildDeposit({ id: 'yesterday', leadId: 'l-9', createdAt: before }),
    ],
  })
}

export async function download(page: Page, start: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await start()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
