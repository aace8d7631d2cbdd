import { capCalls } from '#contract/caps.ts'
import { texts } from '#contract/texts.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { expectAccessible } from './axe.ts'
import { addCap, cardOf, cardsOf, columnOf, openBoard, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectNoOverflow } from './fit.ts'
import { addCapOf, openBoardOf, openPlanned, plannedFieldOf, plannedOf, undoToastOf } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

for (const kind of ['broker', 'affiliate'] as const) {
  test(`the planned number of a cap (${kind}) is changed in its place`, async ({ page, signIn }) => {
    await addCapOf(await signIn('editor'), kind, { cap: 20 })
    await openBoardOf(page, kind)
    await openPlanned(page, '44')
    await page.keyboard.type('1,250')
    await page.keyboard.press('Enter')
    await expect(page.getByText(kind === 'broker' ? 'Cap updated' : 'Publisher cap updated')).toBeVisible()
    await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('0 / 1,250')
    await expect(plannedOf(page, '44')).toBeFocused()
  })
}

test('Tab saves and goes down the column, whatever the new order is; Shift and Tab goes back', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('editor')
  for (const [sourceNumber, cap] of Object.entries({ 1: 30, 2: 20, 3: 10 })) await addCap(ada, { sourceNumber, cap })
  await openBoard(page)
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
  await expect(cardsOf(columnOf(page, 'Today'))).toContainText([/#2/, /#3/, /#1/])
})

test('arrows change by one, Esc leaves it as it was, and what no cap can be is told at the field', async ({
  page,
  signIn,
}) => {
  await addCap(await signIn('editor'), { cap: 20 })
  await openBoard(page)
  const field = await openPlanned(page, '44')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveValue('30')
  await field.fill('1.5')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(texts.caps.cap)
  await expect(field).toHaveValue('1.5')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(plannedOf(page, '44')).toHaveText('20')
})

test('a number that cannot be saved comes back as it was typed', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 503/)
  await addCap(await signIn('editor'), { cap: 20 })
  await openBoard(page)
  const failure = { status: 503, json: { message: texts.http.unavailable } }
  await page.route('**/api/caps/*', (route) => route.fulfill(failure), { times: 1 })
  const field = await openPlanned(page, '44')
  await field.fill('35')
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.http.unavailable).first()).toBeVisible()
  await expect(field).toHaveValue('35')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(plannedOf(page, '44')).toHaveText('35')
})

test('what somebody else saves meanwhile is shown beside what is typed, and one of the two is chosen', async ({
  page,
  capline,
  signIn,
}) => {
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(await signIn('editor'), { cap: 20 })
  const save = (cap: number) =>
    ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap }) })
  await openBoard(page)
  const field = await openPlanned(page, '44')
  await page.keyboard.type('40')
  await save(30)
  const card = cardOf(columnOf(page, 'Today'), '44')
  await expect(card.getByRole('alert')).toContainText('Somebody else changed this from 20 to 30.')
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

test('a save that meets a change that was not heard of is told, and nothing is overwritten', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/status of 409/)
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(await signIn('editor'), { cap: 20, cpa: 600 })
  await openBoard(page)
  // From here on the board does not hear of anything.
  await page.route('**/api/caps/day/*', () => undefined)
  const field = await openPlanned(page, '44')
  await ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap: 30, cpa: 700 }) })
  await field.fill('40')
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.caps.changedMeanwhile)).toBeVisible()
  await expect(field).toHaveValue('40')
  await page.getByRole('button', { name: 'Keep mine, 40' }).click()
  await expect(page.getByText('Cap updated')).toBeVisible()
  const [cap] = await ben.call(capCalls.listDay, { params: { date: today() } })
  // The other one's price stays: only the number was chosen.
  expect(cap).toMatchObject({ cap: 40, cpa: 70_000 })
})

test('a change of the rest of a cap is no reason to ask', async ({ page, capline, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 409/)
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(await signIn('editor'), { cap: 20, cpa: 600 })
  await openBoard(page)
  await page.route('**/api/caps/day/*', () => undefined)
  const field = await openPlanned(page, '44')
  await ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap: 20, cpa: 700 }) })
  await field.fill('40')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cap updated')).toBeVisible()
  const [cap] = await ben.call(capCalls.listDay, { params: { date: today() } })
  expect(cap).toMatchObject({ cap: 40, cpa: 70_000 })
})

test('a cap that is deleted while its number is typed says what was typed', async ({ page, capline, signIn }) => {
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(await signIn('editor'), { cap: 20 })
  await openBoard(page)
  await openPlanned(page, '44')
  await page.keyboard.type('77')
  await ben.call(capCalls.remove, { params: { id } })
  await expect(page.getByText(/DE \/ source 44 is not on .* any more\. You had typed 77\./)).toBeVisible()
})

test('an open field stays in its place while the list is scrolled and others change it', async ({
  page,
  capline,
  signIn,
}) => {
  const ben = await capline.signIn('editor')
  const ada = await signIn('editor')
  const create = Array.from({ length: 120 }, (_, index) =>
    buildCapDraft({ date: today(), sourceNumber: `${index + 100}`, cap: 1_000 - index }),
  )
  await ada.call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
  await openBoard(page)
  const field = await openPlanned(page, '100')
  await page.keyboard.type('12')
  await page.mouse.wheel(0, 4_000)
  await addCap(ben, { geo: 'AT', sourceNumber: '7', cap: 5 })
  await expect(columnOf(page, 'Today')).toContainText('112,865')
  await expect(field).toBeFocused()
  await page.keyboard.type('3')
  await expect(field).toHaveValue('123')
  await page.keyboard.press('Enter')
  await expect(plannedOf(page, '100')).toHaveText('123')
})

test('leaving the field by a click saves it, and it can be undone', async ({ page, signIn }) => {
  await addCap(await signIn('editor'), { cap: 20 })
  await openBoard(page)
  await openPlanned(page, '44')
  await page.keyboard.type('25')
  await page.getByRole('heading', { name: 'Today & Tomorrow at a glance' }).click()
  await expect(plannedOf(page, '44')).toHaveText('25')
  await undoToastOf(page).click()
  await expect(page.getByText('Change undone')).toBeVisible()
  await expect(plannedOf(page, '44')).toHaveText('20')
})

test('who may only look has no field', async ({ page, capline, signIn }) => {
  await addCap(await capline.signIn('editor'))
  const readOnly = { key: 'viewer_read_only', value: 'true', updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' }
  await capline.db.insertInto('settings').values(readOnly).execute()
  await signIn('viewer')
  await openBoard(page)
  await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('0 / 20')
  await expect(plannedOf(page, '44')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

  test('the number is changed by touch', async ({ page, signIn }) => {
    await addCap(await signIn('editor'), { cap: 20 })
    await openBoard(page)
    await plannedOf(page, '44').tap()
    await plannedFieldOf(page, '44').fill('abc')
    await page.keyboard.press('Enter')
    await expect(page.getByText(texts.caps.cap)).toBeVisible()
    await expectAccessible(page)
    await plannedFieldOf(page, '44').fill('21')
    await page.keyboard.press('Enter')
    await expect(plannedOf(page, '44')).toHaveText('21')
    await expectNoOverflow(page)
  })
})
