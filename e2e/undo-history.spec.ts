import { capCalls } from '#contract/caps.ts'
import { texts } from '#contract/texts.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { expectAccessible } from './axe.ts'
import {
  addCap,
  cardOf,
  cardsOf,
  columnOf,
  fieldOf,
  fillIn,
  openAddForm,
  openBoard,
  openEditForm,
  today,
} from './board-page.ts'
import { expect, test } from './capline.ts'
import { addCapOf, countToasts, openBoardOf, openDayHistory, openPlanned, plannedOf, undoToastOf } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('what was just added, edited or deleted is taken back from its toast, and done again', async ({
  page,
  signIn,
}) => {
  await signIn('editor')
  await openBoard(page)
  const column = columnOf(page, 'Today')
  const form = await openAddForm(page)
  await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', cap: '20' })
  await form.getByRole('button', { name: 'Create cap' }).click()
  await expect(page.getByText('Cap saved')).toBeVisible()
  const add = column.getByRole('button', { name: '+ Add cap' })
  await expect(add).toBeFocused()
  await undoToastOf(page).click()
  await expect(column.getByText('This day has no caps yet.')).toBeVisible()
  await expect(add, 'the toast that gives way gives the focus back').toBeFocused()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(cardOf(column, '44')).toBeVisible()

  const mostToasts = await countToasts(page)
  const edit = await openEditForm(page, 'DE / source 44')
  await fieldOf(edit, 'cap').fill('35')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Cap updated')).toBeVisible()
  expect(await mostToasts(), 'the toast of the redo is gone when that of the edit comes').toBe(1)
  await undoToastOf(page).click()
  await expect(plannedOf(page, '44')).toHaveText('20')

  await page.getByRole('button', { name: 'Delete cap DE / source 44' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Cap deleted')).toBeVisible()
  await expect(cardsOf(column)).toHaveCount(0)
  await undoToastOf(page).click()
  await expect(cardOf(column, '44')).toContainText('0 / 20')
})

for (const kind of ['broker', 'affiliate'] as const) {
  test(`a day's history (${kind}) tells who changed what, and undoes it after a reload`, async ({ page, signIn }) => {
    const ada = await signIn('editor')
    await addCapOf(ada, kind, { cap: 20 })
    await openBoardOf(page, kind)
    await openPlanned(page, '44')
    await page.keyboard.type('35')
    await page.keyboard.press('Enter')
    await expect(plannedOf(page, '44')).toHaveText('35')
    await expect(undoToastOf(page)).toBeVisible()
    await page.reload()
    const drawer = await openDayHistory(page)
    const noun = kind === 'broker' ? 'cap' : 'publisher cap'
    const batches = drawer.getByRole('list').first().locator('> li')
    await expect(batches).toHaveCount(2)
    const [newest, oldest] = [batches.first(), batches.last()]
    await expect(newest).toContainText(`1 ${noun} changed by @${ada.member.handle}`)
    await expect(newest).toContainText('Planned 20 → 35')
    await expect(newest).toContainText(/\w{3} \d+ \w{3}, \d\d:\d\d/)
    await expect(oldest).toContainText(`1 ${noun} added`)
    await expect(oldest).toContainText('Added: 20 planned, 09:00-17:00, CPA $600, CRG 8%')
    await expect(oldest.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    await expectAccessible(page)
    await newest.getByRole('button', { name: `Undo: 1 ${noun} changed` }).click()
    await expect(batches).toHaveCount(3)
    await expect(batches.nth(1)).toContainText('Undone')
    await expect(batches.first().getByRole('button', { name: /^Redo/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(plannedOf(page, '44')).toHaveText('20')
  })
}

test('a commit of many caps is one entry, and is taken back as a whole', async ({ page, signIn }) => {
  const ada = await signIn('editor')
  const create = Array.from({ length: 12 }, (_, index) =>
    buildCapDraft({ date: today(), sourceNumber: String(index + 1) }),
  )
  await ada.call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
  await openBoard(page)
  const drawer = await openDayHistory(page)
  await expect(drawer.getByText('12 caps added from a spreadsheet')).toBeVisible()
  await expect(drawer.getByText(/^Added: /)).toHaveCount(5)
  await drawer.getByRole('button', { name: 'Show all 12' }).click()
  await expect(drawer.getByText(/^Added: /)).toHaveCount(12)
  await page.keyboard.press('Escape')
  // One cap of them tells of the others before they go with it.
  await page.getByRole('button', { name: 'More for cap DE / source 3', exact: true }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('button', { name: 'Undo all 12: 1 cap added from a spreadsheet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openDayHistory(page)
  await drawer.getByRole('button', { name: 'Undo all 12: 12 caps added from a spreadsheet' }).click()
  await expect(drawer.getByText('12 caps deleted by undoing')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(columnOf(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
})

test('the history of a cap is its own, and goes on while somebody else changes it', async ({
  page,
  capline,
  signIn,
}) => {
  const ben = await capline.signIn('editor')
  await signIn('editor')
  const { _id: id } = await addCap(ben, { cap: 20 })
  await addCap(ben, { geo: 'FR' })
  await openBoard(page)
  await page.getByRole('button', { name: 'More for cap DE / source 44' }).click()
  await page.getByRole('menuitem', { name: 'History' }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^History of DE/ })
  await expect(drawer.getByText('1 cap added')).toHaveCount(1)
  await ben.call(capCalls.update, {
    params: { id },
    body: buildCapDraft({ date: today(), cap: 20, workingHours: '24/7', cpa: null }),
  })
  await expect(drawer.getByText('Hours 09:00-17:00 → 24/7')).toBeVisible()
  await expect(drawer.getByText('CPA $600 → none')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More for cap DE / source 44' })).toBeFocused()
})

test('who may only look reads the history, and takes nothing back', async ({ page, capline, signIn }) => {
  const ben = await capline.signIn('editor')
  await addCap(ben, { cap: 20 })
  const readOnly = { key: 'viewer_read_only', value: 'true', updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' }
  await capline.db.insertInto('settings').values(readOnly).execute()
  await signIn('viewer')
  await openBoard(page)
  const drawer = await openDayHistory(page)
  await expect(drawer.getByText(`1 cap added by @${ben.member.handle}`)).toBeVisible()
  await expect(drawer.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More for cap DE / source 44' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['History'])
})

test('what was changed since is not taken back, and it says why', async ({ page, capline, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 409/)
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(await signIn('editor'), { cap: 20 })
  await openBoard(page)
  await openPlanned(page, '44')
  await page.keyboard.type('35')
  await page.keyboard.press('Enter')
  await expect(undoToastOf(page)).toBeVisible()
  await ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap: 50 }) })
  await undoToastOf(page).click()
  await expect(page.getByText(texts.caps.changedSince)).toBeVisible()
  await expect(plannedOf(page, '44')).toHaveText('50')
  const drawer = await openDayHistory(page)
  await expect(drawer.getByText('Planned 35 → 50')).toBeVisible()
  await expect(drawer.getByRole('button', { name: /^Undo/ })).toHaveCount(1)
})

test('a refused undo says why in the history too', async ({ page, capline, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 409/)
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(await signIn('editor'), { cap: 20 })
  await openBoard(page)
  const drawer = await openDayHistory(page)
  await page.route('**/api/caps/history*', () => undefined)
  await ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap: 50 }) })
  await drawer.getByRole('button', { name: 'Undo: 1 cap added' }).click()
  await expect(drawer.getByRole('alert')).toContainText(texts.caps.changedSince)
  await expectAccessible(page)
})

test('a delete that meets a change asks once more', async ({ page, capline, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 409/)
  const ben = await capline.signIn('editor')
  const { _id: id } = await addCap(await signIn('editor'), { cap: 20 })
  await openBoard(page)
  await page.route('**/api/caps/day/*', () => undefined, { times: 1 })
  await page.getByRole('button', { name: 'Delete cap DE / source 44' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete cap' })
  await ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), cap: 50 }) })
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(texts.caps.changedMeanwhile)
  await expect(dialog.getByRole('alert')).toContainText('Planned 20 → 50')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete all the same' }).click()
  await expect(page.getByText('Cap deleted')).toBeVisible()
})

test('a history that is empty or cannot be had says so', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 503/)
  await signIn('editor')
  await openBoard(page)
  const drawer = await openDayHistory(page)
  await expect(drawer.getByText('No changes yet')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  const failure = { status: 503, json: { message: texts.http.unavailable } }
  await page.route('**/api/caps/history*', (route) => route.fulfill(failure))
  await page.reload()
  await openDayHistory(page)
  await expect(drawer.getByRole('alert')).toContainText(texts.http.unavailable)
  await expectAccessible(page)
  await page.unroute('**/api/caps/history*')
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.getByText('No changes yet')).toBeVisible()
})

test('a cap that names nobody is created by the handle, as the form says', async ({ page, signIn }) => {
  const { member } = await signIn('editor')
  await openBoard(page)
  const form = await openAddForm(page)
  await expect(fieldOf(form, 'createdBy')).toHaveAttribute('placeholder', member.handle ?? '')
  await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', cap: '20' })
  await form.getByRole('button', { name: 'Create cap' }).click()
  await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText(`Created by ${member.handle}`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

  test('the history and the toast with Undo fit', async ({ page, signIn }) => {
    await addCap(await signIn('editor'), { cap: 20 })
    await openBoard(page)
    await openPlanned(page, '44')
    await page.keyboard.type('35')
    await page.keyboard.press('Enter')
    await expect(undoToastOf(page)).toBeInViewport()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit cap DE / source 44' }).tap()
    await expect(page.getByRole('dialog', { name: 'Edit cap' })).toBeVisible()
    await expect(undoToastOf(page), 'it would lie over the head of the form').toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const drawer = await openDayHistory(page)
    await expect(drawer.getByText('Planned 20 → 35')).toBeVisible()
    await expectAccessible(page)
    const overflow = await drawer.evaluate((element) => element.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
