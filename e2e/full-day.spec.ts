import type { Page } from '@playwright/test'
import { formatDayName } from '#domain/sentences/written.ts'
import { capCalls } from '#contract/caps.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { formatDay, formatDayTitle } from '#web/lib/format.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './capline.ts'

const DAY = '2031-03-02'
const EMPTY_DAY = '2031-03-04'

test('the whole of a day', async ({ page, capline, signIn, consoleNoise }) => {
  test.slow()
  await insertAdvertiser(capline.db, 'B-1', 'Alster Insurance')
  await insertAdvertiser(capline.db, 'B-2', 'Nordic Solar')
  const { call } = await capline.signIn('editor')
  await signIn('viewer')

  await test.step('a day as a whole: figures, totals by planned, sections of cards without actions, all of it live', async () => {
    const date = today()
    const add = (fields: Parameters<typeof buildCapDraft>[0]) =>
      call(capCalls.create, { body: buildCapDraft({ date, ...fields }) })
    await add({ geo: 'AT', cap: 5, advertiserId: 'B-1', sourceNumber: '44' })
    await add({ geo: 'UK', cap: 30, advertiserId: 'B-2', sourceNumber: '44' })
    await add({ geo: 'UK', cap: 10, advertiserId: 'B-1', sourceNumber: '7' })

    await page.goto(`/day/${date}/full`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Today · ${formatDay(date)}`)
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute('aria-current', 'true')
    await expect(tile(page, 'Total leads')).toContainText('0of 45 planned')
    await expect(tile(page, 'Unique GEOs')).toContainText('2')
    await expect(tile(page, 'Unique brokers / advertisers')).toContainText('2')
    await expect(tile(page, 'Unique sources / affiliate IDs')).toContainText('2')
    await expect(totals(page, 'by GEO')).toHaveText([/UK040/, /AT05/])
    await expect(totals(page, 'by broker')).toHaveText([/Nordic Solar\s*B-2030/, /Alster Insurance\s*B-1015/])
    await expect(totals(page, 'by source')).toHaveText([/#44035/, /#7010/])

    const sections = page.getByRole('region', { name: 'Caps by GEO' })
    await expect(sections.getByRole('heading', { level: 3 })).toHaveText([/AT.*0 \/ 5/, /UK.*0 \/ 40/])
    await expect(sections.getByRole('list', { name: 'Brokers of UK' }).getByRole('listitem')).toHaveText([
      /Nordic Solar\s*0 \/ 30/,
      /Alster Insurance\s*0 \/ 10/,
    ])
    await expect(sections.getByRole('list', { name: 'Sources of UK' }).getByRole('listitem')).toHaveCount(2)
    await expect(sections.getByRole('article')).toHaveCount(3)
    await expect(sections.getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0)

    capline.source.put('leads', {
      id: 'lead-1',
      createdAt: formatInstant(systemClock.now()),
      geo: 'AT',
      sourceNumber: '44',
      advertiserId: 'B-1',
      email: 'somebody@mail.test',
      status: 'New',
    })
    await capline.sync()
    await expect(tile(page, 'Total leads')).toContainText('1of 45 planned')
    capline.source.put('leads', {
      id: 'lead-2',
      createdAt: formatInstant(systemClock.now()),
      geo: 'PT',
      sourceNumber: '44',
      advertiserId: 'B-1',
      email: 'nobody@mail.test',
      status: 'New',
    })
    await capline.sync()
    await expect(tile(page, 'Total leads'), 'as on the board').toContainText('2of 45 planned1 without a cap')
    await add({ geo: 'AT', cap: 50, advertiserId: 'B-2', sourceNumber: '9' })
    await expect(totals(page, 'by GEO')).toHaveText([/AT155/, /UK040/])
    await expect(sections.getByRole('article')).toHaveCount(4)
  })

  await test.step('2,000 caps: only those in sight are drawn, sections fold, a phone has room, axe finds nothing', async () => {
    const geos = ['AT', 'BE', 'DE', 'FR', 'IT']
    const create = Array.from({ length: 2_000 }, (_, index) =>
      buildCapDraft({ date: DAY, geo: geos[index % 5] ?? '', sourceNumber: String(index), cap: 10 }),
    )
    await call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })

    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(`/day/${DAY}/full`)
    await expect(tile(page, 'Total leads')).toContainText('0of 20,000 planned')
    await expect(tile(page, 'Unique sources / affiliate IDs')).toContainText('2,000')
    await expect(page.locator('article').first()).toBeAttached()
    expect(await page.locator('article').count()).toBeLessThan(60)
    await expectFit(page)

    const heads = page.getByRole('region', { name: 'Caps by GEO' }).getByRole('heading', { level: 3 })
    await heads.filter({ hasText: 'BE' }).getByRole('button').focus()
    await expect(heads.filter({ hasText: 'BE' })).toBeInViewport()
    await page.getByRole('button', { name: 'Fold all' }).click()
    await expect(page.locator('article')).toHaveCount(0)
    await expect(heads).toHaveCount(5)
    await heads.filter({ hasText: 'IT' }).getByRole('button').press('Enter')
    await expect(page.locator('article').first()).toHaveAccessibleName(/^IT/)
  })

  await test.step('an empty day says so, and a day that cannot be read says why and can be tried again', async () => {
    consoleNoise.allow(/503/)
    const path = '**/api/caps/day/*'
    await page.route(path, (route) => route.fulfill({ status: 503, json: { message: 'The database is on a walk.' } }))
    await page.goto(`/day/${EMPTY_DAY}/full`)
    await expect(page.getByRole('alert')).toContainText('The database is on a walk.')
    await expectFit(page)
    await page.unroute(path)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await expect(page.getByText('Loading caps…')).toBeAttached()
    await expect(page.locator('main [aria-busy=true]')).toBeVisible()
    await expect(page.getByText('No caps', { exact: true })).toHaveCount(0)
    release()
    await expect(page.getByText('No caps', { exact: true })).toBeVisible()
    await expect(page.getByText('Loading caps…')).toHaveCount(0)
    await expect(page.getByText('No caps scheduled for this day')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('link', { name: 'Open this day on the dashboard' }).click()
    await expect(page).toHaveURL(`/?days=${EMPTY_DAY}`)
  })

  await test.step('the days that were chosen on the board are on it again, whichever way leads back', async () => {
    const chosen = `days=${addDays(today(), 5)}`
    const whole = `/day/${EMPTY_DAY}/full?${chosen}`
    await page.goto(whole)
    await page.getByRole('link', { name: 'Open this day on the dashboard' }).click()
    await expect(page).toHaveURL(`/?${chosen}.${EMPTY_DAY}`)
    await page.goto(whole)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL(`/?${chosen}`)
    await page.goto(whole)
    await expect(page.getByText('No caps', { exact: true })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await expect(page).toHaveURL(`/?${chosen}`)
  })
})

test.describe('where the browser is a day ahead', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('what names no day is today in the configured zone; the ways to other days and back', async ({
    page,
    signIn,
  }) => {
    await signIn('viewer')
    const title = page.getByRole('heading', { level: 1 })
    for (const path of ['/day/x/full', '/day/2026-02-30/full', '/day/full']) {
      await page.goto(path)
      await expect(title).toHaveText(`Today · ${formatDay(today())}`)
    }
    await page.getByRole('button', { name: 'Tomorrow' }).click()
    await expect(title).toHaveText(formatDayTitle(addDays(today(), 1), today()))
    await page.getByLabel('Go to a day').fill(DAY)
    await expect(title).toHaveText('Sun 2 Mar 2031')
    await expect(page).toHaveURL(`/day/${DAY}/full`)
    await page.goBack()
    await expect(title).toContainText('Tomorrow')
    await expect(page.getByLabel('Go to a day'), 'follows though it has the focus').toHaveValue(
      formatDayName(addDays(today(), 1)),
    )
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(page).toHaveURL(`/day/${today()}/full`)
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expect(page).toHaveURL('/')
  })
})

function today(): Day {
  return zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
}

function tile(page: Page, label: string) {
  return page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
}

function totals(page: Page, by: string) {
  return page.getByRole('region', { name: `Totals ${by}` }).locator('tbody tr')
}
