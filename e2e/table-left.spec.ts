import { capCalls } from '#contract/caps.ts'
import { boardTexts } from '#contract/texts/board.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { addDays } from '#domain/kernel/day.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { formatDay } from '#web/lib/format.ts'
import { expectAccessible } from './axe.ts'
import { addCap, cellOf, press, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { closeToasts } from './admin-page.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { undoToastOf } from './work-page.ts'

test.use({ boardView: null })
test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('what is on its way when the table is left is told, and a day that cannot be read has no numbers', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/503/)
  const ada = await signIn('editor')
  await addCap(ada, { sourceNumber: '44', cap: 30 })
  await addCap(ada, { date: tomorrow(), sourceNumber: '44', cap: 25 })
  const busy = { status: 503, json: { message: httpTexts.unavailable } }
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.goto('/')
  const grid = page.getByRole('grid')
  await page.route('**/api/caps/batches', async (route) => {
    await answered
    await expect(grid).toHaveCount(0)
    await route.fulfill(busy)
  })

  await test.step('what waits for a number that is being saved is asked for before it is lost', async () => {
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('50')
    const sent = page.waitForRequest('**/api/caps/batches')
    await press(page, 'Enter')
    await sent
    // It may come after the sign-out, and be refused then.
    await page.getByRole('button', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('60')
    await press(page, 'Enter')
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await expect(grid).toHaveCount(0)
    answer()
    const lost = `DE / source 44, ${formatDay(today())}: “60” was not saved: the table was left before it could be.`
    await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible()
  })

  await test.step('what was on its way when the table was left says why it was not saved', async () => {
    await page.goto('/')
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('70')
    const sent = page.waitForRequest('**/api/caps/batches')
    await press(page, 'Enter')
    await sent
    await page.getByRole('link', { name: 'Plans' }).click()
    await expect(grid).toHaveCount(0)
    const lost = `DE / source 44, ${formatDay(today())}: “70” was not saved: ${httpTexts.unavailable}`
    await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible()
    expect((await ada.call(capCalls.listDay, { params: { date: today() } })).map(({ cap }) => cap)).toEqual([30])
  })

  await test.step('what was refused is asked for before another view is looked at', async () => {
    const look = (view: string) => page.getByText(view, { exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.goto('/')
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('12x')
    await press(page, 'Enter')
    await expect(cellOf(page, '44', today())).toHaveText('12x')
    await look('Compact')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(cellOf(page, '44', today())).toHaveText('12x')
    await look('Cards')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await look('Table')
    await expect(cellOf(page, '44', today())).toHaveText('30')
  })

  await test.step('the day says that it was not read, and its numbers are no zeros', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(`**/api/caps/day/${today()}*`, (route) => route.fulfill(busy))
    await page.goto('/')
    await expect(page.getByText(`${formatDay(today())}: ${httpTexts.unavailable}`)).toBeVisible({ timeout: 30_000 })
    const head = grid.getByRole('columnheader', { name: /^Today/ })
    await expect(head).not.toContainText('/')
    await expect(grid.getByRole('columnheader', { name: /^Tomorrow/ })).toContainText('25')
    await expect(cellOf(page, '44', today())).toHaveText('')
    await expect(cellOf(page, '44', today())).toHaveAccessibleName(/not loaded$/)
    await expectAccessible(page)
  })
})

test('a save whose answer was lost can be undone, and is no edit once its number stands', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/ERR_FAILED/)
  const ada = await signIn('editor')
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(ada, { sourceNumber: '44', cap: 20 })
  await page.goto('/')
  const note = page.getByRole('grid').locator('..').getByRole('alert')
  const save = async (cap: number, day = today()) => {
    await loseNextAnswer(page, '**/api/caps/batches')
    await cellOf(page, '44', day).click()
    await page.keyboard.type(String(cap))
    const lost = page.waitForEvent('requestfailed')
    await press(page, 'Enter')
    await lost
  }
  await save(50)
  await expect(note).toHaveCount(0)
  await expect(cellOf(page, '44', today())).toHaveText('50')
  await expect(cellOf(page, '44', today())).not.toHaveAttribute('aria-invalid')
  await undoToastOf(page).click()
  await expect(cellOf(page, '44', today())).toHaveText('20')
  await closeToasts(page)
  await save(30, tomorrow())
  await undoToastOf(page).click()
  await expect(cellOf(page, '44', tomorrow())).toHaveText('–')

  // The repeat meets the same.
  await loseNextAnswer(page, '**/api/caps/batches')
  await page.route('**/api/caps/day/*', () => undefined)
  await save(60)
  await expect(note).toContainText(`“60”: ${callTexts.unreachable}`)
  await ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap: 70 }) })
  await page.unroute('**/api/caps/day/*')
  await addCap(ben, { sourceNumber: '45' })
  await expect(note).toContainText(boardTexts.standsNow('70'))
})

test('what waits for a day that is closed meanwhile is kept, and its cap is not called gone', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('editor')
  const later = addDays(tomorrow(), 1)
  for (const date of [today(), later]) await addCap(ada, { date, sourceNumber: '44', cap: 30 })
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  await page.route('**/api/caps/batches', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/')
  const dayOf = page.getByRole('group', { name: 'Days on the board' }).getByRole('button', { name: formatDay(later) })
  await dayOf.click()
  for (const number of ['50', '60']) {
    await cellOf(page, '44', later).click()
    await page.keyboard.type(number)
    await press(page, 'Enter')
  }
  await dayOf.click()
  await expect(cellOf(page, '44', later)).toHaveCount(0)
  ask()
  const note = page.getByRole('grid').locator('..').getByRole('alert')
  await expect(note).toContainText(`DE / source 44, ${formatDay(later)}, “60”: its day left the board`)
  await expect(page.getByText('any more')).toHaveCount(0)
  // The day is read again: what is saved over its earlier state is refused.
  const read = page.waitForResponse(`**/api/caps/day/${later}`)
  await note.getByRole('button', { name: 'Go to it' }).click()
  await (await read).finished()
  await expect(cellOf(page, '44', later)).toHaveText('60')
  await expect(cellOf(page, '44', later)).toBeFocused()
  await press(page, 'F2', 'Enter')
  await expect(note).toHaveCount(0)
  await expect.poll(async () => (await ada.call(capCalls.listDay, { params: { date: later } }))[0]?.cap).toBe(60)
})
