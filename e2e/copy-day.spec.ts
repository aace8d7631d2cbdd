import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { addDays } from '#domain/kernel/day.ts'
import { buildAffiliateDraft, buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { addCap, cardOf, cardsOf, columnOf, columnsOf, openBoard, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { boxOf, clearDays, fieldOf, listDay, openCopy, plan, rowOf } from './copy-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('a day is copied, once and as it was seen', async ({ page, capline, signIn, consoleNoise }) => {
  const ada = await signIn('editor')
  await openBoard(page)

  await test.step('a day is planned from another one: preview, choices, a changed number, one commit, undone as a whole', async () => {
    await plan(ada)
    await expect(cardsOf(columnsOf(page))).toHaveCount(5)
    const dialog = await openCopy(page)
    await expect(rowOf(dialog, '44')).toContainText('New')
    await expect(rowOf(dialog, '45')).toContainText('Same')
    await expect(rowOf(dialog, '46')).toContainText('In conflict')
    await expect(rowOf(dialog, '46')).toContainText('30 now')
    await expect(rowOf(dialog, '46')).toContainText('$500 now')
    await expect(boxOf(dialog, '44')).toBeChecked()
    await expect(boxOf(dialog, '45')).toBeDisabled()
    await expect(boxOf(dialog, '46')).not.toBeChecked()
    await expect(dialog.getByText('New 1', { exact: true })).toBeVisible()
    await expect(dialog.getByText('In conflict 1', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Same 1', { exact: true })).toBeVisible()

    await fieldOf(dialog, 'Planned', '44').fill('1,350')
    await fieldOf(dialog, 'Hours', '44').fill('24/7')
    await dialog.getByRole('checkbox', { name: 'In conflict 1' }).check()
    await expect(dialog.getByText('1,370 leads planned · 1 replaced')).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy 2 caps' }).click()
    await expect(page.getByText(/^2 caps copied to/)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    const column = columnOf(page, 'Tomorrow')
    await expect(cardOf(column, '44')).toContainText('1,350')
    await expect(cardOf(column, '44')).toContainText('24/7')
    expect(await listDay(ada)).toMatchObject([
      { sourceNumber: '44', cap: 1350, alwaysOn: true },
      { sourceNumber: '45', cap: 20, version: 1 },
      { sourceNumber: '46', cap: 20, cpa: 60_000, version: 2 },
    ])
    const history = await ada.call(capCalls.listHistory, { query: { date: tomorrow() } })
    const copied = history.filter(({ action }) => action.endsWith('by copy'))
    expect(copied.map(({ action }) => action).toSorted()).toEqual(['cap.changed by copy', 'cap.created by copy'])
    expect(new Set(copied.map(({ batchId }) => batchId)).size).toBe(1)

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(cardOf(column, '44')).toHaveCount(0)
    expect(await listDay(ada)).toMatchObject([
      { sourceNumber: '46', cap: 30, cpa: 50_000 },
      { sourceNumber: '45', cap: 20 },
    ])
  })

  await test.step('copying a day twice finds everything the same, and nothing to copy', async () => {
    await clearDays(page, ada)
    await addCap(ada, { cap: 20 })
    await addCap(ada, { geo: 'FR', cap: 30 })
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(2)
    await (await openCopy(page)).getByRole('button', { name: 'Copy 2 caps' }).click()
    await expect(page.getByText(/^2 caps copied to/)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const again = await openCopy(page)
    await expect(again.getByText('Same 2', { exact: true })).toBeVisible()
    await expect(
      again.getByText(/^There is nothing to copy: .* has each cap already, with the same terms\.$/),
    ).toBeVisible()
    await expect(again.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(again).toHaveCount(0)
    expect(await listDay(ada)).toMatchObject([{ version: 1 }, { version: 1 }])
  })

  await test.step('a column copies into its own day', async () => {
    await clearDays(page, ada)
    await addCap(ada, { date: addDays(today(), -1) })
    await addCap(ada, { date: today(), geo: 'FR' })
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(1)
    await columnOf(page, 'Today')
      .getByRole('button', { name: /^More for \w{3} \d/ })
      .click()
    await page.getByRole('menuitem', { name: 'Copy caps from…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy caps from…' })
    await expect(dialog.getByRole('button', { name: /^Yesterday/ })).toHaveAttribute('aria-pressed', 'true')
    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(cardOf(columnOf(page, 'Today'), '44')).toHaveCount(2)
  })

  await test.step('a cap whose advertiser is gone cannot be copied, and says why', async () => {
    await clearDays(page, ada)
    await insertAdvertiser(capline.db, 'B-2', 'Borealis Loans')
    await addCap(ada, { advertiserId: 'B-2' })
    await addCap(ada, { sourceNumber: '45' })
    await capline.db.deleteFrom('advertisers').where('advertiser_id', '=', 'B-2').execute()
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(2)
    const dialog = await openCopy(page)
    await expect(dialog.getByText(capTexts.unknownAdvertiser('B-2'))).toBeVisible()
    await expect(boxOf(dialog, '44')).toBeDisabled()
    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(page.getByText(/^1 cap copied to/)).toBeVisible()
  })

  await test.step('a number that cannot be is told at its field; Esc asks before anything typed is lost', async () => {
    await clearDays(page, ada)
    await addCap(ada)
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(1)
    const dialog = await openCopy(page)
    await fieldOf(dialog, 'Planned', '44').fill('1.5')
    await fieldOf(dialog, 'Hours', '44').fill('nine')
    await fieldOf(dialog, 'CRG %', '44').fill('101')
    for (const [label, message] of [
      ['Planned', capTexts.cap],
      ['Hours', capTexts.hours],
      ['CRG %', capTexts.crg],
    ] as const) {
      await expect(fieldOf(dialog, label, '44')).toHaveAttribute('aria-invalid', 'true')
      await expect(fieldOf(dialog, label, '44')).toHaveAccessibleDescription(new RegExp(message.slice(0, 40)))
    }
    await expect(fieldOf(dialog, 'CPA, $', '44')).toHaveAttribute('aria-invalid', 'false')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog.getByRole('alert')).toContainText('Fix the marked cells')
    await expect(fieldOf(dialog, 'Planned', '44')).toBeFocused()

    await page.keyboard.press('Escape')
    const question = dialog.getByRole('alertdialog', { name: 'Discard what you typed?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(fieldOf(dialog, 'Planned', '44')).toHaveValue('1.5')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await listDay(ada)).toEqual([])
  })

  await test.step('a geo is chosen at once, a search narrows, and a factor multiplies what is chosen and shown', async () => {
    await clearDays(page, ada)
    for (const [geo, sourceNumber] of [
      ['DE', '44'],
      ['DE', '45'],
      ['FR', '46'],
    ] as const) {
      await addCap(ada, { geo, sourceNumber, cap: 70 })
    }
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(3)
    const dialog = await openCopy(page)
    // What is typed and not set is not left in silence, nor left out.
    const value = dialog.getByLabel(/^Value for/)
    await value.fill('×2')
    await page.keyboard.press('Escape')
    await dialog.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await value.fill('')
    await dialog.getByRole('checkbox', { name: 'Copy all of FR' }).uncheck()
    await expect(dialog.getByRole('button', { name: 'Copy 2 caps' })).toBeVisible()
    await dialog.getByLabel('Find caps').fill('de #45')
    await expect(rowOf(dialog, '44')).toHaveCount(0)
    await expect(dialog.getByText(/1 row not shown/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Leave it out' }).click()
    await expect(dialog.getByRole('button', { name: 'Copy 1 cap' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Leave it out' }).waitFor({ state: 'detached' })
    await dialog.getByLabel('Find caps').fill('de')
    await dialog.getByRole('checkbox', { name: 'Copy all of DE' }).check()
    await dialog.getByLabel('Find caps').fill('de #45')
    await dialog.getByLabel(/^Value for/).fill('often')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^Write 50, /)).toBeVisible()
    await dialog.getByLabel(/^Value for/).fill('×1,15')
    await page.keyboard.press('Enter')
    await expect(fieldOf(dialog, 'Planned', '45')).toHaveValue('81')
    await dialog.getByLabel('Find caps').fill('')
    await expect(fieldOf(dialog, 'Planned', '44')).toHaveValue('70')
    await expect(fieldOf(dialog, 'Planned', '46')).toHaveValue('70')
    await expect(value).toHaveValue('')
    await value.fill('×2')
    await dialog.getByRole('button', { name: 'Copy 2 caps' }).click()
    await expect(dialog.getByText(capTexts.notSet('×2'))).toBeVisible()
    await expect(value).toBeFocused()
    await value.fill('')
    await dialog.getByRole('button', { name: 'Copy 2 caps' }).click()
    await expect(dialog).toHaveCount(0)
    expect((await listDay(ada)).map(({ sourceNumber, cap }) => [sourceNumber, cap])).toEqual([
      ['45', 81],
      ['44', 70],
    ])
  })

  await test.step('numbers that were changed go to another day, and replace nothing there that nobody chose', async () => {
    await clearDays(page, ada)
    const later = addDays(tomorrow(), 1)
    for (const sourceNumber of ['44', '45', '46']) await addCap(ada, { sourceNumber, cap: 20 })
    for (const sourceNumber of ['44', '45']) await addCap(ada, { date: later, sourceNumber, cap: 5 })
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(3)
    const dialog = await openCopy(page)
    await dialog.getByLabel(/^Value for/).fill('×2')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Copy 3 caps' })).toBeVisible()
    await dialog.getByRole('button', { name: /^Copy into/ }).click()
    await expect(dialog.locator(`[data-day="${today()}"]`)).toBeFocused()
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight')
    await expect(dialog.locator(`[data-day="${later}"]`)).toBeFocused()
    await page.keyboard.press('Enter')
    for (const source of ['44', '45']) {
      await expect(rowOf(dialog, source)).toContainText('5 now')
      await expect(fieldOf(dialog, 'Planned', source)).toHaveValue('40')
      await expect(boxOf(dialog, source)).not.toBeChecked()
    }
    await expect(fieldOf(dialog, 'Planned', '46')).toHaveValue('40')
    await expect(boxOf(dialog, '46')).toBeChecked()
    await fieldOf(dialog, 'Planned', '45').fill('41')
    await expect(boxOf(dialog, '45')).toBeChecked()
    await expect(boxOf(dialog, '44')).not.toBeChecked()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  await test.step('what somebody else changed meanwhile is shown before it is replaced, and choices stay', async () => {
    consoleNoise.allow(/409/)
    await clearDays(page, ada)
    const { standing } = await plan(ada)
    await expect(cardsOf(columnsOf(page))).toHaveCount(5)
    const dialog = await openCopy(page)
    await boxOf(dialog, '46').check()
    const draft = buildCapDraft({ date: tomorrow(), sourceNumber: '46', cap: 99, cpa: 600 })
    await ada.call(capCalls.update, { params: { id: standing._id }, body: draft })
    await addCap(ada, { date: tomorrow(), cap: 5 })
    await dialog.getByRole('button', { name: 'Copy 2 caps' }).click()
    await expect(dialog.getByRole('alert')).toContainText(capTexts.commitRefused(1))
    await expect(dialog.getByText(capTexts.changedMeanwhile)).toBeVisible()
    await expect(rowOf(dialog, '46')).toContainText('99 now')
    await expect(boxOf(dialog, '46')).toBeChecked()
    // Nobody has chosen to replace what was not there before.
    await expect(rowOf(dialog, '44')).toContainText('5 now')
    await expect(boxOf(dialog, '44')).not.toBeChecked()
    expect((await listDay(ada)).map(({ cap }) => cap)).toEqual([99, 20, 5])

    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(dialog).toHaveCount(0)
    expect((await listDay(ada)).map(({ sourceNumber, cap }) => [sourceNumber, cap])).toEqual([
      ['45', 20],
      ['46', 20],
      ['44', 5],
    ])
  })

  await test.step('a cap that came in the place of a row is not replaced, whatever was typed and ticked before', async () => {
    await clearDays(page, ada)
    for (const sourceNumber of ['44', '45']) await addCap(ada, { sourceNumber, cap: 20 })
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(2)
    const dialog = await openCopy(page)
    await fieldOf(dialog, 'Planned', '44').fill('21')
    await boxOf(dialog, '45').uncheck()
    await boxOf(dialog, '45').check()
    for (const sourceNumber of ['44', '45']) await addCap(ada, { date: tomorrow(), sourceNumber, cap: 5 })
    await dialog.getByRole('button', { name: 'Copy 2 caps' }).click()
    for (const source of ['44', '45']) {
      await expect(rowOf(dialog, source)).toContainText('5 now')
      await expect(boxOf(dialog, source)).not.toBeChecked()
    }
    await expect(fieldOf(dialog, 'Planned', '44')).toHaveValue('21')
    await fieldOf(dialog, 'Planned', '44').fill('22')
    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(dialog).toHaveCount(0)
    const copied = await listDay(ada)
    expect(new Map(copied.map(({ sourceNumber, cap }) => [String(sourceNumber), cap]))).toEqual(
      new Map([
        ['44', 22],
        ['45', 5],
      ]),
    )
  })

  await test.step('a lost answer and a second press save once', async () => {
    consoleNoise.allow(/net::ERR_FAILED/)
    await clearDays(page, ada)
    await addCap(ada)
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(1)
    const dialog = await openCopy(page)
    await loseNextAnswer(page, '**/api/caps/batches')
    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(dialog.getByText(callTexts.unreachable)).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy 1 cap' }).click()
    await expect(page.getByText(/^1 cap copied to/)).toBeVisible()
    expect(await listDay(ada)).toHaveLength(1)
  })

  await test.step('publisher caps are copied into an empty day, from any day of the calendar', async () => {
    const date = addDays(today(), -3)
    for (const sourceNumber of ['44', '45']) {
      await ada.call(affiliateCapCalls.create, { body: buildAffiliateDraft({ date, sourceNumber }) })
    }
    await page.getByText('Affiliate caps', { exact: true }).click()
    await columnOf(page, 'Today').getByRole('button', { name: 'Copy from another day' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy publisher caps from…' })
    await expect(dialog.getByText(/has no publisher caps\. Choose another day/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Another day…' }).click()
    await expect(dialog.locator(`[data-day="${today()}"]`)).toBeFocused()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
    await expect(dialog.locator(`[data-day="${date}"]`)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(fieldOf(dialog, 'Planned', '44')).toBeFocused()
    await fieldOf(dialog, 'Planned', '45').fill('7')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText(/^2 publisher caps copied to/)).toBeVisible()
    await expect(cardOf(columnOf(page, 'Today'), '45')).toContainText('/ 7')
    const caps = await ada.call(affiliateCapCalls.listDay, { params: { date: today() } })
    expect(caps.map(({ sourceNumber, cap }) => [sourceNumber, cap])).toEqual([
      ['44', 20],
      ['45', 7],
    ])
  })
})
