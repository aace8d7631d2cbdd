import type { Locator, Page } from '@playwright/test'
import { capTexts } from '#contract/texts/caps.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { formatDay } from '#web/lib/format.ts'
import { expectAccessible } from './axe.ts'
import { closeToasts } from './admin-page.ts'
import { addCap, cellOf, columnsOf, openBoard, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectLegible } from './fit.ts'
import {
  barOf,
  boxOf,
  openBulk,
  setAll,
  openDayHistory,
  openPlanned,
  plannedFieldOf,
  plannedOf,
  undoToastOf,
} from './work-page.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

test('caps are changed by touch on a phone', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  for (const [sourceNumber, cap] of Object.entries({ 1: 30, 2: 20, 3: 10 })) await addCap(ada, { sourceNumber, cap })
  await openBoard(page)

  await test.step('the number is changed by touch', async () => {
    await plannedOf(page, '2').tap()
    await plannedFieldOf(page, '2').fill('abc')
    await page.keyboard.press('Enter')
    await expect(page.getByText(capTexts.cap)).toBeVisible()
    await plannedFieldOf(page, '2').fill('21')
    await page.keyboard.press('Enter')
    await expect(plannedOf(page, '2')).toHaveText('21')
    await expectLegible(page)
    await page.setViewportSize({ width: 320, height: 740 })
    const [line, geo] = [columnsOf(page).getByText('of 61'), page.getByRole('heading', { level: 3 }).first()]
    const between = async () => (await topOf(geo)) - (await bottomOf(line))
    await expect.poll(between, 'the line of the day ends above its first geo').toBeGreaterThanOrEqual(0)
    await page.setViewportSize({ width: 375, height: 740 })
  })

  await test.step('a day is put on the board and taken off it where the page is scrolled to', async () => {
    await page.setViewportSize({ width: 375, height: 400 })
    const content = page.getByRole('main')
    const chip = page.getByRole('group', { name: 'Days on the board' }).getByRole('button').nth(5)
    for (const pressed of ['true', 'false']) {
      // So little that the chip is still below what stays at the top.
      await content.evaluate((element) => element.scrollTo(0, 12))
      await chip.tap()
      await expect(chip).toHaveAttribute('aria-pressed', pressed)
      await expect(columnsOf(page)).toHaveAttribute('aria-busy', 'false')
      expect(await content.evaluate((element) => element.scrollTop)).toBe(12)
    }
    await page.setViewportSize({ width: 375, height: 740 })
  })

  await test.step('a swipe goes to the next day and back', async () => {
    const titled = (name: RegExp) => page.getByRole('heading', { name })
    await swipe(page, 320, 60)
    await expect(titled(/^Tomorrow · /)).toBeVisible()
    await expect(titled(/^Today · /)).toHaveCount(0)
    await swipe(page, 60, 320)
    await expect(titled(/^Today · /)).toBeVisible()
  })

  await test.step('a swipe out of a number saves it', async () => {
    await closeToasts(page)
    await plannedOf(page, '2').tap()
    await plannedFieldOf(page, '2').fill('22')
    await swipe(page, 320, 60)
    await expect(undoToastOf(page)).toBeVisible()
    await closeToasts(page)
    await swipe(page, 60, 320)
    await expect(plannedOf(page, '2')).toHaveText('22')
  })

  await test.step('the history and the toast with Undo fit', async () => {
    await openPlanned(page, '2')
    await page.keyboard.type('25')
    await page.keyboard.press('Enter')
    await expect(undoToastOf(page)).toBeInViewport()
    await expectAccessible(page)
    const tools = page.getByRole('radiogroup', { name: 'Kind of cap' })
    const toast = page.getByRole('alert').filter({ hasText: 'Undo' })
    expect(await bottomOf(toast), 'it lies over no tool').toBeLessThanOrEqual(await topOf(tools))
    await page.getByRole('button', { name: 'Edit cap DE / source 2' }).tap()
    await expect(page.getByRole('dialog', { name: 'Edit cap' })).toBeVisible()
    await expect(undoToastOf(page), 'it would lie over the head of the form').toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const drawer = await openDayHistory(page)
    await expect(drawer.getByText('Planned 22 → 25')).toBeVisible()
    const overflow = await drawer.evaluate((element) => element.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  await test.step('caps are selected by touch and changed', async () => {
    await closeToasts(page)
    await expect(boxOf(page, '1')).toBeVisible()
    for (const source of ['1', '2']) await boxOf(page, source).tap()
    await expect(barOf(page)).toBeInViewport()
    await expectAccessible(page)
    await expect(barOf(page).getByText(/^on /)).toHaveCount(0)
    const chips = page.getByRole('group', { name: 'Days on the board' })
    await chips.getByRole('button', { name: /^Tomorrow/ }).tap()
    await expect(barOf(page)).toContainText(`2 selectedon ${formatDay(today())}`)
    await expectLegible(page)
    await chips.getByRole('button', { name: /^Today/ }).tap()
    await expect(barOf(page).getByText(/^on /)).toHaveCount(0)
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '+5')
    await dialog.getByRole('button', { name: 'Change 2 caps' }).click()
    await expect(plannedOf(page, '1')).toHaveText('35')
    await expect(plannedOf(page, '2')).toHaveText('30')
  })
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, isMobile: true, boardView: null })

  test('a number of the table is changed by touch', async ({ page, capline, signIn }) => {
    await insertAdvertiser(capline.db)
    await addCap(await signIn('editor'), { sourceNumber: '1', cap: 30 })
    await page.goto('/')
    const cell = cellOf(page, '1', today())
    await cell.tap({ position: { x: 8, y: 8 } })
    await expect(cell).toBeFocused()
    // In another place than the first: a double tap would open any number.
    const box = await cell.boundingBox()
    await cell.tap({ position: { x: (box?.width ?? 0) - 8, y: 8 } })
    await page.getByRole('grid').getByRole('textbox').fill('31')
    await page.keyboard.press('Enter')
    await expect(undoToastOf(page)).toBeVisible()
    await expect(cell).toHaveText('31')
  })
})

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? NaN
}

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return box ? box.y + box.height : NaN
}

/** One finger from one side of the board to the other. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 500 }] })
  await touch('touchStart', from)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + (to - from) * part)
  await touch('touchEnd')
  await browser.detach()
}
