import type { Page } from '@playwright/test'
import { formatDayName } from '#domain/sentences/written.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { sql } from 'kysely'
import { capCalls } from '#contract/caps.ts'
import { feedCalls } from '#contract/feeds.ts'
import { limitCalls } from '#contract/limits.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { formatDay } from '#web/lib/format.ts'
import {
  addCap,
  bringLeads,
  cardOf,
  cardsOf,
  columnOf,
  columnsOf,
  discardForm,
  fillIn,
  openAddForm,
  openBoard,
  today,
  tomorrow,
} from './board-page.ts'
import { expect, test } from './capline.ts'
import { barOf, boxOf } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('an empty board fills, and its numbers move', async ({ page, capline, signIn }) => {
  const other = await capline.signIn('editor')
  const ada = await signIn('editor')
  const column = columnOf(page, 'Today')
  const listening = page.waitForResponse('**/api/events')

  await test.step('a day is drawn as a skeleton until it is there; an empty one says so and offers to add', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/caps/day/*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await expect(column).toHaveAttribute('aria-busy', 'true')
    await expect(column.getByText('Loading caps…')).toBeAttached()
    await expect(column.getByText('No caps')).toHaveCount(0)

    release()
    await expect(column.getByText('No caps', { exact: true })).toBeVisible()
    await expect(column.getByText('This day has no caps yet.')).toBeVisible()
    await expect(column).toHaveAttribute('aria-busy', 'false')
    await expect(column.getByText('Loading caps…')).toHaveCount(0)
    await page.unroute('**/api/caps/day/*')
    await column.getByRole('button', { name: 'Add the first cap' }).click()
    await expect(page.getByRole('dialog', { name: 'Add new cap' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('what others change shows at once, and leaves an open form alone', async () => {
    await listening
    const form = await openAddForm(page)
    await fillIn(form, { geo: 'FR', cap: '12' })

    const { _id: id } = await addCap(other, { cap: 20 })
    const card = cardOf(column, '44')
    await expect(card).toContainText('0 / 20')
    await other.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap: 35 }) })
    await expect(card).toContainText('0 / 35')
    await other.call(capCalls.remove, { params: { id } })
    await expect(card).toHaveCount(0)

    await expect(form.getByLabel(/^Geo/)).toHaveValue('FR')
    await expect(form.getByLabel(/^Cap/)).toHaveValue('12')
    await expect(form.getByLabel(/^Cap/)).toBeFocused()
    await discardForm(page)
  })

  await test.step('what changed while the server was cut off from the word of it shows once it is back', async () => {
    const { _id: id } = await addCap(other, { cap: 20 })
    const card = cardOf(column, '44')
    await expect(card).toContainText('0 / 20')
    await sql`update caps set cap = 35 where id = ${id}`.execute(capline.db)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'capline listener' and datname = current_database()
    `.execute(capline.db)
    await expect(card).toContainText('0 / 35')
    await other.call(capCalls.remove, { params: { id } })
    await expect(card).toHaveCount(0)
  })

  await test.step('a sync that somebody else runs moves the numbers', async () => {
    const admin = await capline.signIn('admin')
    await addCap(ada, { cap: 20 })
    const card = cardOf(column, '44')
    await expect(card).toContainText('0 / 20')
    bringLeads(capline, 5)
    // The word of its leads comes before its end.
    await page.route('**/api/lead-sync/freshness', async (route) => {
      const known: unknown = await (await route.fetch()).json()
      await route.fulfill({ json: Object.assign({}, known, { running: true }) })
    })
    await admin.call(feedCalls.runSync, {})
    await expect(card).toContainText('5 / 20')
    await expect(page.getByText('Syncing leads…')).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByText('Leads synced just now')).toBeVisible()
  })

  await test.step('the tiles count the caps and the leads of both days', async () => {
    await addCap(ada, { cap: 20, sourceNumber: '45' })
    await addCap(ada, { cap: 25, date: tomorrow(), geo: 'FR' })
    const tile = (label: string) => page.locator('dl > div').filter({ hasText: label })
    await expect(tile('Today caps')).toContainText('2')
    await expect(tile('Tomorrow caps')).toContainText('1')
    await expect(tile('Total leads today')).toContainText('5of 40 planned')
    await expect(tile('Total leads tomorrow')).toContainText('0of 25 planned')
    bringLeads(capline, 2, { geo: 'NO' })
    await capline.sync()
    await expect(tile('Total leads today')).toContainText('7of 40 planned2 without a cap')
  })

  const chipOf = (day: Day) =>
    page.getByRole('group', { name: 'Days on the board' }).getByRole('button', { name: formatDay(day) })

  await test.step('a day of caps of 0 is planned, and another one is not', async () => {
    await addCap(ada, { date: addDays(today(), 4), cap: 0 })
    await expect(chipOf(addDays(today(), 4))).toHaveAccessibleDescription('0 of 0')
    await expect(chipOf(addDays(today(), 5))).toHaveAccessibleDescription('Not planned')
  })

  await test.step('a 32nd day beside today and tomorrow is refused, and no other one leaves the board', async () => {
    const days = Array.from({ length: 31 }, (_, index) => addDays(today(), index + 20)).join('.')
    await page.goto(`/?days=${days}&view=table`)
    await chipOf(addDays(today(), 5)).click()
    await expect(page.getByText(capTexts.boardFull)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('days')).toBe(days)
    await openBoard(page)
  })

  await test.step('caps stand in groups of a geo, with flag, delivered and planned, and counts', async () => {
    await addCap(ada, { geo: 'UK', cap: 10, sourceNumber: '44' })
    await insertAdvertiser(capline.db, 'B-2', 'Borealis Loans')
    await addCap(ada, { geo: 'DE', cap: 5, sourceNumber: '45', advertiserId: 'B-2' })
    await addCap(ada, { geo: 'AT', cap: 1_250, sourceNumber: '44' })
    bringLeads(capline, 3, { geo: 'DE', sourceNumber: '45' })
    await capline.sync()

    const heads = column.getByRole('heading', { level: 3 })
    await expect(heads).toContainText(['🇦🇹AT', '🇩🇪DE', '🇬🇧UK'])
    await expect(heads).toContainText(['0 / 1,250', '8 / 45', '0 / 10'])
    await expect(heads).toContainText(['1 cap · 1 source', '3 caps · 2 sources', '1 cap · 1 source'])
    await expect(column).toContainText('8 of 1,305 delivered')
    await expect(columnOf(page, 'Tomorrow').getByRole('heading', { level: 3 })).toContainText(['🇫🇷FR'])

    await expect(cardsOf(column)).toHaveCount(5)
    await heads.nth(1).getByRole('button').click()
    await expect(heads.nth(1).getByRole('button')).toHaveAttribute('aria-expanded', 'false')
    await expect(cardsOf(column)).toHaveCount(2)
  })

  await test.step('progress ends at 100 %, also for a cap of 0 that got leads', async () => {
    await addCap(ada, { geo: 'BE', sourceNumber: '61', cap: 2 })
    await addCap(ada, { geo: 'BE', sourceNumber: '62', cap: 0 })
    await addCap(ada, { geo: 'BE', sourceNumber: '63', cap: 0 })
    await addCap(ada, { geo: 'BE', sourceNumber: '64', cap: 3 })
    bringLeads(capline, 3, { geo: 'BE', sourceNumber: '61' })
    bringLeads(capline, 1, { geo: 'BE', sourceNumber: '62' })
    bringLeads(capline, 2, { geo: 'BE', sourceNumber: '64' })
    await capline.sync()

    for (const [source, numbers, percent] of [
      ['61', '3 / 2', 100],
      ['62', '1 / 0', 100],
      ['63', '0 / 0', 0],
      ['64', '2 / 3', 67],
    ] as const) {
      const card = cardOf(column, source)
      await expect(card).toContainText(numbers)
      await expect(card.getByText(`${percent}%`, { exact: true })).toBeVisible()
      const bar = card.getByRole('progressbar')
      await expect(bar).toHaveAttribute('aria-valuenow', String(percent))
      const overshoot = await bar.evaluate((element) => {
        const widths = [...element.querySelectorAll('*')].map((part) => part.getBoundingClientRect().width)
        return Math.max(...widths) - element.getBoundingClientRect().width
      })
      expect(overshoot).toBeLessThanOrEqual(0)
    }
  })

  await test.step('a day of 2,000 caps draws only what is in sight, wherever it is scrolled', async () => {
    const geos = ['AT', 'BE', 'DE', 'ES', 'FR', 'IT', 'NL', 'PL', 'SE', 'UK']
    const create = geos.flatMap((geo) =>
      Array.from({ length: 200 }, (_, index) =>
        buildCapDraft({ date: today(), geo, sourceNumber: String(index + 1_000), cap: 3_000 - index }),
      ),
    )
    await ada.call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
    const cards = cardsOf(column)
    const heads = column.getByRole('heading', { level: 3 })
    await expect(heads.first()).toContainText('201 caps · 201 sources')
    await expect(cards.first()).toBeInViewport()
    expect(await cards.count()).toBeLessThan(40)

    await scrollToEnd(page)
    await expect(column.getByRole('article', { name: /^UK.*source 44$/ })).toBeInViewport()
    expect(await cards.count()).toBeLessThan(40)
    // The head of the geo in sight stays at the top.
    await expect(heads.filter({ hasText: 'UK' })).toBeInViewport({ ratio: 1 })
  })
})

// The zone is GMT+2; at these instants the browser's calendar shows another day.
const [SATURDAY, SUNDAY, MONDAY] = ['2026-11-21', '2026-11-22', '2026-11-23'] as const

test.describe('in a browser of Asia/Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('today is the day of the configured zone', async ({ page, signIn }) => {
    const ada = await signIn('editor')
    await addCap(ada, { date: SATURDAY, advertiserName: 'Of today', cap: 40 })
    await addCap(ada, { date: SUNDAY, advertiserName: 'Of tomorrow', cap: 25 })
    const scope = { side: 'broker' as const, geos: [], advertiserIds: [], sourceNumbers: [] }
    const limit = { ...scope, name: 'A day', number: 30, unit: 'leads' as const, period: 'day' as const }
    await ada.call(limitCalls.create, { body: limit })
    const limits = page.getByRole('region', { name: 'Limits' })
    await page.clock.install({ time: '2026-11-21T21:58:00Z' })
    await openBoard(page)
    await expectToday(page, SATURDAY, 'Today · Sat 21 Nov')
    await page.keyboard.press('Escape')
    await expect(limits).toContainText('planned this day 40 of 30')

    await test.step('the board moves on at midnight of the zone, once no dialog is open', async () => {
      await expect(columnsOf(page)).toHaveCount(2)
      await boxOf(page, '44').click()
      await barOf(page).getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit caps' })
      await expect(dialog.getByLabel('Value for 1 shown')).toBeFocused()
      await page.clock.fastForward('02:00')
      await expect(page.getByRole('region', { name: 'Today · Sat 21 Nov' })).toHaveCount(1)
      await expect(dialog.getByLabel('Value for 1 shown')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('region', { name: 'Today · Sun 22 Nov' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Tomorrow · Mon 23 Nov' })).toBeVisible()
      await expect(limits).toContainText('planned this day 25 of 30')
    })
  })
})

test.describe('in a browser of America/Los_Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('today is the day of the configured zone', async ({ page, signIn }) => {
    const ada = await signIn('editor')
    await addCap(ada, { date: SUNDAY, advertiserName: 'Of today' })
    await addCap(ada, { date: MONDAY, advertiserName: 'Of tomorrow' })
    await page.clock.setFixedTime('2026-11-21T22:30:00Z')
    await openBoard(page)
    await expectToday(page, SUNDAY, 'Today · Sun 22 Nov')
  })
})

async function expectToday(page: Page, date: string, title: string): Promise<void> {
  const column = page.getByRole('region', { name: title })
  await expect(cardOf(column, '44')).toBeVisible()
  await expect(column.getByText('Of today')).toBeVisible()
  const chips = page.getByRole('group', { name: 'Days on the board' }).getByRole('button')
  await expect(chips.nth(3)).toHaveAccessibleName(title)
  await expect(columnOf(page, 'Tomorrow').getByText('Of tomorrow')).toBeVisible()
  await expect(page.getByText('GMT+2')).toBeVisible()
  await column.getByRole('button', { name: '+ Add cap' }).click()
  await expect(page.getByLabel(/^Date/)).toHaveValue(formatDayName(brandText<Day>(date)))
}

async function scrollToEnd(page: Page): Promise<void> {
  const list = columnOf(page, 'Today').locator('[data-scroller]')
  // Rows are measured as they are drawn, which may move the end.
  await expect(async () => {
    const left = await list.evaluate((element) => {
      element.scrollTo(0, element.scrollHeight)
      return element.scrollHeight - element.clientHeight - element.scrollTop
    })
    expect(left).toBeLessThan(1)
    await expect(cardsOf(columnOf(page, 'Today')).last()).toBeInViewport({ timeout: 500 })
  }).toPass()
}
