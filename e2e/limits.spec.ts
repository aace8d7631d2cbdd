import { limitCalls } from '#contract/limits.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { limitTexts } from '#contract/texts/limits.ts'
import { addDays } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { expectToast } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { addCap, bringLeads, columnOf, openBoard, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'

test('a weekly limit over several geos fills up, and says when it will be full', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/40[09]/)
  await insertAdvertiser(capline.db)
  const editor = await signIn('admin')
  await addCap(editor, { cap: 40, workingHours: '24/7' })
  /** The toast of an earlier save may still be there. */
  const readLimit = async () => (await editor.call(limitCalls.list, { query: {} }))[0]?.limit
  await openBoard(page)
  const bar = page.getByRole('region', { name: 'Limits' })
  const dialog = page.getByRole('dialog')

  await test.step('what is refused is told at its field, and stays typed', async () => {
    await bar.getByRole('button', { name: 'Limits' }).click()
    await dialog.getByRole('button', { name: 'Add a limit' }).click()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.setViewportSize({ width: 375, height: 667 })
    await expect(dialog.getByRole('button', { name: 'Save limit' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 720 })
    await dialog.getByLabel('Name').fill('Three countries')
    await dialog.getByLabel('Limit', { exact: true }).fill('10')
    await dialog.getByLabel('Geos').fill('DE, AT, CH')
    await dialog.getByLabel('What is counted').selectOption('validLeads')
    await dialog.getByRole('button', { name: 'Save limit' }).click()
    await expect(dialog).toContainText(limitTexts.sourceOnly)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toContainText('Discard what you typed?')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByLabel('What is counted').selectOption('leads')
    await dialog.getByRole('button', { name: 'Save limit' }).click()
    await expectToast(page, 'Limit saved: Three countries')
    await expect(dialog.getByRole('listitem')).toContainText('10 leads a week')
    await expect(dialog.getByRole('button', { name: 'Add a limit' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Sources').fill('44 b, 45 46 #47')
    await dialog.getByLabel('Geos').fill('DE AT CH')
    await dialog.getByRole('button', { name: 'Save limit' }).click()
    const sources = { geos: ['DE', 'AT', 'CH'], sourceNumbers: ['44 b', '45', '46', '47'] }
    await expect.poll(readLimit).toMatchObject(sources)
    await expect(dialog.getByRole('listitem')).toContainText('#44 b')
    const limit = await readLimit()
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Sources').fill('')
    if (!limit) throw new Error('there is no limit')
    const { _id: id, side, geos, sourceNumbers, unit } = limit
    const theirs = {
      name: 'Three',
      side,
      geos,
      advertiserIds: [],
      sourceNumbers,
      number: 12,
      unit,
      period: 'day' as const,
    }
    await editor.call(limitCalls.update, { params: { id }, body: theirs })
    await dialog.getByLabel('Limit', { exact: true }).fill('10')
    await dialog.getByLabel('Limit', { exact: true }).fill('11')
    await dialog.getByRole('button', { name: 'Save limit' }).click()
    await expect(page.getByText(limitTexts.stale)).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Three')
    await expect(dialog.getByText(callTexts.changedTo('12'))).toBeVisible()
    await expect(dialog.getByLabel('Period')).toHaveValue('day')
    await dialog.getByLabel('Name').fill('Three countries')
    await dialog.getByLabel('Limit', { exact: true }).fill('10')
    await dialog.getByLabel('Period').selectOption('week')
    await dialog.getByRole('button', { name: 'Save limit' }).click()
    await expect.poll(readLimit).toMatchObject({ number: 10, sourceNumbers: [] })
    await expect(dialog.getByRole('button', { name: 'Add a limit' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('it stands above the board, beside what is planned, and fills with the leads of a sync', async () => {
    await expect(bar).toContainText('Three countries 0 of 10 leads')
    await expect(bar).toContainText('planned this week 40 of 10')
    await expect(page.getByText('planned this week 40 of 10').nth(1)).toBeVisible()
    bringLeads(capline, 7)
    await capline.sync()
    await expect(bar).toContainText('Three countries 7 of 10 leads')
    expect((await editor.call(limitCalls.list, { query: {} }))[0]?.fullAt).not.toBeNull()
    await expect(bar).toContainText(/full .* about \d\d:\d\d/)
    await expectFit(page)
  })

  await test.step('Analytics has a row of its week, and no 100% before it is full', async () => {
    const scope = { side: 'affiliate' as const, geos: [], advertiserIds: [], sourceNumbers: ['44'] }
    const body = { ...scope, name: 'Nearly full', number: 200, unit: 'leads' as const, period: 'week' as const }
    await editor.call(limitCalls.create, { body })
    bringLeads(capline, 199)
    await capline.sync()
    await page.goto('/analytics')
    await page.getByRole('tab', { name: 'Plan' }).click()
    const row = page.getByRole('table', { name: 'Limits' }).getByRole('row', { name: 'Nearly full' })
    await expect(row).toContainText('199')
    await expect(row).toContainText('99%')
  })
})

test('the head of a geo counts a limit on its own day', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  const editor = await signIn('editor')
  await addCap(editor, { cap: 40 })
  await addCap(editor, { cap: 25, date: tomorrow() })
  const scope = { side: 'broker' as const, geos: ['DE'], advertiserIds: [], sourceNumbers: [] }
  const body = { ...scope, name: 'DE by day', number: 30, unit: 'leads' as const, period: 'day' as const }
  await editor.call(limitCalls.create, { body })
  await openBoard(page)
  await expect(columnOf(page, 'Today').getByRole('heading', { level: 3 })).toContainText('planned this day 40 of 30')
  await expect(columnOf(page, 'Tomorrow').getByRole('heading', { level: 3 })).toContainText('planned this day 25 of 30')
})

test('beside three days, a limit of another week leaves the broker its name, and both heads their numbers', async ({
  page,
  capline,
  signIn,
}) => {
  await insertAdvertiser(capline.db, 'B-1', 'Solar Partners')
  await insertAdvertiser(capline.db, 'B-2', 'Northwind')
  const editor = await signIn('editor')
  const date = addDays(today(), 14)
  await addCap(editor, { cap: 40, date })
  await addCap(editor, { cap: 10, date, advertiserId: 'B-2', sourceNumber: '45' })
  const scope = { side: 'broker' as const, geos: ['DE'], advertiserIds: ['B-1'], sourceNumbers: [] }
  const rest = { name: 'A week', number: 270, unit: 'leads' as const, period: 'week' as const }
  await editor.call(limitCalls.create, { body: { ...scope, ...rest } })
  await page.setViewportSize({ width: 1400, height: 800 })
  await page.goto(`/?view=cards&days=${date}`)
  const brokers = page.getByRole('list', { name: 'Brokers of DE' })
  const limits = page.getByText(/^planned 40 of 270 in the week from/)
  await expect(limits).toHaveCount(2)
  const name = await brokers.getByText('Solar Partners').boundingBox()
  expect(name?.width).toBeGreaterThan(60)
  for (const limit of await limits.all()) await expect.poll(() => limit.evaluate(countHidden)).toBe(0)
})

/** How many pixels of the numbers of a limit lie beyond what clips it. Runs in the browser. */
function countHidden(limit: Element): number {
  const range = document.createRange()
  range.setStart(limit.firstChild ?? limit, 0)
  range.setEnd(limit.firstChild ?? limit, 'planned 40 of 270'.length)
  let end = Number.POSITIVE_INFINITY
  for (let around: Element | null = limit; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== 'visible') end = Math.min(end, around.getBoundingClientRect().right)
  }
  return Math.max(0, Math.round(range.getBoundingClientRect().right - end))
}

test('a limit that two change says what the other chose, and is read-only while it is saved', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/409/)
  const editor = await signIn('editor')
  const scope = { side: 'broker' as const, geos: [], advertiserIds: [], sourceNumbers: ['44'] }
  const body = { ...scope, name: 'Both', number: 30, unit: 'leads' as const, period: 'week' as const }
  const { limit } = await editor.call(limitCalls.create, { body })
  await openBoard(page)
  await page.getByRole('region', { name: 'Limits' }).getByRole('button', { name: 'Limits' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  const [counted, period] = [dialog.getByLabel('What is counted'), dialog.getByLabel('Period')]
  const save = dialog.getByRole('button', { name: 'Save limit' })

  await test.step('what both chose stays, with the other choice beside it', async () => {
    await counted.selectOption('deposits')
    await period.selectOption('day')
    const theirs = { ...body, unit: 'validLeads' as const, period: 'month' as const }
    await editor.call(limitCalls.update, { params: { id: limit._id }, body: theirs })
    await save.click()
    await expect(counted).toHaveAccessibleDescription(callTexts.changedTo('valid leads'))
    await expect(period).toHaveAccessibleDescription(callTexts.changedTo('A month'))
    await expect(counted).toHaveValue('deposits')
    await expect(period).toHaveValue('day')
  })

  await test.step('nothing can be typed until the answer is there', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/api/limits/${limit._id}`, (route) => answered.then(() => route.continue()), { times: 1 })
    await save.click()
    await expect(dialog.getByLabel('Name')).not.toBeEditable()
    await expect(dialog.getByLabel('First day')).not.toBeEditable()
    await expect(period).toBeDisabled()
    answer()
    await expectToast(page, 'Limit saved: Both')
  })
})

test('a limit that is deleted again after a lost answer is told as deleted', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/404|Failed to load resource/)
  const editor = await signIn('editor')
  const scope = { side: 'broker' as const, geos: ['DE'], advertiserIds: [], sourceNumbers: [] }
  const body = { ...scope, name: 'Gone', number: 1, unit: 'leads' as const, period: 'day' as const }
  await editor.call(limitCalls.create, { body })
  await editor.call(limitCalls.create, { body: { ...body, name: 'Later', firstDay: tomorrow() } })
  await openBoard(page)
  const bar = page.getByRole('region', { name: 'Limits' })
  await expect(bar).toContainText(/Gone 0 of 1 lead\b/)
  await bar.getByRole('button', { name: 'All limits' }).click()
  const rows = page.getByRole('dialog').getByRole('listitem')
  const row = rows.filter({ hasText: 'Gone' })
  await expect(row).toContainText('Gone')

  await test.step('its periods are asked for again where they did not come; one that begins later has none', async () => {
    await page.route('**/api/limits/*/periods', (route) => route.fulfill({ status: 503 }))
    await row.getByRole('button', { name: 'Periods' }).click()
    await expect(row.getByRole('alert')).toBeVisible()
    await expect(row.getByRole('table')).toHaveCount(0)
    await page.unroute('**/api/limits/*/periods')
    await row.getByRole('button', { name: 'Try again' }).click()
    const periods = row.getByRole('table', { name: 'Periods of Gone' }).getByRole('row')
    await expect(periods, 'none before the first delivery, but the current one').toHaveText([/^Days/, /001$/])
    const later = rows.filter({ hasText: 'Later' })
    await later.getByRole('button', { name: 'Periods' }).click()
    await expect(later).toContainText('No period yet.')
  })

  await test.step('its bar is no good news once more came than it allows', async () => {
    const fill = row.getByRole('progressbar').locator('[data-full]')
    bringLeads(capline, 1)
    await capline.sync()
    await expect(fill).toHaveCSS('background-color', 'rgb(18, 147, 106)')
    bringLeads(capline, 3)
    await capline.sync()
    await expect(fill).toHaveCSS('background-color', 'rgb(179, 38, 30)')
    await expectAccessible(page)
  })

  // The list does not come again either.
  await page.route(/api\/limits(\?.*)?$/, (route) => route.abort())
  await loseNextAnswer(page, '**/api/limits/*')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, callTexts.unreachable)
  await row.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Limit deleted: Gone')
})
