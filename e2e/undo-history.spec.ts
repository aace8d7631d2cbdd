import type { APIResponse } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { expectFit } from './fit.ts'
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
import { addCapOf, countToasts, openDayHistory, openPlanned, plannedOf, undoToastOf } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('what was just done is taken back, but not over what somebody else changed since', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const ada = await signIn('editor')
  await openBoard(page)

  await test.step('what was just added, edited or deleted is taken back from its toast, and done again', async () => {
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

  await test.step('a cap that names nobody is created by the handle, as the form says', async () => {
    const form = await openAddForm(page)
    await expect(fieldOf(form, 'createdBy')).toHaveAttribute('placeholder', `${ada.member.handle} if empty`)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '45', cap: '20' })
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(cardOf(columnOf(page, 'Today'), '45')).toContainText(`Created by ${ada.member.handle}`)
  })

  await page.emulateMedia({ reducedMotion: 'reduce' })
  const ben = await capline.signIn('editor')
  const add = (sourceNumber: string) => addCap(ada, { sourceNumber, cap: 20 })
  const raise = ({ _id: id, sourceNumber }: { _id: string; sourceNumber: string }) =>
    ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), sourceNumber, cap: 50 }) })
  const first = await add('64')

  await test.step('what was changed since is not taken back, and it says why', async () => {
    consoleNoise.allow(/status of 409/)
    await plannedOf(page, '64').waitFor()
    await openPlanned(page, '64')
    await page.keyboard.type('35')
    await page.keyboard.press('Enter')
    await expect(undoToastOf(page)).toBeVisible()
    await raise(first)
    await undoToastOf(page).click()
    await expect(page.getByText(capTexts.changedSince)).toBeVisible()
    await expect(plannedOf(page, '64')).toHaveText('50')
    const created = cardOf(columnOf(page, 'Today'), '45')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(created, 'the key goes on to the change before').toHaveCount(0)
    await page.getByRole('button', { name: 'Redo' }).click()
    await created.waitFor()
    const drawer = await openDayHistory(page)
    const undoOf = (change: string) =>
      drawer.getByRole('listitem').filter({ hasText: change }).getByRole('button', { name: /^Undo/ })
    await expect(undoOf('Planned 35 → 50')).toHaveCount(1)
    await expect(undoOf('Planned 20 → 35')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  await test.step('a refused undo says why in the history too', async () => {
    const second = await add('65')
    // Whatever is heard of, the history shows what it showed first.
    let shown: APIResponse | undefined
    await page.route('**/api/caps/history*', async (route) => {
      shown ??= await route.fetch()
      await route.fulfill({ response: shown })
    })
    const drawer = await openDayHistory(page)
    const undo = drawer.getByRole('button', { name: 'Undo: 1 cap added' }).first()
    await expect(undo).toBeVisible()
    await raise(second)
    await undo.click()
    await expect(drawer.getByRole('alert')).toContainText(capTexts.changedSince)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect(plannedOf(page, '65')).toHaveText('50')
  })

  await test.step('a delete that meets a change asks once more', async () => {
    const third = await add('66')
    await plannedOf(page, '66').waitFor()
    await page.route('**/api/caps/day/*', () => undefined)
    await page.getByRole('button', { name: 'Delete cap DE / source 66' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete cap' })
    await raise(third)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(capTexts.changedMeanwhile)
    await expect(dialog.getByRole('alert')).toContainText('Planned 20 → 50')
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Delete anyway' }).click()
    await expect(page.getByText('Cap deleted')).toBeVisible()
  })
})

test('what was done before stands in the history', async ({ page, capline, signIn }) => {
  const ada = await signIn('editor')
  const { _id: id } = await addCap(ada, { cap: 20 })
  await addCapOf(ada, 'affiliate', { cap: 20 })
  await openBoard(page)

  const drawer = page.getByRole('dialog', { name: /^History of/ })
  const batches = drawer.getByRole('list').first().locator('> li')

  await test.step("a day's history tells who changed what, and undoes it after a reload", async () => {
    await openPlanned(page, '44')
    await page.keyboard.type('35')
    await page.keyboard.press('Enter')
    await expect(plannedOf(page, '44')).toHaveText('35')
    await expect(undoToastOf(page)).toBeVisible()
    await page.reload()
    await openDayHistory(page)
    await expect(batches).toHaveCount(2)
    const [newest, oldest] = [batches.first(), batches.last()]
    await expect(newest).toContainText(`1 cap changed by @${ada.member.handle}`)
    await expect(newest).toContainText('Planned 20 → 35')
    await expect(newest).toContainText(/\w{3} \d+ \w{3} \d{4}, \d\d:\d\d/)
    await expect(oldest).toContainText('1 cap added')
    await expect(oldest).toContainText('Added: 20 planned, 09:00-17:00, CPA $600, CRG 8%')
    await expect(oldest.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    await expectFit(page)
    await newest.getByRole('button', { name: 'Undo: 1 cap changed' }).click()
    await expect(batches).toHaveCount(3)
    await expect(batches.nth(1)).toContainText('Undone')
    await expect(batches.first().getByRole('button', { name: 'Undo: 1 cap changed by undoing' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(plannedOf(page, '44')).toHaveText('20')
  })

  await test.step('that of publisher caps is their own', async () => {
    await page.getByText('Affiliate caps', { exact: true }).click()
    await openPlanned(page, '44')
    await page.keyboard.type('35')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Publisher cap updated')).toBeVisible()
    await openDayHistory(page)
    await expect(batches).toHaveCount(2)
    await batches.first().getByRole('button', { name: 'Undo: 1 publisher cap changed' }).click()
    await expect(batches).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(plannedOf(page, '44')).toHaveText('20')
  })

  await test.step('a commit of many caps is one entry, and is taken back as a whole', async () => {
    const create = Array.from({ length: 12 }, (_, index) =>
      buildCapDraft({ date: today(), sourceNumber: String(index + 1) }),
    )
    await ada.call(capCalls.remove, { params: { id } })
    await ada.call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
    await page.getByText('Broker caps', { exact: true }).click()
    await expect(columnOf(page, 'Today')).toContainText('12 caps · 12 sources')
    await openDayHistory(page)
    const entry = batches.filter({ hasText: '12 caps added by pasting' })
    await expect(entry).toHaveCount(1)
    await expect(entry.getByText(/^Added: /)).toHaveCount(5)
    await drawer.getByRole('button', { name: 'Show all 12' }).click()
    await expect(entry.getByText(/^Added: /)).toHaveCount(12)
    await page.keyboard.press('Escape')
    // One cap of them tells of the others before they go with it.
    await page.getByRole('button', { name: 'More for cap DE / source 3', exact: true }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await expect(page.getByRole('button', { name: 'Undo all 12: 1 of 12 caps added by pasting' })).toBeVisible()
    await page.keyboard.press('Escape')
    await openDayHistory(page)
    await drawer.getByRole('button', { name: 'Undo all 12: 12 caps added by pasting' }).click()
    await expect(drawer.getByText('12 caps deleted by undoing')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(columnOf(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
  })

  await test.step('what was paused beside is told, and goes back with it', async () => {
    const acts = [{ act: 'pause' as const, geo: 'DE', from: brandText<Day>('2099-01-01') }]
    const create = [buildCapDraft({ date: today(), sourceNumber: '70' })]
    await ada.call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [], acts } })
    await openDayHistory(page)
    const undo = 'Undo 1 cap and 1 pause'
    await drawer.getByRole('button', { name: `${undo}: 1 cap added, pause of DE changed by pasting` }).click()
    await expect(drawer.getByText('1 cap deleted, pause of DE changed by undoing')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the history of a cap is its own, and goes on while somebody else changes it', async () => {
    const ben = await capline.signIn('editor')
    const { _id } = await addCap(ben, { cap: 20, sourceNumber: '60' })
    await addCap(ben, { geo: 'FR', sourceNumber: '60' })
    await page.getByRole('button', { name: 'More for cap DE / source 60' }).click()
    await page.getByRole('menuitem', { name: 'History' }).focus()
    await page.keyboard.press('Enter')
    await expect(drawer).toHaveAccessibleName(/^History of DE/)
    await expect(drawer.getByText('1 cap added')).toHaveCount(1)
    await ben.call(capCalls.update, {
      params: { id: _id },
      body: buildCapDraft({ date: today(), sourceNumber: '60', cap: 20, workingHours: '24/7', cpa: null }),
    })
    await expect(drawer.getByText('Hours 09:00-17:00 → 24/7')).toBeVisible()
    await expect(drawer.getByText('CPA $600 → none')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'More for cap DE / source 60' })).toBeFocused()
  })
})
