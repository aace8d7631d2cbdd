import { formatDayName } from '#domain/sentences/written.ts'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { buildAffiliateDraft, buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { formatDay, formatDayFrom } from '#web/lib/format.ts'
import { closeToasts, expectToast } from './admin-page.ts'
import { bringLeads, columnsOf, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'

// Read when a test needs it: the zone's midnight may come while the tests run.
const today = (): Day => zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())

/** What a day is called that is not today or tomorrow, by how far it is away. */
const labelOf = (days: number) => formatDayFrom(today(), addDays(today(), days))

test('the board is set up as somebody likes it', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  const { call } = await signIn('editor')
  await openBoard(page)

  await test.step('days go on the board and off it, today and tomorrow stay', async () => {
    const strip = page.getByRole('group', { name: 'Days on the board' })
    const columns = columnsOf(page)
    await expect(strip.getByRole('button')).toHaveCount(18)
    await expect(strip.getByRole('button').first()).toHaveAccessibleName(labelOf(-3))
    await expect(columns).toHaveCount(2)

    for (const pinned of [/^Today/, /^Tomorrow/]) {
      await strip.getByRole('button', { name: pinned }).click()
      await expectToast(page, 'Today and Tomorrow remain pinned.')
      await closeToasts(page)
      await expect(columns).toHaveCount(2)
    }
    await expect(columns.getByRole('button', { name: /^Close/ })).toHaveCount(0)

    const later = labelOf(5)
    const before = labelOf(-1)
    await strip.getByRole('button', { name: later }).click()
    await strip.getByRole('button', { name: before }).click()
    await page.reload()
    await expect(columns.getByRole('heading', { level: 2 })).toHaveText([before, /^Today/, /^Tomorrow/, later])
    await page
      .getByRole('region', { name: before })
      .getByRole('button', { name: /^Close/ })
      .click()
    await strip.getByRole('button', { name: later }).click()
    await expect(columns).toHaveCount(2)
    await expect(page).toHaveURL(/\/$/)
  })

  await test.step('Back and Forward walk through what was chosen, and the view of a whole day keeps it', async () => {
    const columns = columnsOf(page)
    const later = page.getByRole('group', { name: 'Days on the board' }).getByRole('button', { name: labelOf(5) })
    await later.click()
    await expect(columns).toHaveCount(3)
    await page.getByText('Affiliate caps').click()
    await expect(page).toHaveURL(/mode=affiliate/)
    await page.goBack()
    await expect(page).not.toHaveURL(/mode=affiliate/)
    await page.goBack()
    await expect(columns).toHaveCount(2)
    await page.goForward()
    await expect(columns).toHaveCount(3)

    await page
      .getByRole('link', { name: /^Full view/ })
      .last()
      .click()
    const title = page.getByRole('heading', { level: 1, name: formatDay(addDays(today(), 5)) })
    await expect(title).toBeVisible()
    await expect(page).toHaveTitle(`${await title.textContent()} · Capline`)
    await page.reload()
    await page.getByRole('button', { name: 'Tomorrow' }).click()
    await expect(page).toHaveTitle(/^Tomorrow · .* · Capline$/)
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expect(page).toHaveTitle('Dashboard · Capline')
    await expect(columns).toHaveCount(3)
    await later.click()
    await expect(page).toHaveURL(/\/$/)
  })

  await test.step('in one line with all tools the title is cut nowhere, and no letter stands for two keys', async () => {
    const title = page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })
    const commands = page.getByRole('button', { name: 'Commands, Ctrl K' })
    for (const [width, keys] of [
      [1280, ''],
      [1366, ''],
      [1440, 'Ctrl K'],
    ] as const) {
      await page.setViewportSize({ width, height: 720 })
      const cut = () => title.evaluate((box) => box.scrollWidth - box.clientWidth)
      await expect.poll(cut, String(width)).toBe(0)
      await expect(commands).toHaveText(keys, { useInnerText: true })
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('a geo says who takes and who sends its leads', async () => {
    await insertAdvertiser(capline.db, 'B-2', 'Rhein Energie')
    const date = today()
    for (const draft of [
      buildCapDraft({ date, geo: 'FR', sourceNumber: '44', cap: 5 }),
      buildCapDraft({ date, geo: 'FR', sourceNumber: '51', cap: 10 }),
      buildCapDraft({ date, geo: 'FR', advertiserId: 'B-2', sourceNumber: '44', cap: 40 }),
      buildCapDraft({ date, geo: 'AT', sourceNumber: '44', cap: 0 }),
      buildCapDraft({ date, geo: 'AT', advertiserId: 'B-2', sourceNumber: '44', cap: 0 }),
    ]) {
      await call(capCalls.create, { body: draft })
    }
    await call(affiliateCapCalls.create, { body: buildAffiliateDraft({ date, geo: 'FR' }) })
    const column = page.getByRole('region', { name: /^Today/ })
    await expect(column.getByRole('button', { name: '2 brokers, 1 source of AT' })).toBeVisible()
    await expect(column.getByRole('list', { name: 'Sources of AT' }), 'of one source there is no chip').toHaveCount(0)
    await column.getByRole('button', { name: /^\+ Add cap/ }).hover()
    await page.mouse.wheel(0, 600)
    await column.getByText('Rhein Energie').first().hover()
    await page.mouse.wheel(0, 600)
    const brokers = column.getByRole('list', { name: 'Brokers of FR' })
    await expect(brokers.locator('> li'), 'in sight without opening').toHaveText([
      'Rhein Energie 0 / 40 #44',
      /Alster.*0 \/ 15 #51 0 \/ 10#44 0 \/ 5/,
    ])
    // By key: the caps that were just added may still move it.
    await column.getByRole('button', { name: '2 brokers, 2 sources of FR' }).press('Enter')
    await expect(brokers.locator('> li')).toHaveText([
      'Rhein Energie 0 / 40 #44 0 / 40',
      /Alster.*0 \/ 15 #51 0 \/ 10#44 0 \/ 5/,
    ])
    await expect(column.getByRole('list', { name: 'Sources of FR' }).getByRole('listitem')).toHaveText([
      '#44 0 / 45',
      '#51 0 / 10',
    ])
    await expect(page.getByRole('link', { name: /^Full view/ }).first()).toHaveAttribute('href', `/day/${date}/full`)
  })

  await test.step('a day of another month is found in the calendar by keyboard', async () => {
    await page.getByRole('button', { name: 'Calendar view' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Calendar view' })
    await expect(dialog.getByRole('columnheader')).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    await expect(dialog.getByRole('button', { name: /^Today/ })).toBeFocused()
    for (let week = 0; week < 6; week += 1) await page.keyboard.press('ArrowDown')
    const day = formatDay(addDays(today(), 42))
    await expect(dialog.getByRole('button', { name: day, exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const column = page.getByRole('region', { name: labelOf(42) })
    await column.getByRole('button', { name: '+ Add cap' }).click()
    await expect(page.getByRole('dialog', { name: 'Add new cap' }).getByLabel(/^Date/)).toHaveValue(
      formatDayName(addDays(today(), 42)),
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // Chosen once more, it goes.
    await page.getByRole('button', { name: 'Calendar view' }).click()
    const month = dialog.getByRole('heading', { level: 3 })
    const shown = (await month.textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Next month' }).click()
    await expect(month).not.toHaveText(shown)
    await dialog.getByRole('button', { name: 'Previous month' }).click()
    await expect(month).toHaveText(shown)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Calendar view' }).click()
    await expect(dialog.getByRole('button', { name: /^Today/ })).toBeFocused()
    for (let week = 0; week < 6; week += 1) await page.keyboard.press('ArrowDown')
    await dialog.getByRole('button', { name: day, exact: true }).press('Enter')
    await expect(column).toHaveCount(0)
    await expect(dialog).toBeHidden()
  })

  await test.step('a cap of tomorrow is begun from above the board', async () => {
    await page.getByRole('button', { name: 'Quick add tomorrow' }).click()
    const form = page.getByRole('dialog', { name: 'Add new cap' })
    await expect(form.getByLabel(/^Date/)).toHaveValue(formatDayName(addDays(today(), 1)))
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  })

  await test.step('publisher caps are planned in a mode of their own, with their words', async () => {
    await page.getByRole('button', { name: labelOf(5) }).click()
    await page.getByText('Affiliate caps').click()
    await expect(page).toHaveURL(/mode=affiliate/)
    await page.reload()
    await expect(columnsOf(page)).toHaveCount(3)
    await expect(columnsOf(page).getByRole('button', { name: '+ Add cap' })).toHaveCount(3)
    await expect(columnsOf(page).getByRole('button', { name: /^Close/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Full view' })).toHaveCount(0)
    const column = page.getByRole('region', { name: /^Tomorrow/ })
    await expect(column.getByText('No publisher caps', { exact: true })).toBeVisible()
    await expect(column.getByText('This day has no publisher caps yet.')).toBeVisible()

    await page.getByRole('button', { name: 'Quick add tomorrow' }).click()
    const form = page.getByRole('dialog', { name: 'Add publisher cap' })
    await expect(form.getByLabel(/^Date/)).toHaveValue(formatDayName(addDays(today(), 1)))
    await form.getByRole('button', { name: 'Add cap' }).click()
    await expect(page.getByText('Please fill cap, geo, and source.')).toBeVisible()
    await form.getByLabel(/^Geo/).fill('uk')
    await form.getByLabel(/^Cap/).fill('25')
    await form.getByRole('combobox', { name: 'Source' }).fill('12')
    await expect(form.getByLabel(/Advertiser|Affiliate/)).toHaveCount(0)
    await form.getByLabel(/^Working hours/).fill('9-17')
    await form.getByLabel(/^Created by/).fill('Night desk')
    await form.getByLabel(/^CPA/).fill('450')
    await form.getByLabel(/^CRG/).fill('12')
    await form.getByRole('button', { name: 'Add cap' }).click()
    await expect(page.getByText('Publisher cap saved')).toBeVisible()
    const card = column.getByRole('article', { name: 'UK, source 12' })
    for (const text of ['09:00-17:00', 'CPL $54', 'Created by Night desk']) await expect(card).toContainText(text)
    bringLeads(capline, 7, { geo: 'FR' })
    await capline.sync()
    const tile = (label: string) => page.locator('dl > div').filter({ hasText: label })
    await expect(tile('Publishers today')).toContainText('1')
    await expect(tile('Publishers tomorrow')).toContainText('1as many as today')
    await expect(tile('Publisher leads today')).toContainText('7of 20 planned')
    await expect(tile('Publisher leads tomorrow')).toContainText('0of 25 planned')

    await card.getByRole('button', { name: /^Edit/ }).click()
    const edit = page.getByRole('dialog', { name: 'Edit publisher cap' })
    await edit.getByLabel(/^Cap/).fill('30')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Publisher cap updated')).toBeVisible()
    await expect(card).toContainText('Target 30')

    await card.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByText('Delete publisher cap UK / source 12 ?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Publisher cap deleted')).toBeVisible()
    await expect(card).toHaveCount(0)
  })

  await test.step('what is open goes with its board when Back brings the other kind of caps', async () => {
    await call(capCalls.create, { body: buildCapDraft({ date: today() }) })
    await page.goto('/?mode=affiliate')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('button', { name: 'Delete cap DE / source 44' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete cap' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/mode=affiliate/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goForward()
    await expect(page.getByRole('button', { name: 'Delete cap DE / source 44' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
