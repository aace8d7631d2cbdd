import { addMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { addCap, cardsOf, columnOf, openBoard, openFilters } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

test.beforeEach(async ({ capline, signIn }) => {
  await insertAdvertiser(capline.db)
  await insertAdvertiser(capline.db, 'B-2', 'Bright Solar')
  const editor = await signIn('editor')
  await addCap(editor, { geo: 'DE', sourceNumber: '44', cap: 10, advertiserName: 'Alster Insurance' })
  await addCap(editor, { geo: 'DE', sourceNumber: '51', cap: 20, advertiserId: 'B-2', advertiserName: 'Bright Solar' })
  await addCap(editor, {
    geo: 'IT',
    sourceNumber: '44',
    cap: 0,
    workingHours: '24/7',
    advertiserName: 'Alster Insurance',
  })
})

test('the caps of a board are narrowed down and put in order', async ({ page, capline }) => {
  const column = columnOf(page, 'Today')

  await test.step('filters of the address show in their line, and are taken off one by one or all at once', async () => {
    await page.goto('/?geo=DE&broker=B-2&source=51')
    await expect(cardsOf(column)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Filters (3)' })).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('combobox', { name: 'Broker' })).toHaveValue('Bright Solar')
    await expectFit(page)
    await page.getByRole('button', { name: 'Any source' }).click()
    await page.getByRole('button', { name: 'Any broker' }).click()
    await expect(cardsOf(column)).toHaveCount(2)
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
    await expect(cardsOf(column)).toHaveCount(3)
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(page).toHaveURL(/\/$/)
  })

  await test.step('the order within a geo can be chosen', async () => {
    const ofDe = cardsOf(column).filter({ hasText: /^DE/ })
    await expect(ofDe.first()).toContainText('#51')
    await page.getByLabel('Sort by').selectOption('Sort: source')
    await expect(ofDe.first()).toContainText('#44')
    await expect(page).toHaveURL(/sort=source/)
  })

  await test.step('filters are found by typing, say what they show, and stay in the address', async () => {
    await page.getByRole('combobox', { name: 'Broker' }).fill('sol')
    await expect(page.locator('[data-combobox-selected]:visible')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(cardsOf(column)).toHaveCount(1)
    await expect(column).toContainText('1 of 3 caps')
    await expect(page).toHaveURL(/broker=B-2/)
    await page.getByRole('button', { name: 'Any broker' }).click()
    await expect(cardsOf(column)).toHaveCount(3)
    await page.getByRole('combobox', { name: 'Geo' }).fill('it')
    await expect(page.locator('[data-combobox-selected]:visible')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(cardsOf(column)).toHaveCount(1)
    await expect(cardsOf(column)).toHaveAccessibleName(/^IT/)
    // What is chosen is typed once more: a Tab leaves it chosen.
    await page.getByRole('combobox', { name: 'Geo' }).fill('it')
    await expect(page.locator('[data-combobox-selected]:visible')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Any geo' })).toBeFocused()
    await expect(page.getByRole('combobox', { name: 'Geo' })).toHaveValue('IT')
    await page.reload()
    await expect(cardsOf(column)).toHaveCount(1)
    await expect(cardsOf(column)).toHaveAccessibleName(/^IT/)
  })

  await test.step('a day of which nothing matches says so, and offers to clear the filters', async () => {
    await expect(cardsOf(column).getByText('On pace')).toBeVisible()
    await page.getByLabel('Pace').selectOption('Full')
    await expect(column.getByText('No cap of this day matches the filters.')).toBeVisible()
    await expect(column.getByText('0 of 3 caps')).toBeVisible()
    await expect(column.getByText('delivered')).toHaveCount(0)
    await column.getByRole('button', { name: 'Clear filters' }).click()
    await expect(cardsOf(column)).toHaveCount(3)
    await expect(column.getByRole('heading', { level: 2 })).toBeFocused()
  })

  await test.step('words of a cap are searched; an arrow down goes to the first card that was found', async () => {
    await openFilters(page)
    await page.keyboard.type('alster it')
    await page.keyboard.press('ArrowDown')
    await expect(cardsOf(column)).toHaveCount(1)
    await expect(cardsOf(column).getByRole('checkbox')).toBeFocused()
    await page.getByRole('button', { name: 'Clear filters' }).click()
  })

  await test.step('a geo that is written in two ways is one choice, whichever of them the address has', async () => {
    const editor = await capline.signIn('editor')
    for (const geo of ['UK', 'GB']) await addCap(editor, { geo, sourceNumber: geo })
    await page.goto('/?geo=UK')
    await expect(cardsOf(column)).toHaveCount(2)
    const geo = page.getByRole('combobox', { name: 'Geo' })
    await expect(geo).toHaveValue('GB')
    await page.getByRole('button', { name: 'Any geo' }).click()
    await geo.click()
    await expect(page.locator('[data-combobox-option]:visible')).toHaveText(['DE', 'GB', 'IT'])
    await page.getByRole('option', { name: 'GB' }).click()
    await expect(cardsOf(column)).toHaveCount(2)
    await expect(page).toHaveURL(/geo=GB/)
  })

  await test.step('a phone has all of them in its line too, and the line goes with its button', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('/?pace=full&geo=IT')
    await expect(page.getByRole('combobox', { name: 'Geo' })).toHaveValue('IT')
    await page.getByLabel('Pace').selectOption('Pace: all')
    await expect(cardsOf(column)).toHaveCount(1)
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(page.getByRole('combobox', { name: 'Geo' })).toHaveCount(0)
    await expect(cardsOf(column)).toHaveCount(1)
  })

  await test.step('what is searched is in the address a moment after the last letter, and at once when the field is left', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.clock.install()
    await openBoard(page)
    await page.clock.pauseAt(addMilliseconds(systemClock.now(), MINUTE))
    const field = await openFilters(page)
    await field.fill('alster')
    await page.clock.runFor(500)
    await expect(cardsOf(column)).not.toHaveCount(5)
    expect(page.url()).not.toContain('text=')
    await page.clock.runFor(600)
    await expect(page).toHaveURL(/text=alster/)
    await field.fill('solar')
    await page.keyboard.press('Tab')
    await page.clock.runFor(100)
    await expect(page).toHaveURL(/text=solar/)
  })
})
