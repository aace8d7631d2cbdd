import { capCalls } from '#contract/caps.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { addDays } from '#domain/kernel/day.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import type { SignedIn } from '#testing/capline.ts'
import { formatDay } from '#web/lib/format.ts'
import { expectAccessible } from './axe.ts'
import { addCap, cardOf, cardsOf, columnOf, openBoard, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectHeld } from './held.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { closeToasts } from './admin-page.ts'
import { openPlanned, plannedFieldOf, plannedOf, undoToastOf } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('numbers of the board are changed in their place, and none that is typed is lost', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  const ada = await signIn('editor')
  await addCap(ada, { cap: 20 })
  await openBoard(page)

  await test.step('arrows change by one, Esc leaves it as it was, and what no cap can be is told at the field', async () => {
    const field = await openPlanned(page, '44')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowDown')
    await expect(field).toHaveValue('30')
    await field.fill('1.5')
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(capTexts.cap)
    await expect(field).toHaveValue('1.5')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(plannedOf(page, '44')).toHaveText('20')
  })

  await test.step('leaving the field by a click saves it, and it can be undone', async () => {
    await openPlanned(page, '44')
    await page.keyboard.type('25')
    await page.getByRole('heading', { name: 'Today & Tomorrow at a glance' }).click()
    await expect(plannedOf(page, '44')).toHaveText('25')
    await undoToastOf(page).click()
    await expect(page.getByText('Undone: Cap updated')).toBeVisible()
    await expect(plannedOf(page, '44')).toHaveText('20')
  })

  await test.step('Enter saves it, as people write it, and the focus is on it', async () => {
    await openPlanned(page, '44')
    await page.keyboard.type('1,250')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cap updated')).toBeVisible()
    await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('0 / 1,250')
    await expect(plannedOf(page, '44')).toBeFocused()
  })

  await test.step('Tab saves and goes down the column, whatever the new order is; Shift and Tab goes back', async () => {
    for (const [sourceNumber, cap] of Object.entries({ 1: 30, 2: 20, 3: 10 })) await addCap(ada, { sourceNumber, cap })
    await cardOf(columnOf(page, 'Today'), '3').waitFor()
    await openPlanned(page, '1')
    await page.keyboard.type('5')
    await page.keyboard.press('Tab')
    await expect(plannedFieldOf(page, '2')).toBeFocused()
    await page.keyboard.type('40')
    await page.keyboard.press('Tab')
    await expect(plannedFieldOf(page, '3')).toBeFocused()
    await expect(plannedOf(page, '1')).toHaveText('5')
    await expect(plannedOf(page, '2')).toHaveText('40')
    await page.keyboard.press('Shift+Tab')
    await expect(plannedFieldOf(page, '2')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(plannedOf(page, '2')).toBeFocused()
    // Nothing is typed any more: now the largest comes first.
    await expect(cardsOf(columnOf(page, 'Today'))).toContainText([/#44/, /#2/, /#3/, /#1/])
  })

  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const field = plannedFieldOf(page, '44')

  await test.step('commands are there while it is typed', async () => {
    await openPlanned(page, '44')
    await page.keyboard.type('12x')
    const watch = await page.evaluateHandle(watchForDialog)
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    expect(await watch.evaluate(({ heard }) => heard)).toBe('Command or day')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(field).toHaveValue('12x')
  })

  await test.step('the page, the tab and the other kind of caps are not gone to unasked', async () => {
    const leave = [
      () => page.getByRole('link', { name: 'Full view' }).first().click(),
      () => page.getByText('Affiliate caps', { exact: true }).click(),
    ]
    for (const way of leave) {
      await way()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toHaveCount(0)
      await expect(field).toHaveValue('12x')
    }
    await expectHeld(page)
    await page.getByText('Affiliate caps', { exact: true }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/mode=affiliate/)
  })

  await test.step('what is on its way holds nobody', async () => {
    await page.getByText('Broker caps', { exact: true }).click()
    await openPlanned(page, '44')
    await page.keyboard.type('30')
    await page.getByText('Affiliate caps', { exact: true }).click()
    await expect(page).toHaveURL(/mode=affiliate/)
    await expect(page.getByText('Cap updated')).toBeVisible()
  })

  await test.step('whoever leaves is held by the browser where the question cannot be fetched', async () => {
    consoleNoise.allow(/ERR_FAILED/)
    await page.route(/loss-question/, (route) => route.abort())
    await openBoard(page)
    await openPlanned(page, '44')
    await page.keyboard.type('12x')
    const leave = async (answer: 'accept' | 'dismiss') => {
      const asked = page.waitForEvent('dialog')
      const clicked = page.getByRole('link', { name: 'Full view' }).first().click()
      const held = await asked
      expect(held.message()).toBe('Leave without saving?')
      await held[answer]()
      await clicked
    }
    await leave('dismiss')
    await expect(field).toHaveValue('12x')
    await leave('accept')
    await expect(page).toHaveURL(/\/full$/)
  })
})

test('a number is typed while somebody else changes the board', async ({ page, capline, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 409/)
  const ben = await capline.signIn('editor')
  const ada = await signIn('editor')
  const { _id: id } = await addCap(ada, { cap: 20 })
  await openBoard(page)

  await test.step('what somebody else saves meanwhile is shown beside what is typed, and one of the two is chosen', async () => {
    const save = (cap: number) =>
      ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap }) })
    const field = await openPlanned(page, '44')
    await page.keyboard.type('40')
    await save(30)
    const card = cardOf(columnOf(page, 'Today'), '44')
    await expect(card.getByRole('alert')).toContainText('This was changed from 20 to 30 meanwhile.')
    await expect(field).toHaveValue('40')
    await expect(field).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(card.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Keep mine, 40' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(card).toContainText('0 / 40')

    await openPlanned(page, '44')
    await page.keyboard.type('50')
    await save(60)
    await page.getByRole('button', { name: 'Take theirs, 60' }).click()
    await expect(card).toContainText('0 / 60')
    await expect(plannedOf(page, '44')).toBeFocused()
  })

  await test.step('a cap that is deleted while its number is typed says what was typed', async () => {
    await openPlanned(page, '44')
    await page.keyboard.type('77')
    await ben.call(capCalls.remove, { params: { id } })
    await expect(page.getByText(/DE \/ source 44 is not on .* any more\. You had typed 77\./)).toBeVisible()
  })

  const second = await addCap(ada, { cap: 20, cpa: 600 })
  // The number says it too, until the board is read.
  const failure = page.locator('[role=alert]:has(button)', { hasText: callTexts.unreachable })

  await test.step('a save whose answer was lost is nobody else’s change, and can be undone', async () => {
    consoleNoise.allow(/ERR_FAILED/)
    await closeToasts(page)
    await loseNextAnswer(page, `**/api/caps/${second._id}`)
    await openPlanned(page, '44')
    await page.keyboard.type('24')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cap updated')).toBeVisible()
    await undoToastOf(page).click()
    await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('0 / 20')
    await loseNextAnswer(page, `**/api/caps/${second._id}`)
    await page.route('**/api/caps/history*', (route) => route.abort(), { times: 1 })
    await openPlanned(page, '44')
    await page.keyboard.type('25')
    await page.keyboard.press('Enter')
    await expect(failure).toBeVisible()
    await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('0 / 25')
    await expect(plannedOf(page, '44')).toBeFocused()
  })

  await test.step('what was told of a failed save goes with the try that is saved', async () => {
    await closeToasts(page)
    await page.route(`**/api/caps/${second._id}`, (route) => route.abort(), { times: 1 })
    await openPlanned(page, '44')
    await page.keyboard.type('26')
    await page.keyboard.press('Enter')
    await expect(failure).toBeVisible()
    await plannedFieldOf(page, '44').press('Enter')
    await expect(page.getByText('Cap updated')).toBeVisible()
    // Else it would go by itself, in a while.
    expect(await failure.count()).toBe(0)
  })

  const other = { date: today(), sourceNumber: '45', cap: 20 }
  const third = await addCap(ada, { ...other, cpa: 600 })
  await plannedOf(page, '45').waitFor()
  // From here on the board does not hear of anything.
  await page.route('**/api/caps/day/*', () => undefined)

  await test.step('a save that meets a change that was not heard of is told, and nothing is overwritten', async () => {
    await closeToasts(page)
    const field = await openPlanned(page, '44')
    await ben.call(capCalls.update, {
      params: { id: second._id },
      body: buildCapDraft({ date: today(), cap: 30, cpa: 700 }),
    })
    await field.fill('40')
    await page.keyboard.press('Enter')
    await expect(page.getByText(capTexts.changedMeanwhile)).toBeVisible()
    await expect(field).toHaveValue('40')
    await page.getByRole('button', { name: 'Keep mine, 40' }).click()
    await expect(page.getByText('Cap updated')).toBeVisible()
    const caps = await ben.call(capCalls.listDay, { params: { date: today() } })
    // The other one's price stays: only the number was chosen.
    expect(caps.find(({ _id }) => _id === second._id)).toMatchObject({ cap: 40, cpa: 70_000 })
  })

  await test.step('a change of the rest of a cap is no reason to ask', async () => {
    await closeToasts(page)
    const field = await openPlanned(page, '45')
    await ben.call(capCalls.update, { params: { id: third._id }, body: buildCapDraft({ ...other, cpa: 700 }) })
    await field.fill('40')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cap updated')).toBeVisible()
    const caps = await ben.call(capCalls.listDay, { params: { date: today() } })
    expect(caps.find(({ _id }) => _id === third._id)).toMatchObject({ cap: 40, cpa: 70_000 })
  })

  const date = addDays(today(), 4)
  const fourth = await addCap(ada, { date, cap: 20 })
  const column = page.getByRole('region', { name: formatDay(date) })
  const number = column.getByRole('button', { name: /^Planned of/ })
  const read = async () => (await ben.call(capCalls.listDay, { params: { date } })).map(({ cap }) => cap)
  const close = () => page.getByRole('button', { name: `Close ${formatDay(date)}` }).click()
  const told = page.getByText('had typed')

  await test.step('what can be saved is saved when its day leaves the board', async () => {
    await page.unroute('**/api/caps/day/*')
    await page.goto(`/?days=${date}`)
    await number.click()
    await page.keyboard.type('30')
    await close()
    await expect(page.getByText('Cap updated')).toBeVisible()
    expect(await read()).toEqual([30])
    await expect(told).toHaveCount(0)
  })

  await test.step('what is no number is told', async () => {
    await page.goto(`/?days=${date}`)
    await number.click()
    await page.keyboard.type('12x')
    await close()
    await expect(told).toContainText('For DE / source 44 you had typed 12x, which is not saved.')
    await expect(column).toHaveCount(0)
    expect(await read()).toEqual([30])
  })

  await test.step('what is refused after it has left is told', async () => {
    await page.goto(`/?days=${date}`)
    await number.click()
    await page.keyboard.type('40')
    // From here on the board does not hear of anything.
    await page.route('**/api/caps/day/*', () => undefined)
    await ben.call(capCalls.update, { params: { id: fourth._id }, body: buildCapDraft({ date, cap: 35 }) })
    await close()
    await expect(told).toContainText('you had typed 40, which is not saved.')
    expect(await read()).toEqual([35])
  })

  await test.step('an open field stays in its place while the list is scrolled and others change it', async () => {
    await page.unroute('**/api/caps/day/*')
    await addMany(ada)
    await openBoard(page)
    const field = await openPlanned(page, '100')
    await page.keyboard.type('12')
    await page.mouse.wheel(0, 4_000)
    await addCap(ben, { geo: 'AT', sourceNumber: '7', cap: 5 })
    await expect(columnOf(page, 'Today')).toContainText('112,945')
    await expect(field).toBeFocused()
    await page.keyboard.type('3')
    await expect(field).toHaveValue('123')
    await page.keyboard.press('Enter')
    await expect(plannedOf(page, '100')).toHaveText('123')
  })
})

/** Hears the name of what has the focus as soon as a dialog is there; runs in the page. */
function watchForDialog(): { heard: Promise<string | null | undefined> } {
  const { promise: heard, resolve } = Promise.withResolvers<string | null | undefined>()
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=dialog]')) return
    observer.disconnect()
    resolve(document.activeElement?.getAttribute('aria-label'))
  })
  observer.observe(document.body, { childList: true, subtree: true })
  // Not the promise itself, which would be waited for.
  return { heard }
}

/** 120 caps of DE with 112,860 leads planned, from source 100 on. */
async function addMany({ call }: SignedIn): Promise<void> {
  const create = Array.from({ length: 120 }, (_, index) =>
    buildCapDraft({ date: today(), sourceNumber: `${index + 100}`, cap: 1_000 - index }),
  )
  await call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
}
