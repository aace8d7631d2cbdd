import type { Locator, Page } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { addDays } from '#domain/kernel/day.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { formatDay } from '#web/lib/format.ts'
import {
  addCap,
  cardOf,
  cardsOf,
  columnOf,
  discardForm,
  expectValues,
  fieldOf,
  fillIn,
  openAddForm,
  openBoard,
  openEditForm,
  today,
  tomorrow,
} from './board-page.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './capline.ts'
import { expectHeld } from './held.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { openDayHistory, plannedOf, undoToastOf } from './work-page.ts'

test('a cap is added, changed and deleted in its form', async ({ page, capline, signIn, consoleNoise }) => {
  const ada = await signIn('editor')

  await test.step('without any advertiser no cap can be added, and the way out is told', async () => {
    const listed = page.waitForResponse('**/api/advertisers')
    await openBoard(page)
    await listed
    await columnOf(page, 'Today').getByRole('button', { name: '+ Add cap' }).click()
    await expect(page.getByText('Add advertisers in the admin panel before creating caps.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await insertAdvertiser(capline.db, 'B-1', 'Alster Insurance')
  await insertAdvertiser(capline.db, 'B-2', 'Borealis Loans')
  await openBoard(page)

  await test.step('Esc closes a form; where something was typed, it asks before', async () => {
    await openAddForm(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const form = await openAddForm(page)
    await fillIn(form, { geo: 'DE' })
    await page.keyboard.press('Escape')
    const question = form.getByRole('alertdialog', { name: 'Discard what you typed?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expectHeld(page)
    await expectValues(form, { geo: 'DE' })

    await form.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toHaveCount(0)
    await expect(columnOf(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
    await openAddForm(page)
    await expectValues(page.getByRole('dialog'), { geo: '' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('Back asks before the form is lost; Esc then answers that question alone', async () => {
    await page.getByRole('link', { name: 'Full view' }).first().click()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    const form = await openAddForm(page)
    await fillIn(form, { geo: 'DE' })
    await page.evaluate(() => history.back())
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(form.getByRole('alertdialog')).toHaveCount(0)
    await expectValues(form, { geo: 'DE' })

    await page.keyboard.press('Escape')
    await form.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(form).toHaveCount(0)
  })

  await test.step('an advertiser is found by its name', async () => {
    const form = await openAddForm(page)
    await fieldOf(form, 'advertiserId').pressSequentially('boreal')
    await expect(form.getByRole('option')).toHaveCount(1)
    await form.getByRole('option', { name: 'Borealis Loans' }).click()
    await expectValues(form, { advertiserId: 'B-2', advertiserName: 'Borealis Loans' })
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'detached' })
  })

  await test.step('a publisher and an advertiser are found by their names, and the only one found is taken with Enter', async () => {
    await capline.db
      .insertInto('publishers')
      .values([
        { id: 'p', source_number: '90', name: 'Nightline Radio' },
        { id: 'q', source_number: '91', name: 'North' },
        { id: 'r', source_number: '92', name: 'North Media' },
      ])
      .execute()
    await openBoard(page)
    const form = await openAddForm(page)
    await fillIn(form, { advertiserId: 'borealis' })
    await page.keyboard.press('Enter')
    await expectValues(form, { advertiserId: 'B-2', advertiserName: 'Borealis Loans' })
    await fillIn(form, { sourceNumber: 'nightl' })
    await expect(form.getByRole('option')).toHaveText(['Nightline Radio90'])
    await page.keyboard.press('Enter')
    await expectValues(form, { sourceNumber: '90' })
    await expect(form.getByRole('option')).toHaveCount(0)

    await fillIn(form, { sourceNumber: 'nightline radio' })
    await page.keyboard.press('Tab')
    await expectValues(form, { sourceNumber: '90' })
    await fillIn(form, { sourceNumber: '9' })
    await page.keyboard.press('Tab')
    await expectValues(form, { sourceNumber: '9' })

    await fillIn(form, { geo: 'DE', cap: '5' })
    await fillIn(form, { sourceNumber: 'north' })
    await expect(form.getByRole('option')).toHaveText(['North91', 'North Media92'])
    await page.keyboard.press('Enter')
    await expectValues(form, { sourceNumber: '91' })
    await expect(form.getByRole('option'), 'Enter saves nothing yet').toHaveCount(0)
    await fillIn(form, { sourceNumber: 'north' })
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expectValues(form, { sourceNumber: '92' })
    await expect(form.getByRole('option')).toHaveCount(0)
    await discardForm(page)
  })

  await test.step('while a cap is saved, the button says so and nothing is sent twice', async () => {
    let sent = 0
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/caps', async (route) => {
      sent += 1
      await held
      await route.continue()
    })
    const form = await openAddForm(page)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', cap: '20' })
    await page.keyboard.press('Enter')
    await expect(form.getByRole('button', { name: 'Saving…' })).toBeDisabled()
    await expect(form.locator('input:not([type=hidden]):not([readonly])'), 'nothing typed is lost').toHaveCount(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(form).toBeVisible()
    release()
    await expect(form).toHaveCount(0)
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(1)
    expect(sent).toBe(1)
  })

  await test.step('a cap is deleted after a question', async () => {
    const column = columnOf(page, 'Today')
    const question = await openDelete(page)
    await expect(question.getByText('Delete cap DE / source 44 ?', { exact: true })).toBeVisible()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(cardOf(column, '44')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete cap DE / source 44' })).toBeFocused()

    consoleNoise.allow(/ERR_FAILED/)
    await loseNextAnswer(page, '**/api/caps/batches')
    await (await openDelete(page)).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Cap deleted')).toBeVisible()
    await expect(undoToastOf(page)).toBeVisible()
    await expect(cardOf(column, '44')).toHaveCount(0)
    await expect(column.getByText('This day has no caps yet.')).toBeVisible()
    await expect(column.getByRole('heading', { level: 2 })).toBeFocused()
  })

  await test.step('a cap is added with Enter; its geo is upper case, its advertiser named, its empty cap 0', async () => {
    const form = await openAddForm(page)
    await expectValues(form, { date: today() })
    await fieldOf(form, 'geo').pressSequentially('de')
    await expectValues(form, { geo: 'DE' })
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('xy')
    await expectValues(form, { geo: 'DXYE' })
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1' })
    await expectValues(form, { advertiserName: 'Alster Insurance' })
    await fillIn(form, { sourceNumber: '#44' })
    await page.keyboard.press('Enter')

    await expect(page.getByText('Cap saved')).toBeVisible()
    await expect(form).toHaveCount(0)
    const column = columnOf(page, 'Today')
    await expect(cardOf(column, '44')).toContainText('Alster Insurance')
    await expect(cardOf(column, '44')).toContainText('0 / 0')
    await expect(column.getByRole('button', { name: '+ Add cap' })).toBeFocused()
  })

  await test.step('the form of a cap that stands is filled with it and saves what was changed', async () => {
    await addCap(ada, { sourceNumber: '45', cap: 20, crg: 8.25, createdBy: 'Ada L.' })
    const form = await openEditForm(page, 'DE / source 45')
    await expectValues(form, {
      date: today(),
      geo: 'DE',
      cap: '20',
      advertiserId: 'B-1',
      advertiserName: 'Alster Insurance',
      sourceNumber: '45',
      workingHours: '09:00-17:00',
      cpa: '600',
      crg: '8.25',
      createdBy: 'Ada L.',
    })
    await fieldOf(form, 'cap').fill('')
    await fieldOf(form, 'cap').pressSequentially('1,035')
    await fillIn(form, { workingHours: '24/7', cpa: '' })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Cap updated')).toBeVisible()
    const card = cardOf(columnOf(page, 'Today'), '45')
    for (const text of ['0 / 1,035', '24/7', 'CPA n/a', 'CRG 8.25%', 'Created by Ada L.']) {
      await expect(card).toContainText(text)
    }
    await expect(page.getByRole('button', { name: 'Edit cap DE / source 45' })).toBeFocused()
  })

  await test.step('a name that nobody typed goes with its advertiser; one that was typed stays', async () => {
    await addCap(ada, { sourceNumber: '46', advertiserName: 'Alster as it was' })
    const form = await openEditForm(page, 'DE / source 46')
    await fillIn(form, { advertiserId: 'B-2' })
    await expectValues(form, { advertiserName: 'Borealis Loans' })
    await fillIn(form, { advertiserId: 'B-1' })
    await expectValues(form, { advertiserName: 'Alster as it was' })
    await fillIn(form, { advertiserName: 'By hand' })
    await fillIn(form, { advertiserId: 'B-2' })
    await expectValues(form, { advertiserName: 'By hand' })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form).toHaveCount(0)

    const next = await openAddForm(page)
    await expectValues(next, { advertiserId: 'B-2', advertiserName: 'By hand' })
    await fillIn(next, { advertiserId: 'B-1' })
    await expectValues(next, { advertiserName: 'Alster Insurance' })
  })
})

test('a cap is saved once, and moves from day to day', async ({ page, capline, signIn, consoleNoise }) => {
  await insertAdvertiser(capline.db)
  consoleNoise.allow(/net::ERR_FAILED|status of 409/)
  const ada = await signIn('editor')
  await addCap(ada, { cap: 20 })
  await openBoard(page)

  await test.step('a cap whose saving was answered to nobody is saved by the next press, and can be undone', async () => {
    const form = await openEditForm(page, 'DE / source 44')
    // Not as it is kept: the same all the same.
    await fillIn(form, { geo: 'de', cap: '35' })
    await loseNextAnswer(page, '**/api/caps/*')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(callTexts.unreachable)).toBeVisible()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Cap updated')).toBeVisible()
    await expect(form).toHaveCount(0)
    await expect(plannedOf(page, '44')).toHaveText('35')

    const history = await openDayHistory(page)
    await history.getByRole('button', { name: 'Undo: 1 cap changed' }).click()
    await expect(history.getByText('Undone').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(plannedOf(page, '44')).toHaveText('20')
  })

  await test.step('a cap that moves to another day leaves the one and stands on the other', async () => {
    // Without the stream of changes the form alone is to refresh both days.
    await page.route('**/api/events', (route) => route.abort())
    await openBoard(page)
    const form = await openEditForm(page, 'DE / source 44')
    await fillIn(form, { date: tomorrow() })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(cardOf(columnOf(page, 'Tomorrow'), '44')).toBeVisible()
    await expect(columnOf(page, 'Today').getByText('This day has no caps yet.')).toBeVisible()
    await expect(page.getByText(capTexts.standsOn('Cap updated', formatDay(tomorrow())))).toBeVisible()
    await expect(columnOf(page, 'Today').getByRole('heading', { level: 2 })).toBeFocused()
  })

  const offTheBoard = addDays(today(), 9)
  const again = await openEditForm(page, 'DE / source 44')
  const day = again.getByLabel(/^Date/)

  await test.step('what names no day stays typed, and says so', async () => {
    await day.fill('soon')
    await page.keyboard.press('Tab')
    await expect(again.getByText('Type a day, such as 24 Nov, tomorrow or +3.')).toBeVisible()
    await expect(day).toHaveValue('soon')
  })

  await test.step('the calendar is open over the form, Esc closes it alone, and a day of it is taken', async () => {
    await day.press('Alt+ArrowDown')
    const calendar = again.getByRole('dialog', { name: 'Calendar' })
    await expect(calendar.getByRole('button', { name: formatDay(today()) })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(day).toBeFocused()
    await day.press('Alt+ArrowDown')
    await again.getByLabel(/^Cap/).focus()
    await expect(calendar, 'it goes with the focus').toHaveCount(0)
    await day.press('Alt+ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(day).toHaveValue(formatDayName(addDays(today(), 7)))
    await page.keyboard.press('ArrowUp')
    await expect(day).toHaveValue(formatDayName(addDays(today(), 8)))
  })

  await test.step('it is typed as people say it, and Enter saves what was read', async () => {
    await page.keyboard.press('Control+A')
    await page.keyboard.type('+9')
    await expect(again.getByText(formatDayName(offTheBoard))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(capTexts.standsOn('Cap updated', formatDay(offTheBoard)))).toBeVisible()
    expect(await ada.call(capCalls.listDay, { params: { date: offTheBoard } })).toMatchObject([{ sourceNumber: '44' }])
  })
})

async function openDelete(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Delete cap DE / source 44' }).click()
  return page.getByRole('dialog', { name: 'Delete cap' })
}
