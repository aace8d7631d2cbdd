import type { Page } from '@playwright/test'
import { formatDayName } from '#domain/sentences/written.ts'
import { addDays } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import type { TestCapline } from '#testing/capline.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { expect, test } from './capline.ts'

const zone = zoneOf(DEFAULT_ZONE)
const yesterday = addDays(zone.dayOf(systemClock.now()), -1)
const morning = addMilliseconds(zone.startOf(yesterday), 9 * HOUR)

/** Of source 44: two invalid, one too early, two valid, three over the cap, and four that no broker cap plans. */
async function plant({ db, database }: TestCapline): Promise<void> {
  await database.pool.query(
    `insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, working_hours, created_by)
     values ('cap-1', 'broker', $1, 'DE', 'DE', 2, 'adv-1', '44', '09:00-18:00', 'anna')`,
    [yesterday],
  )
  const build = (index: number) => {
    const at = formatInstant(addMilliseconds(morning, (index - 1) * MINUTE))
    const status = index === 1 || index === 3 ? 'Duplicate' : 'New'
    return buildLead({ id: `l-${index}`, createdAt: at, updatedAt: at, status, geo: index > 7 ? 'FR' : 'DE' })
  }
  const at = formatInstant(morning)
  await storeLeadRows(db, systemClock, {
    leads: Array.from({ length: 12 }, (_, index) => build(index)),
    deposits: [
      buildDeposit({ leadId: 'l-2', createdAt: at, updatedAt: at }),
      buildDeposit({ id: 'lost', leadId: 'nobody', createdAt: at, updatedAt: at }),
    ],
  })
}

const ids = (page: Page) => page.getByRole('table', { name: 'Leads' }).locator('tbody > tr td:nth-child(2)')

/** Presses the number in a row of a table, under a heading. */
async function openNumber(page: Page, name: string, row: RegExp, heading: string): Promise<void> {
  const table = page.getByRole('table', { name })
  await expect(table.getByRole('row', { name: row })).toBeVisible()
  const headings = await table.getByRole('columnheader').allInnerTexts()
  const column = headings.findIndex((words) => words.trim() === heading)
  await table.getByRole('row', { name: row }).locator('th, td').nth(column).getByRole('link').click()
}

test('what became of leads leads to them, and says what it leaves out', async ({ page, capline, signIn }) => {
  await signIn('admin')
  await plant(capline)
  await page.goto(`/analytics?tab=quality&date=${yesterday}`)

  await test.step('the leads behind lead quality and planned against delivered are one press away', async () => {
    for (const [column, shown] of [
      ['Invalid', ['l-3', 'l-1']],
      ['Outside hours', ['l-0']],
      ['Over cap', ['l-7', 'l-6', 'l-5']],
      ['Valid', ['l-4', 'l-2']],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await openNumber(page, 'Lead Quality', /Source #44/, column)
      await expect(ids(page)).toHaveText(shown.map((id) => new RegExp(`${id}$`)))
      await expect(page.getByLabel('Counted as').locator('option:checked')).toHaveText(column)
      await expect(page.getByLabel('Source', { exact: true })).toHaveValue('44')
      await page.goBack()
    }
    const picture = page.getByRole('table', { name: 'Sources, worst first' })
    await picture.getByRole('button', { name: 'Source #44' }).click()
    await expect(ids(page)).toHaveText([/l-3$/, /l-1$/])
    await page.goBack()
    await page.getByRole('tab', { name: 'Plan' }).click()
    await openNumber(page, 'Planned Against Delivered', new RegExp(yesterday), 'Delivered')
    await expect(ids(page)).toHaveCount(8)
    await page.goBack()
    await openNumber(page, 'Planned Against Delivered', new RegExp(yesterday), 'Without a cap')
    await expect(ids(page)).toHaveText([/l-11$/, /l-10$/, /l-9$/, /l-8$/])
    await page.getByLabel('Counted as').selectOption('Over cap')
    await expect(ids(page)).toHaveText([/l-7$/, /l-6$/, /l-5$/])
  })

  await test.step('what is not counted, and which days are too many, is said in words', async () => {
    await page.goto(`/analytics?date=${yesterday}`)
    await page.getByLabel('Count deposits').selectOption('On their lead’s day')
    await expect(page.getByText('1 deposit without a known lead is not counted here.')).toBeVisible()
    await page.goto(`/analytics?tab=quality&view=range&start=${addDays(yesterday, -40)}&end=${yesterday}`)
    await expect(page.getByText('The quality of leads is shown for at most 31 days.')).toBeVisible()
    await page.getByRole('button', { name: 'Show the last 31 days of it' }).click()
    await expect(page.getByLabel('Start Date')).toHaveValue(formatDayName(addDays(yesterday, -30)))
    await expect(page.getByRole('table', { name: 'Lead Quality' })).toBeVisible()
  })
})
