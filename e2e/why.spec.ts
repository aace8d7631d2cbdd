import { capTexts } from '#contract/texts/caps.ts'
import { addDays } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, MINUTE } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { plantPauses } from '#testing/payout-pauses.ts'
import { formatDay } from '#web/lib/format.ts'
import {
  addCap,
  bringLeads,
  cardOf,
  cellOf,
  columnOf,
  columnsOf,
  expectValues,
  fillIn,
  openBoard,
  press,
  today,
  tomorrow,
} from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { boxOf, addCapOf } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('why a cap is low: asked by click and by Enter, walked by arrows, held by the address, and acted on', async ({
  page,
  capline,
  signIn,
}) => {
  const ada = await signIn('admin')
  const low = await addCap(ada, { cap: 24, workingHours: '24/7', cpa: 100, crg: 10 })
  const next = await addCap(ada, { cap: 12, sourceNumber: '51' })
  await addCapOf(ada, 'affiliate', { cap: 40 })
  bringLeads(capline, 3)
  const at = formatInstant(addMilliseconds(systemClock.now(), -MINUTE))
  const more = { createdAt: at, geo: 'DE', status: 'New' }
  capline.source.put('leads', {
    id: 'elsewhere',
    ...more,
    sourceNumber: '44',
    advertiserId: 'B-2',
    email: 'a@mail.test',
  })
  capline.source.put('leads', { id: 'nobody', ...more, sourceNumber: '99', advertiserId: 'B-2', email: 'b@mail.test' })
  await capline.sync()
  await openBoard(page)
  const drawer = page.getByRole('complementary', { name: /^DE · / })
  const titled = (source: string) => page.getByRole('complementary', { name: new RegExp(`^DE · .*#${source}$`) })

  await test.step('a click on the card opens it beside the board, and the address holds it', async () => {
    await cardOf(columnOf(page, 'Today'), '44').getByText('Target 24').click()
    await expect(titled('44')).toBeFocused()
    await expect(drawer).toContainText('3of 24 planned')
    await expect(drawer.getByRole('slider')).toHaveAccessibleName(/3 of 24 planned leads/)
    await expect(drawer).toContainText('Counted')
    await expect(drawer).toContainText('Owed so far')
    await expect(drawer).not.toContainText('without a payout')
    await expect(drawer).toContainText('B-2')
    await expect(drawer.getByText('DE leads without a cap').locator('..')).toContainText('1')
    await expect(page).toHaveURL(new RegExp(`cap=${low._id}`))
  })

  await test.step('the chart is read out by keyboard, and stands in numbers below', async () => {
    const chart = drawer.getByRole('slider')
    await chart.focus()
    await page.keyboard.press('End')
    await expect(chart).toHaveAttribute('aria-valuetext', /^24:00: /)
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /^00:15: /)
    await drawer.getByText('Course in numbers').click()
    await expect(drawer.getByRole('table').getByRole('row')).toHaveCount(25)
    await drawer.getByText('Course in numbers').click()
  })

  await test.step('arrows go on to the next cap and back, within one step of the history', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(titled('51')).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`cap=${next._id}`))
    await expect(drawer).toContainText('0of 12 planned')
    await expect(drawer).toContainText('Last leadNone in two weeks')
    await page.keyboard.press('ArrowUp')
    await expect(titled('44')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.goBack()
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL(/\/$/)
    await page.goForward()
    await expect(titled('51')).toBeVisible()
  })

  await test.step('Esc closes it, the focus is on the cap, and Enter opens it from there', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(boxOf(page, '51')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(boxOf(page, '44')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(titled('44')).toBeVisible()
  })

  await test.step('leads that come while it is open are in it a moment later', async () => {
    const createdAt = formatInstant(systemClock.now())
    const fresh = { createdAt, geo: 'DE', sourceNumber: '44', advertiserId: 'B-1', status: 'New', email: 'c@mail.test' }
    capline.source.put('leads', { id: 'fresh', ...fresh })
    await capline.sync()
    await expect(drawer).toContainText('4of 24 planned')
  })

  await test.step('it is legible at every width and in both schemes, on a phone as a sheet', async () => {
    await expectFit(page)
    await page.setViewportSize({ width: 375, height: 812 })
    const sheet = page.getByRole('dialog', { name: /^DE · / })
    await expect(sheet).toContainText('4of 24 planned')
    await sheet.getByRole('button', { name: 'Next cap' }).click()
    await expect(sheet).toContainText('0of 12 planned')
    await sheet.getByRole('button', { name: 'Cap before' }).click()
    await expect(sheet).toContainText('4of 24 planned')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('from it the cap is copied to the day after, and changed', async () => {
    await page.goto(`/?cap=${low._id}`)
    await drawer.getByRole('button', { name: 'Copy to…' }).click()
    const form = page.getByRole('dialog', { name: 'Add new cap' })
    await expect(form.getByLabel(/^Cap/)).toHaveValue('24')
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(cardOf(columnOf(page, 'Tomorrow'), '44')).toBeVisible()
    await drawer.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Edit cap' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a copy for a day that is not on the board brings that day', async () => {
    const later = addDays(today(), 5)
    await drawer.getByRole('button', { name: 'Copy to…' }).click()
    await fillIn(page.getByRole('dialog', { name: 'Add new cap' }), { date: later })
    await page.keyboard.press('Enter')
    await expect(page.getByText(capTexts.standsOn('Cap saved', formatDay(later)))).toBeVisible()
    await expect(cardOf(columnsOf(page).filter({ hasText: formatDay(later) }), '44')).toBeVisible()
    await expect(titled('44')).toBeVisible()
  })

  await test.step('with p its traffic is paused', async () => {
    await page.keyboard.press('p')
    const pause = page.getByRole('dialog', { name: 'Pause traffic' })
    await pause.getByRole('button', { name: /^Pause/ }).click()
    await expect(drawer.getByRole('button', { name: /^Resume/ })).toBeVisible()
  })

  await test.step('its leads are listed with their filters; its group gets a message that was begun', async () => {
    await drawer.getByRole('link', { name: 'All leads' }).click()
    await expect(page).toHaveURL(new RegExp(`leads\\?geo=DE.*from=${today()}`))
    await page.goBack()
    await drawer
      .getByRole('link', { name: /^Message .*’s group$/ })
      .last()
      .click()
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/<b>DE · #44<\/b>.*4 of 24 leads so far\./)
    await expect(page.getByText('To 1 advertiser (0 have a chat)')).toBeVisible()
  })
})

test('beside the table it goes along with whoever works there, and walks the rows as they stand', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('editor')
  await addCap(ada, { sourceNumber: '44', cap: 30 })
  await addCap(ada, { geo: 'FR', sourceNumber: '51', cap: 20 })
  await addCap(ada, { geo: 'FR', sourceNumber: '52', cap: 5 })
  const last = await addCap(ada, { sourceNumber: '45', cap: 10 })
  const titled = (source: string) => page.getByRole('complementary', { name: new RegExp(`#${source}$`) })
  const cell = (source: string) => cellOf(page, source, today())

  await test.step('the focus stays in the table, and what is typed there is heard', async () => {
    await page.goto('/?view=table&sort=remaining')
    await cell('44').click()
    await press(page, 'Enter')
    await expect(titled('44')).toBeFocused()
    await cell('51').click()
    await expect(titled('51')).toBeVisible()
    await expect(cell('51')).toBeFocused()
    await page.keyboard.type('21')
    await press(page, 'Enter')
    await expect(titled('45')).toBeVisible()
    await expect(cell('45')).toBeFocused()
    await expect(cell('51')).toHaveText('21')
  })

  await test.step('with c on a cell of tomorrow a cap of tomorrow begins', async () => {
    await cell('45').focus()
    await press(page, 'ArrowRight', 'c')
    const form = page.getByRole('dialog', { name: 'Add new cap' })
    await expectValues(form, { date: tomorrow() })
    await press(page, 'Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('↑ and ↓ go from row to row in the order of the table', async () => {
    await page.goto('/?view=table&sort=remaining')
    await cell('44').focus()
    await press(page, 'Enter')
    await expect(titled('44')).toBeFocused()
    for (const source of ['51', '45']) {
      await press(page, 'ArrowDown')
      await expect(titled(source)).toBeVisible()
    }
    await press(page, 'ArrowUp')
    await expect(titled('51')).toBeVisible()
  })

  await test.step('from a cap that the filters hide they go to the first row and the last one', async () => {
    for (const [key, source] of [
      ['ArrowDown', '51'],
      ['ArrowUp', '52'],
    ] as const) {
      await page.goto(`/?view=table&sort=remaining&geo=FR&cap=${last._id}`)
      await expect(cell('52')).toBeVisible()
      await expect(titled('45')).toBeFocused()
      await press(page, key)
      await expect(titled(source)).toBeVisible()
    }
  })
})

test('a publisher cap says who took its leads; what is no cap any more is told', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/404/)
  const ada = await signIn('viewer')
  const bought = await addCapOf(ada, 'affiliate', { cap: 40 })
  bringLeads(capline, 2)
  await capline.sync()
  await page.goto(`/?mode=affiliate&cap=${bought._id}`)
  const drawer = page.getByRole('complementary', { name: 'DE · #44' })
  await expect(drawer).toContainText('2of 40 planned')
  await expect(drawer).toContainText('Who took them')
  await expect(drawer.getByRole('link', { name: 'All leads' })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\?mode=affiliate$/)
  await page.goto('/?cap=00000000-0000-7000-8000-000000000000')
  await expect(page.getByRole('complementary', { name: 'Why this number' })).toContainText('no longer exists')
})

test('what is due by now leaves out paused minutes, as on the board, whether or not its day is there', async ({
  page,
  capline,
  signIn,
}) => {
  const editor = await signIn('editor')
  const yesterday = addDays(today(), -1)
  const cap = await addCap(editor, { cap: 100_000, workingHours: '24/7' })
  const before = await addCap(editor, { date: yesterday, workingHours: '24/7' })
  const from = zoneOf(DEFAULT_ZONE).startOf(yesterday)
  await plantPauses(capline.db, [{ geo: 'DE', advertiserId: null, sourceNumber: '44', from, until: null }])
  await openBoard(page)
  await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('On pace')
  const drawer = page.getByRole('complementary', { name: /^DE · / })
  const expectOnPace = async (capId: string) => {
    await page.goto(`/?cap=${capId}`)
    await expect(drawer).toContainText('Last lead')
    await expect(drawer).toContainText('On pace')
  }
  await expectOnPace(cap._id)
  await expectOnPace(before._id)
})
