import { formatDayName } from '#domain/sentences/written.ts'
import { addDays } from '#domain/kernel/day.ts'
import { systemClock } from '#platform/clock.ts'
import { readXlsx } from '#testing/xlsx.ts'
import { expectSorts } from './admin-page.ts'
import {
  BARS,
  bars,
  breakdown,
  cardOf,
  download,
  linesOf,
  open,
  pick,
  plant,
  system,
  today,
  words,
} from './analytics-page.ts'
import { expect, test } from './capline.ts'
import { expectFit, expectRed } from './fit.ts'

test('figures that are not there yet, and what came, by day, by range and by row', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  await signIn('admin')

  await test.step('says when there is nothing, and what went wrong; fits a phone', async () => {
    consoleNoise.allow(/503/)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/analytics/daily**', async (route) => {
      await held
      await route.fulfill({ status: 503, json: { message: 'The database rests.' } })
    })
    await open(page)
    await expect(page.getByRole('status').filter({ hasText: 'Loading analytics…' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeDisabled()
    release()
    await expect(page.getByRole('alert')).toContainText('The database rests.')
    await expectRed(page.getByRole('alert'))
    await expect(page.getByText('Loading analytics…')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(words.noData)).toBeVisible()
    await open(page, '?date=2024-01-01')
    await page.getByRole('button', { name: 'Look at today' }).click()
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue(formatDayName(today()))
    await expect(page.getByRole('button', { name: 'Look at today' })).toHaveCount(0)
    await expect(page.getByText(words.noData)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
    await plant(capline)
    await expect(bars(page)).toHaveCount(BARS)
    await page.getByRole('tab', { name: 'Quality' }).click()
    await expect(page.getByRole('table', { name: 'Sources, worst first' })).toBeVisible()
    await expectFit(page)
    await page.route(/analytics\/quality/, () => undefined)
    await page.getByRole('table', { name: 'Lead Quality' }).getByRole('rowheader').first().click()
    await expect(page.getByRole('region', { name: 'Lead Quality' })).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('table', { name: 'Lead Quality' }), 'what stood before stays in sight').toBeVisible()
    await page.unrouteAll()
    await page.goBack()
    await page.getByRole('tab', { name: 'Overview' }).click()
    const compared = `**/api/analytics/daily?date=${addDays(today(), -1)}**`
    await page.route(compared, (route) => route.fulfill({ status: 503, json: { message: 'The database rests.' } }))
    await page.reload()
    await page.getByLabel('Compare with').selectOption('The day before')
    await expect(page.getByRole('alert')).toContainText(words.comparisonNotLoaded)
    await expectFit(page)
    await page.unrouteAll()
    // The whole day before, so that it has leads at any time of this one.
    await page.route(compared, async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.delete('until')
      await route.fulfill({ response: await route.fetch({ url: url.href }) })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    const shapes = page.locator('.recharts-bar-rectangle path')
    await expect(shapes.first(), 'what came before is drawn first').toHaveAttribute('fill', /^color-mix/)
    await expect(shapes.last()).not.toHaveAttribute('fill', /^color-mix/)
    await page.unrouteAll()

    // Figures of which nobody knows what they are made of.
    await page.route('**/api/analytics/daily**', async (route) => {
      const answer: unknown = await (await route.fetch()).json()
      const totals = { leads: 1, deposits: 0, conversionRate: 0 }
      const aggregates = { byGeo: [], byBroker: [], byAffiliate: [], byAffiliateGeo: [] }
      const topPerformers = { geo: null }
      await route.fulfill({
        json: Object.assign({}, answer, { totals, aggregates, topPerformers, lastDepositAt: null }),
      })
    })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText(words.noRows)).toBeVisible()
    await expect(cardOf(page, 'Top GEO')).toContainText('N/A')
    await expect(system(page).locator('dl > div').last()).toHaveText('Last Depositn/a')
    await expect(page.getByRole('region', { name: 'Affiliate Drilldown' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  })

  await page.unrouteAll()

  await test.step('a day from all sides: cards, chart, breakdown, drilldown, file', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'View data' }).click()
    await expect(page.getByText(words.about)).toBeVisible()
    await expect(cardOf(page, 'Total Leads')).toContainText('8')
    await expect(cardOf(page, 'Total Deposits')).toContainText('2')
    await expect(cardOf(page, 'Conversion Rate')).toContainText('25.00%Few leads')
    await expect(cardOf(page, 'Top GEO')).toContainText('DE')
    await expect(page.getByText(`Data for ${today()}`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Data Visualization' })).toBeVisible()
    await expect(bars(page)).toHaveCount(BARS)
    await expect(system(page).locator('dl > div')).toHaveText([
      'TimezoneEtc/GMT-2 (GMT+2)',
      /^Last Lead.* \d{4}, 12:00$/,
      /^Last Deposit.* \d{4}, 13:00$/,
    ])
    await expect(breakdown(page).getByRole('rowheader')).toHaveText([/DE$/, /GB$/, /AT$/, 'Total'])

    await pick(page, 'By Broker')
    await expect(page.getByRole('heading', { name: 'Detailed Breakdown · By Broker' })).toBeVisible()
    await expectSorts(breakdown(page), ['Broker', 'Advertiser ID', 'Leads', 'Deposits', 'Conversion Rate'])
    await expect(linesOf(breakdown(page)).filter({ hasText: /^Alster InsuranceB-1/ })).toHaveCount(1)
    await expect(linesOf(breakdown(page)).filter({ hasText: /^B-2B-2/ }), 'of one without a name').toHaveCount(1)
    await page.getByRole('radiogroup', { name: 'Grouping' }).getByText('By Source + GEO').click()
    await expect(page.getByRole('heading', { name: 'Detailed Breakdown · By Source + GEO' })).toBeVisible()
    await expectSorts(breakdown(page), ['Source + GEO', 'GEO', 'Leads', 'Deposits', 'Conversion Rate'])
    await breakdown(page).getByRole('button', { name: 'Leads' }).click()
    await pick(page, 'By Affiliate')
    await expect(page.getByRole('heading', { name: 'Detailed Breakdown · By Affiliate' })).toBeVisible()
    const names = breakdown(page).getByRole('rowheader')
    await expect(names).toHaveText(['Source #44', 'Source #9', 'Total'])
    await breakdown(page).getByRole('button', { name: 'Affiliate' }).click()
    await expect(names).toHaveText(['Source #9', 'Source #44', 'Total'])
    await breakdown(page).getByRole('button', { name: 'Deposits' }).click()
    await expect(names).toHaveText(['Source #44', 'Source #9', 'Total'])
    await breakdown(page).getByRole('button', { name: 'Deposits' }).click()
    await expect(names).toHaveText(['Source #9', 'Source #44', 'Total'])
    // The other tables keep an order of their own.
    await expect(page.getByRole('table', { name: 'By Source', exact: true }).getByRole('rowheader').first()).toHaveText(
      'Source #44',
    )

    // Lines and areas are drawn over time alone: of a day over its hours.
    await pick(page, 'Area')
    await expect(page.locator('.recharts-area-area')).toHaveCount(2)
    await expect(page.getByRole('img', { name: 'By hour: 24 values, most leads: 12:00 with 8' })).toBeVisible()
    await pick(page, 'Pie')
    await expect(page.locator('.recharts-pie-sector')).toHaveCount(2)
    // A ring from 60 to 100 pixels, in a chart of 400. Half of the leads take 2 degrees less: 100 * sin 2° is 3.49.
    const ring = /^M [\d.]+,200\s+A 100,100,0,\s+0,0,\s+[\d.]+,196\.51.*A 60,60/s
    await expect(page.locator('.recharts-pie-sector path').first()).toHaveAttribute('d', ring)
    await expect(page.locator('svg.recharts-surface').first()).toHaveAttribute('height', '400')
    await page.reload()
    await expect(page.locator('.recharts-pie-sector')).toHaveCount(2)
    await expect(names).toHaveText(['Source #9', 'Source #44', 'Total'])
    await expect(page.getByRole('heading', { name: 'System Information' })).toBeVisible()
    const file = await download(page, () => page.getByRole('button', { name: 'Export CSV' }).click())
    expect(file.name).toBe(`analytics-daily-${today()}.csv`)
    expect(file.bytes.toString()).toBe(
      '\u{feff}Affiliate,Leads,Deposits,Conversion Rate\r\nSource #9,4,0,0.00%\r\nSource #44,4,2,50.00%\r\n',
    )
  })

  await test.step('no file is made of a day while another one is asked for', async () => {
    await open(page)
    const exportCsv = page.getByRole('button', { name: 'Export CSV' })
    await expect(exportCsv).toBeEnabled()
    const yesterday = addDays(today(), -1)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const asked = `**/api/analytics/daily?date=${yesterday}**`
    await page.route(asked, async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('Date', { exact: true }).fill(yesterday)
    await expect(exportCsv).toBeDisabled()
    await expect(linesOf(breakdown(page)), 'what stood before stays in sight').toHaveCount(3)
    const address = page.url()
    await breakdown(page).getByRole('link', { name: '1' }).first().click()
    expect(page.url(), 'its figures lead nowhere').toBe(address)
    release()
    const file = await download(page, () => exportCsv.click())
    await page.unroute(asked)
    expect(file.name).toBe(`analytics-daily-${yesterday}.csv`)
    expect(file.bytes.toString()).toBe('\u{feff}GEO,Leads,Deposits,Conversion Rate\r\nDE,1,1,100.00%\r\n')
  })

  await test.step('a row narrows all figures; its leads are one press away; the file is what the screen shows', async () => {
    await open(page)
    const sources = page.getByRole('table', { name: 'By Source + GEO' })
    await sources.getByRole('button', { name: 'GEO', exact: true }).click()
    await expect(sources.locator('th[aria-sort=ascending]')).toHaveText('GEO')
    const others = page.getByRole('table', { name: 'By Source', exact: true })
    await expect(others.locator('th[aria-sort=descending]'), 'each has an order of its own').toHaveText('Leads')
    const shown = await linesOf(sources).evaluateAll((rows) =>
      rows.map((row) => {
        const [name = '', geo = '', leads = '', deposits = ''] = [...row.children].map((cell) =>
          cell.textContent.trim(),
        )
        return [name, geo.slice(-2), leads, deposits]
      }),
    )
    const drilldown = page.getByRole('region', { name: 'Affiliate Drilldown' })
    const file = await download(page, () =>
      drilldown.getByRole('button', { name: 'Download this table as XLSX' }).last().click(),
    )
    const sheet = readXlsx(file.bytes)['affiliateGeo'] ?? []
    expect(sheet[0]?.[0]).toBe(`Source + GEO (${today()} in GMT+2)`)
    expect(sheet.slice(1).map(([name, _second, ...cells]) => [name, ...cells.slice(0, 3)])).toEqual(shown)

    await breakdown(page).getByRole('button', { name: 'GB' }).click()
    await expect(cardOf(page, 'Total Leads')).toContainText('3')
    await expect(page).toHaveURL(/geo=GB/)
    await breakdown(page).getByRole('link', { name: '3' }).first().click()
    await expect(page).toHaveURL(/\/leads\?/)
    await expect(page.getByRole('table', { name: 'Leads' }).locator('tbody > tr')).toHaveCount(3)
    await page.goBack()
    await page.getByRole('button', { name: 'Take off GB' }).click()
    await expect(cardOf(page, 'Total Leads')).toContainText('8')
    await breakdown(page).getByRole('link', { name: '2', exact: true }).last().click()
    await expect(page.getByRole('button', { name: `Take off With a deposit on ${today()}` })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Leads' }).locator('tbody > tr')).toHaveCount(2)
  })

  await test.step('a range day by day; a day of it opens; what is no range is told', async () => {
    await open(page)
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await expect(page).toHaveURL(/preset=last-30-days/)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Save tab, days and filters as').fill('Month')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Month', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect(page).toHaveURL(/preset=last-30-days/)
    await expect(page.getByLabel('Start Date')).toHaveValue(formatDayName(addDays(today(), -29)))
    await page.getByRole('tab', { name: 'Quality' }).click()
    await expect(page.getByRole('table', { name: 'Lead Quality' })).toBeVisible()
    await page.getByRole('tab', { name: 'Plan' }).click()
    await expect(page.getByRole('table', { name: 'Planned Against Delivered' })).toBeVisible()
    await expect(page.getByText('No limit applied on these days.')).toBeVisible()
    await expect(page.getByText('Compare with')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Quality' })).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
    await pick(page, 'Date Range')
    await expect(page.getByLabel('Start Date')).toHaveValue(formatDayName(addDays(today(), -7)))
    await expect(page.getByLabel('End Date')).toHaveValue(formatDayName(today()))
    await expect(page.getByText(`Data from ${addDays(today(), -7)} to ${today()}`)).toBeVisible()
    await expect(page.getByText('By Broker', { exact: true })).toHaveCount(0)
    await expect(page.getByLabel('Date', { exact: true })).toHaveCount(0)
    await expect(system(page)).toHaveCount(0)
    const file = await download(page, () => page.getByRole('button', { name: 'Export CSV' }).click())
    expect(file.name).toBe(`analytics-range-${addDays(today(), -7)}_${today()}.csv`)
    await expect(linesOf(breakdown(page))).toHaveCount(8)
    await expect(linesOf(breakdown(page)).first()).toContainText(today())
    await pick(page, 'Line')
    await expect(page.locator('.recharts-line-curve')).toHaveCount(2)
    await page.getByLabel('Compare with').selectOption('The days before')
    await expect(page.locator('.recharts-line-curve')).toHaveCount(3)
    await expect(cardOf(page, 'Total Leads')).toContainText('9 more than 0')
    await expect(linesOf(breakdown(page)).first(), 'the bar behind, in words').toContainText(', before 0')

    // By the day of the lead, yesterday's lead has brought both of its deposits.
    await page.getByLabel('Count deposits').selectOption('On their lead’s day')
    const yesterday = linesOf(breakdown(page)).filter({ hasText: addDays(today(), -1) })
    await expect(yesterday).toContainText('200.00%')

    await page.getByLabel('End Date').fill(addDays(today(), -9))
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText(words.reversed)
    await page.goBack()
    await expect(page.getByLabel('End Date'), 'in focus').not.toHaveValue(formatDayName(addDays(today(), -9)))
    await yesterday.getByRole('button').click()
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue(formatDayName(addDays(today(), -1)))
    await expect(cardOf(page, 'Total Leads')).toContainText('1')
    await pick(page, 'Date Range')
    await expect(page.getByLabel('End Date')).toBeVisible()
    await pick(page, 'Daily View')
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue(formatDayName(addDays(today(), -1)))
    await expect(page.getByLabel('End Date')).toHaveCount(0)
  })

  await test.step('refreshes by hand and by itself, whatever becomes of the cache', async () => {
    consoleNoise.allow(/^Failed to refresh analytics:/)
    await page.clock.install({ time: systemClock.now() })
    await open(page)
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
    await expect(refresh).toBeEnabled()
    const asked = (what = 'daily') => page.waitForResponse((response) => response.url().includes(`/analytics/${what}`))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/analytics/invalidate-cache', async (route) => {
      await held
      await route.fulfill({ status: 503, json: { message: 'No.' } })
    })
    const logged = page.waitForEvent('console', (line) => line.text().startsWith(words.refreshFailed))
    const again = ['daily'].map((what) => asked(what))
    await refresh.click()
    await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeDisabled()
    release()
    await Promise.all([logged, ...again])
    await expect(refresh).toBeEnabled()
    await expect(refresh).toBeFocused()
    await pick(page, 'Auto')
    await expect(page).toHaveURL(/auto=true/)
    await Promise.all([asked(), page.clock.fastForward('01:01')])
    await pick(page, 'Manual')
    await expect(page).not.toHaveURL(/auto/)
  })
})
