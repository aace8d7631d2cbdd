import { capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { fieldOf, rowOf } from './copy-page.ts'
import { expectFit } from './fit.ts'
import { addCap, cardOf, cardsOf, columnOf, openBoard, openFilters, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import {
  addFour,
  addCapOf,
  barOf,
  boxOf,
  openBulk,
  setAll,
  undoToastOf,
  expectPlanned,
  holdCommit,
} from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('caps are selected and changed together', async ({ page, capline, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 409/)
  const ben = await capline.signIn('editor')
  const ada = await signIn('editor')
  const { one, two } = await addFour(ada)
  const chunk = Promise.withResolvers<void>()
  await page.route('**/edit-dialog-*.js', async (route) => {
    await chunk.promise
    await route.continue()
  })
  await openBoard(page)

  await test.step('the keyboard alone selects with x, Space and Shift with arrows, changes and undoes', async () => {
    await boxOf(page, '1').focus()
    await page.keyboard.press('x')
    await expect(boxOf(page, '1')).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(boxOf(page, '2')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(barOf(page)).toContainText('3 selected')
    const edit = barOf(page).getByRole('button', { name: 'Edit' })
    await edit.focus()
    await page.keyboard.press('Enter')
    // The bar, and the focus on it, stay until the dialog is there.
    await expect(edit).toBeFocused()
    chunk.resolve()
    const dialog = page.getByRole('dialog', { name: 'Edit caps' })
    await expect(dialog.getByLabel('Value for 3 shown')).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Change caps', exact: true })).toBeDisabled()
    await page.keyboard.type('-5')
    await page.keyboard.press('Enter')
    await expect(fieldOf(dialog, 'Planned', '1')).toBeFocused()
    await expect(fieldOf(dialog, 'Planned', '1')).toHaveAccessibleDescription(/was 30/)
    await expect(dialog.getByRole('button', { name: 'Change 3 caps' })).toBeEnabled()
    await expect(dialog.getByText('45 leads planned, were 60')).toBeVisible()
    const release = await holdCommit(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeDisabled()
    await page.keyboard.type('7')
    for (const key of ['Delete', 'ControlOrMeta+Z']) await page.keyboard.press(key)
    await expect(fieldOf(dialog, 'Planned', '1'), 'nothing is changed that would be lost').toHaveValue('25')
    await expect(dialog.getByLabel('Value for 3 shown')).not.toBeEditable()
    release()
    await expect(page.getByText('3 caps updated')).toBeVisible()
    await expectPlanned(page, { 1: '25', 2: '15', 3: '5', 4: '5' })
    await expect(barOf(page)).toHaveCount(0)
    await expect(columnOf(page, 'Today').getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(page.getByText('Undone: 3 caps updated')).toBeVisible()
    await expectPlanned(page, { 1: '30', 2: '20', 3: '10', 4: '5' })
  })

  await test.step('what cannot be is told at its row, and nothing is saved until it is left out', async () => {
    await boxOf(page, '1').click()
    await barOf(page).getByRole('button', { name: 'Select all shown' }).click()
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '-10')
    await page.keyboard.press('ControlOrMeta+Enter')
    const wrong = fieldOf(dialog, 'Planned', '4')
    await expect(wrong).toHaveValue('-5')
    await expect(wrong).toHaveAttribute('aria-invalid', 'true')
    await expect(wrong).toBeFocused()
    await expect(dialog.getByText('Fix the marked cells, or leave those rows out.')).toBeVisible()
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const question = dialog.getByRole('alertdialog', { name: 'Discard what you typed?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await rowOf(dialog, '4').getByRole('checkbox').uncheck()
    await dialog.getByRole('button', { name: 'Change 3 caps' }).click()
    await expect(page.getByText('3 caps updated')).toBeVisible()
    await expectPlanned(page, { 1: '20', 2: '10', 3: '0', 4: '5' })
    await undoToastOf(page).click()
    await expectPlanned(page, { 1: '30', 2: '20', 3: '10', 4: '5' })
  })

  await test.step('numbers are set, moved and multiplied, and each cell tells what it was', async () => {
    for (const source of ['1', '4']) await boxOf(page, source).click()
    const dialog = await openBulk(page, 'Edit')
    const planned = (source: string) => fieldOf(dialog, 'Planned', source)
    await setAll(dialog, 'twice')
    await expect(dialog.getByText(/^Write 50, /)).toBeVisible()
    await expect(planned('1')).toHaveValue('30')
    await setAll(dialog, '+10%')
    await expect(planned('1')).toHaveValue('33')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(planned('1')).toHaveValue('30')
    // Esc after a step back takes back none of the steps before it.
    await setAll(dialog, '+5')
    await setAll(dialog, '×2')
    await expect(planned('1')).toHaveValue('70')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(planned('1')).toHaveValue('35')
    await page.keyboard.press('Escape')
    await dialog.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(planned('1')).toHaveValue('35')
    await planned('1').focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(planned('1')).toHaveValue('30')
    await setAll(dialog, '×1.5')
    await planned('4').fill('9')
    await dialog.getByRole('button', { name: 'Change 2 caps' }).click()
    await expect(page.getByText('2 caps updated')).toBeVisible()
    await expectPlanned(page, { 1: '45', 2: '20', 4: '9' })
  })

  await test.step('caps are selected one by one, as a range, by geo, by day and all that are shown', async () => {
    await addCap(ada, { date: tomorrow(), sourceNumber: '9' })
    await cardOf(columnOf(page, 'Tomorrow'), '9').waitFor()
    const count = barOf(page).getByText(/selected$/)
    await boxOf(page, '1').click()
    await expect(count).toHaveText('1 selected')
    await boxOf(page, '3').click({ modifiers: ['Shift'] })
    await expect(count).toHaveText('3 selected')
    const geo = columnOf(page, 'Today').getByRole('checkbox', { name: /^Select all caps of DE/ })
    await expect(geo).toBeChecked()
    await boxOf(page, '2').click()
    await expect(geo).toBeChecked({ indeterminate: true })
    await geo.click()
    await expect(count).toHaveText('3 selected')
    await columnOf(page, 'Today')
      .getByRole('button', { name: /^More for \w{3} \d/ })
      .click()
    await page.getByRole('menuitem', { name: 'Select all' }).click()
    await expect(count).toHaveText('4 selected')
    await barOf(page).getByRole('button', { name: 'Select all shown' }).click()
    await expect(count).toHaveText('5 selected')
    await page.keyboard.press('Escape')
    await expect(barOf(page)).toHaveCount(0)
    await expect(boxOf(page, '1')).not.toBeChecked()

    // Only what the filters let through is selected; what they hide later is told.
    await (await openFilters(page)).fill('#1')
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(1)
    await boxOf(page, '1').click()
    await barOf(page).getByRole('button', { name: 'Select all shown' }).click()
    await expect(count).toHaveText('1 selected')
    await page.getByRole('searchbox').fill('FR')
    await expect(barOf(page)).toContainText('1 hidden by the filters')
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
    await boxOf(page, '1').click()
    await expect(barOf(page)).toHaveCount(0)
  })

  await test.step('a cap that somebody changed meanwhile is refused and shown anew; one that is gone drops out', async () => {
    for (const source of ['1', '2']) await boxOf(page, source).click()
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '+1')
    const draft = buildCapDraft({ date: today(), sourceNumber: '1', cap: 50 })
    await ben.call(capCalls.update, { params: { id: one._id }, body: draft })
    await ben.call(capCalls.remove, { params: { id: two._id } })
    await dialog.getByRole('button', { name: 'Change 2 caps' }).click()
    await expect(page.getByText(capTexts.commitRefused(2))).toBeVisible()
    await expect(rowOf(dialog, '2')).toHaveCount(0)
    await expect(fieldOf(dialog, 'Planned', '1')).toHaveValue('46')
    await expect(fieldOf(dialog, 'Planned', '1')).toHaveAccessibleDescription(/was 50/)
    await fieldOf(dialog, 'Planned', '1').fill('51')
    await dialog.getByRole('button', { name: 'Change 1 cap' }).click()
    await expectPlanned(page, { 1: '51' })
  })

  await test.step('a change that is on its way is not left before it is told what came of it', async () => {
    await boxOf(page, '1').click()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/caps/batches', async (route) => {
      await held
      await route.continue()
    })
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '+1')
    await dialog.getByRole('button', { name: 'Change 1 cap' }).click()
    await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    release()
    await expect(dialog).toHaveCount(0)
    await expectPlanned(page, { 1: '52' })
    await page.unroute('**/api/caps/batches')
  })

  await test.step('publisher caps of several days are deleted together, and brought back', async () => {
    await addCapOf(ada, 'affiliate', { sourceNumber: '1' })
    await addCapOf(ada, 'affiliate', { sourceNumber: '2', date: tomorrow() })
    await page.getByText('Affiliate caps', { exact: true }).click()
    await expect(cardOf(columnOf(page, 'Tomorrow'), '2')).toBeVisible()
    await boxOf(page, '1').click()
    await barOf(page).getByRole('button', { name: 'Select all shown' }).click()
    const dialog = await openBulk(page, 'Delete')
    await expect(dialog.getByRole('listitem')).toHaveText([/#1.*20 planned, 09:00-17:00, CPA \$600, CRG 8%/, /#2/])
    await dialog.getByRole('button', { name: 'Delete 2 publisher caps' }).click()
    await expect(page.getByText('2 publisher caps deleted')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await undoToastOf(page).click()
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(1)
    await expect(cardsOf(columnOf(page, 'Tomorrow'))).toHaveCount(1)
  })

  await test.step('their hours and prices are changed, and taken away', async () => {
    await addCapOf(ada, 'affiliate', { sourceNumber: '2' })
    for (const source of ['1', '2']) await boxOf(page, source).click()
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, 'noon', 'Hours')
    await expect(dialog.getByText(capTexts.hours)).toBeVisible()
    await setAll(dialog, '24/7', 'Hours')
    await setAll(dialog, '650.50', 'CPA, $')
    await setAll(dialog, '', 'CRG %')
    await expect(fieldOf(dialog, 'CRG', '1')).toHaveAccessibleDescription(/was 8/)
    await dialog.getByRole('button', { name: 'Change 2 publisher caps' }).click()
    await expect(page.getByText('2 publisher caps updated')).toBeVisible()
    for (const source of ['1', '2']) {
      await expect(cardOf(columnOf(page, 'Today'), source)).toContainText('24/7')
      await expect(cardOf(columnOf(page, 'Today'), source)).toContainText('CPA $650.50CRG n/a')
    }
  })
})
