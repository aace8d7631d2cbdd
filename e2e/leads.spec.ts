import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { addMilliseconds, DAY, formatInstant, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import type { TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

const ago = (milliseconds: number) => formatInstant(addMilliseconds(systemClock.now(), -milliseconds))
const rows = (page: Page) => page.locator('table[aria-label="Leads"] > tbody > tr')
const clear = (page: Page) => page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
const ids = (page: Page) => rows(page).locator('td:nth-child(2)')

async function plant({ db }: TestCapline, leads: object[], deposits: object[] = []): Promise<void> {
  await storeLeadRows(db, systemClock, { leads, deposits })
}

/** As trackers write them: long, and without a blank. */
const BY_CLICK = { clickId: '5fa9240b125d99000173f135aa0bc4d2e6f8', sub1: 'facebook_lookalike_3percent_video_07' }

async function plantFew(capline: TestCapline): Promise<void> {
  await plant(
    capline,
    [
      buildLead({ id: 'l-1', createdAt: ago(MINUTE), geo: 'UK', email: 'ann@example.org', status: 'No Answer' }),
      buildLead({
        id: 'l-2',
        createdAt: ago(HOUR),
        sourceNumber: '45',
        email: 'bob@example.org',
        status: 'Fake',
        ...BY_CLICK,
      }),
      buildLead({ id: 'l-3', createdAt: ago(3 * DAY), email: 'cleo@example.org', status: 'noanswer' }),
    ],
    [buildDeposit({ leadId: 'l-3', createdAt: ago(DAY), payout: 600 })],
  )
}

test('admins narrow the leads, take them away as a file, and hear of new ones', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  await signIn('admin')

  await test.step('without leads the page says where they come from', async () => {
    await page.goto('/leads')
    await expect(page.getByText('No leads yet')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Look at the lead feeds' })).toHaveAttribute('href', /section=feeds/)
  })

  await test.step('is accessible, and fits a phone', async () => {
    await plantFew(capline)
    consoleNoise.allow(/503/)
    await page.route('**/api/leads/statuses', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database rests.' } }),
    )
    await page.goto('/leads')
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('alert')).toHaveText(/could not be loaded. The database rests./)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByLabel('Status').getByRole('option', { name: 'Fake' })).toHaveCount(1)
    await expectFit(page)
  })

  await test.step('leads newest first, narrowed in the address, with what came of them', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
    await expect(ids(page)).toHaveText([/l-1$/, /l-2click 5fa9240b.*, sub1 facebook/, /l-3$/])
    await expect(rows(page).nth(1)).toContainText('Fakeinvalid')
    await expect(rows(page).filter({ hasText: 'invalid' })).toHaveCount(1)
    await expect(rows(page).nth(2)).toContainText('$600')

    await page.getByLabel('E-mail, lead or click ID').fill('cle')
    await expect(ids(page)).toHaveText([/l-3$/])
    await expect(page).toHaveURL(/search=cle/)
    await clear(page)
    await expect(page.getByLabel('E-mail, lead or click ID')).toHaveValue('')
    await page.getByLabel('Status').selectOption('No Answer')
    await expect(ids(page)).toHaveText([/l-1$/, /l-3$/])
    await page.getByLabel('E-mail, lead or click ID').fill('cl')
    await clear(page)
    await expect(page.getByLabel('E-mail, lead or click ID'), 'too short, and not looked for').toHaveValue('')
    await expect(page.getByLabel('E-mail, lead or click ID')).toBeFocused()
    await page.getByLabel('Status').selectOption('No Answer')
    await page.getByLabel('With deposit').check()
    await expect(ids(page)).toHaveText([/l-3$/])
    await page.reload()
    await expect(ids(page)).toHaveText([/l-3$/])
    await expect(page.getByLabel('With deposit')).toBeChecked()
    await page.getByLabel('Geo').fill('FR')
    await expect(page.getByText('No lead matches these filters.')).toBeVisible()
    await clear(page)
  })

  await test.step('a heading sorts all pages, and columns are chosen and kept', async () => {
    const table = page.getByRole('table', { name: 'Leads' })
    await expect(table.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
    await table.getByRole('button', { name: 'Source', exact: true }).click()
    await expect(page).toHaveURL(/sort=source/)
    await expect(ids(page)).toHaveText([/l-1$/, /l-3$/, /l-2click/])
    await expect(table.getByRole('button', { name: 'Source', exact: true })).toBeFocused()
    await table.getByRole('button', { name: 'Source', exact: true }).click()
    await expect(ids(page)).toHaveText([/l-2click/, /l-1$/, /l-3$/])
    await page.setViewportSize({ width: 375, height: 800 })
    await table.getByRole('button', { name: 'Source', exact: true }).click()
    await expect(ids(page), 'also on a phone').toHaveText([/l-1$/, /l-3$/, /l-2click/])
    const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await expect.poll(below, 'pixels that the window scrolls below its content').toBe(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await table.getByRole('button', { name: 'Source', exact: true }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    const dialog = page.getByRole('dialog', { name: 'Columns' })
    await dialog.getByRole('checkbox', { name: 'System' }).uncheck()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: 'Source' }).uncheck()
    await expect(page.getByText('Sorted by Source, a hidden column')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Source' }).check()
    await expect(page.getByText('Sorted by Source, a hidden column')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(table.getByRole('columnheader', { name: 'System' })).toHaveCount(0)
    await page.reload()
    await expect(table.getByRole('columnheader')).toHaveCount(8)
    await expect(page.getByText('A CSV file has at most 100,000 leads, an XLSX file 10,000.')).toBeVisible()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the leads as CSV' }).click()
    const [head = '', first = ''] = (await readFile(await (await coming).path(), 'utf8')).split('\r\n')
    expect([head.includes('Connector'), first.includes(',l-2,')]).toEqual([false, true])
    await page.goto('/leads')
  })

  await test.step('a broker is found by name, and a lead opens its story under an address of its own', async () => {
    await insertAdvertiser(capline.db, 'adv-1', 'Alster Insurance')
    await page.reload()
    await page.getByRole('combobox', { name: 'Broker' }).fill('alst')
    await page.getByRole('option', { name: /Alster Insurance/ }).click()
    await expect(page).toHaveURL(/advertiserId=adv-1/)
    const broker = page.getByRole('combobox', { name: 'Broker' })
    await expect(broker).toHaveValue('Alster Insurance · adv-1')
    await broker.fill('adv')
    await broker.press('Enter')
    await expect(page, 'a part of an ID is an ID').toHaveURL(/advertiserId=adv(&|$)/)
    await broker.fill('alst')
    await broker.press('Enter')
    await expect(page.getByRole('option', { name: /Alster/ })).toHaveCount(0)
    await expect(page).toHaveURL(/advertiserId=adv-1/)
    await expect(broker).toHaveValue('Alster Insurance · adv-1')
    await rows(page)
      .nth(2)
      .getByRole('button', { name: /^Open lead l-3/ })
      .press('Enter')
    const story = page.getByRole('dialog', { name: 'Lead l-3' })
    await expect(page).toHaveURL(/lead=l-3/)
    await expect(story).toContainText('Not counted: no broker cap for it')
    await expect(story).toContainText('$600 reported')
    await expect(story.getByRole('listitem')).toContainText(['Came', 'Deposited'])
    await page.reload()
    await expect(story).toContainText('cleo@example.org')
    await expectFit(page)
    await page.keyboard.press('Escape')
    await expect(story).toHaveCount(0)
    await expect(page).not.toHaveURL(/lead=/)
    await clear(page)
  })

  await test.step('a day is typed as people say it', async () => {
    const day = page.getByLabel(/^To day/)
    await day.focus()
    await page.keyboard.type('11 nov 2020')
    await expect(page.getByText('Wed 11 Nov 2020')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(day).toHaveValue('Wed 11 Nov 2020')
    await expect(page).toHaveURL(/to=2020-11-11/)
    await expect(page.getByText('No lead matches these filters.')).toBeVisible()
    await clear(page)
    await expect(day).toHaveValue('')
  })

  await test.step('too short a text says what it needs', async () => {
    await page.getByLabel('E-mail, lead or click ID').fill('an')
    await expect(page.getByText('At least 3 characters')).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('the file has what is shown and names its zone', async () => {
    await page.goto('/leads?geo=GB')
    await expect(rows(page)).toHaveCount(1)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the leads as CSV' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('leads-GB-GMT+2.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Created at (GMT+2)')
    expect(lines[1]).toContain(',ann@example.org,l-1,UK,44,')
    const workbook = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the leads as XLSX' }).click()
    expect((await workbook).suggestedFilename()).toBe('leads-GB-GMT+2.xlsx')
  })

  await test.step('new leads are offered and do not move the list', async () => {
    await page.goto('/')
    await page.goto('/leads')
    await expect(rows(page)).toHaveCount(3)
    await plant(capline, [buildLead({ id: 'l-4', createdAt: ago(0) }), buildLead({ id: 'l-5', createdAt: ago(0) })])
    const offer = page.getByRole('button', { name: '2 new leads – show' })
    await expect(offer).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await offer.click()
    await expect(rows(page)).toHaveCount(5)
    await expect(offer).toHaveCount(0)
  })

  await test.step('a lead that was looked at is no step of the history once it is closed', async () => {
    const drawer = page.getByRole('dialog')
    for (const turn of [0, 1]) {
      await rows(page).nth(turn).click()
      await expect(drawer).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(drawer).toHaveCount(0)
      await expect(page).toHaveURL('/leads')
    }
    await page.goBack()
    await expect(page).not.toHaveURL(/lead/)
    await page.goForward()
    await expect(rows(page)).toHaveCount(5)
  })

  await test.step('older leads are one press away', async () => {
    await plant(
      capline,
      Array.from({ length: 65 }, (_, index) => buildLead({ id: `older-${index}`, createdAt: ago(index * HOUR) })),
    )
    await page.goto('/leads')
    await expect(rows(page)).toHaveCount(50)
    await page.getByRole('button', { name: 'Show older leads' }).click()
    await expect(rows(page)).toHaveCount(70)
    await expect(page.getByRole('button', { name: 'Show older leads' })).toHaveCount(0)
  })

  await test.step('a failure is told and can be tried again', async () => {
    consoleNoise.allow(/503/)
    await page.route('**/api/leads?**', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database rests.' } }),
    )
    await page.route('**/api/leads', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database rests.' } }),
    )
    await page.goto('/leads')
    await expect(page.getByText('The database rests.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(50)
  })

  await test.step('a story whose script is gone says so, and the list stays', async () => {
    consoleNoise.allow(/ERR_FAILED|lead-drawer/)
    await page.route(/lead-drawer.*\.js/, (route) => route.abort())
    await page.reload()
    await rows(page).first().getByRole('button').first().press('Enter')
    await expect(page.getByRole('alert')).toContainText('Save your changes and reload the page.')
    await expect(page).not.toHaveURL(/lead=/)
    await expect(rows(page)).toHaveCount(50)
  })
})
