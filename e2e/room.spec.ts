import { addDays } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { expectAccessible } from './axe.ts'
import { addCap, cardsOf, columnOf, openBoard, openFilters, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { addMany } from './copy-page.ts'
import { addCapOf } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('what is bought is room for what is sold', async ({ page, capline, signIn }) => {
  const editor = await signIn('editor')
  const other = await capline.signIn('editor')
  await addCap(editor, { geo: 'DE', cap: 15, sourceNumber: '44' })
  await addCap(editor, { geo: 'DE', cap: 25, sourceNumber: '51' })
  await openBoard(page)
  const column = columnOf(page, 'Today')

  await test.step('what somebody else buys is room at once', async () => {
    await expect(column).toContainText('of 40 delivered')
    await expect(column).not.toContainText('Room')
    await addCapOf(other, 'affiliate', { geo: 'DE', cap: 52 })
    await expect(column.getByText('Room 12').first()).toBeVisible()
  })

  await test.step('the board says what is left of what was bought, by geo and for the day, in both modes', async () => {
    await addCap(editor, { geo: 'UK', cap: 30 })
    await addCapOf(editor, 'affiliate', { geo: 'GB', cap: 13 })
    await addCap(editor, { geo: 'FR', cap: 9 })
    const headOf = (geo: string) => column.getByRole('button', { name: new RegExp(`\\b${geo}\\b.*caps? ·`) })
    for (const mode of ['Broker caps', 'Affiliate caps']) {
      await page.getByText(mode, { exact: true }).click()
      await expect(headOf('DE')).toContainText('Room 12 (sold 40, bought 52)')
      await expect(column.getByText('Oversold 17 (sold 30, bought 13)')).toBeVisible()
      await expect(column.getByRole('paragraph').filter({ hasText: 'delivered' })).toContainText('Oversold 5')
    }
    await page.getByText('Broker caps', { exact: true }).click()
    await expectAccessible(page)
    await expect(headOf('FR')).not.toContainText(/Room|Oversold/)
    await expect(columnOf(page, 'Tomorrow')).not.toContainText(/Room|Oversold/)
  })
})

test('the head of a day counts what is behind, and what of it the filters show', async ({ page, signIn }) => {
  const editor = await signIn('editor')
  const yesterday = addDays(today(), -1)
  // A day that is over is no longer behind: it is what it is.
  for (const date of [today(), yesterday]) {
    await addCap(editor, { date, geo: 'DE', cap: 1_000_000, workingHours: '24/7' })
    await addCap(editor, { date, geo: 'IT', cap: 0 })
  }
  await openBoard(page)
  const tally = columnOf(page, 'Today').getByRole('paragraph').filter({ hasText: 'delivered' })
  await expect(tally).toHaveText(/^0 of 1,000,000 delivered1 behind$/)
  await tally.getByRole('button', { name: '1 behind' }).click()
  await expect(page).toHaveURL(/sort=pace/)
  await (await openFilters(page)).fill('it')
  await expect(tally).toHaveText(/^1 of 2 caps0 of 0 delivered$/)
  await page.goto(`/?days=${yesterday}`)
  await expect(
    page.locator('section', { has: page.locator(`#day-${yesterday}`) }).getByText('of 1,000,000 delivered'),
  ).toBeVisible()
  await expect(page.locator('section', { has: page.locator(`#day-${yesterday}`) })).not.toContainText('1 behind')

  await test.step('whoever asks for what is behind is at the top of it, also with a finger below its line', async () => {
    await addMany(editor, 30)
    const column = columnOf(page, 'Today')
    const behind = tally.getByRole('button', { name: /behind$/ })
    const worst = cardsOf(column).first()
    for (const [width, below] of [
      [1280, -9],
      [375, 12],
    ] as const) {
      await page.setViewportSize({ width, height: 720 })
      await openBoard(page)
      await cardsOf(column).last().hover()
      await page.mouse.wheel(0, 1_000)
      await expect(worst).not.toContainText('1,000,000')
      // Where it stands once nothing scrolls any more.
      await behind.click({ trial: true })
      const box = await behind.boundingBox()
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) + below)
      await expect(page).toHaveURL(/sort=pace/)
      await expect(worst).toContainText('1,000,000')
      await expect(worst).toBeInViewport({ ratio: 1 })
    }
  })
})
