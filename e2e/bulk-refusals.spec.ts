import type { Locator } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { rowOf } from './copy-page.ts'
import { addCap, cardsOf, columnOf, openBoard, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { closeToasts } from './admin-page.ts'
import { addFour, boxOf, openBulk, setAll, expectPlanned } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('a change of many caps is made once, and over nothing that others did', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/net::ERR_FAILED|status of 409/)
  const ben = await capline.signIn('editor')
  const ada = await signIn('editor')
  const { two } = await addFour(ada)
  await openBoard(page)
  const planned = async () => (await ben.call(capCalls.listDay, { params: { date: today() } })).map(({ cap }) => cap)
  /** Presses, loses the answer, and waits for the board to say what was saved. */
  const lose = async (dialog: Locator, button: string) => {
    await loseNextAnswer(page, '**/api/caps/batches')
    const read = page.waitForResponse('**/api/caps/day/*')
    await dialog.getByRole('button', { name: button }).click()
    await expect(page.getByText(callTexts.unreachable)).toBeVisible()
    await (await read).finished()
    await closeToasts(page)
  }

  await test.step('a second press adds no second time', async () => {
    for (const source of ['1', '2']) await boxOf(page, source).click()
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '+5')
    await lose(dialog, 'Change 2 caps')
    await expectPlanned(page, { 1: '35', 2: '25' })
    await dialog.getByRole('button', { name: 'Change 2 caps' }).click()
    await expect(page.getByText('2 caps updated')).toBeVisible()
    expect(await planned()).toEqual([35, 25, 10, 5])
  })

  await test.step('what somebody else changed meanwhile is not overwritten by another change', async () => {
    for (const source of ['1', '2']) await boxOf(page, source).click()
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '+5')
    await lose(dialog, 'Change 2 caps')
    const draft = buildCapDraft({ date: today(), sourceNumber: '2', cap: 90 })
    await ben.call(capCalls.update, { params: { id: two._id }, body: draft })
    await setAll(dialog, '+2')
    await dialog.getByRole('button', { name: 'Change 2 caps' }).click()
    await expect(page.getByText(capTexts.commitRefused(2))).toBeVisible()
    expect(await planned()).toEqual([90, 40, 10, 5])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('a second press deletes what the first one has deleted', async () => {
    const dialog = await openBulk(page, 'Delete')
    await lose(dialog, 'Delete 2 caps')
    await dialog.getByRole('button', { name: 'Delete 2 caps' }).click()
    await expect(page.getByText('2 caps deleted')).toBeVisible()
    expect(await planned()).toEqual([10, 5])
  })

  await closeToasts(page)
  await addCap(ada, { sourceNumber: '1', cap: 30 })
  const again = await addCap(ada, { sourceNumber: '2', cap: 20 })
  await addCap(ada, { date: tomorrow(), sourceNumber: '2', cap: 7 })
  await expect(cardsOf(columnOf(page, 'Tomorrow'))).toHaveCount(1)

  await test.step('caps move to another day, unless one of them is taken there: then none does', async () => {
    for (const source of ['1', '2']) await boxOf(page, source).click()
    const dialog = await openBulk(page, 'Move')
    await dialog.getByLabel('Move to').fill(tomorrow())
    await dialog.getByRole('button', { name: 'Move 2 caps' }).click()
    await expect(page.getByText(capTexts.commitRefused(1))).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: '#2' })).toContainText('already exists')
    await expect(cardsOf(columnOf(page, 'Tomorrow'))).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Leave it out' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Move 1 cap' }).click()
    await expect(page.getByText('Cap updated')).toBeVisible()
    await expect(cardsOf(columnOf(page, 'Tomorrow'))).toHaveCount(2)
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(3)
  })

  await test.step('a change that the board has not heard of is not overwritten', async () => {
    for (const source of ['2', '3']) await boxOf(page, source).check()
    await page.route('**/api/caps/day/*', () => undefined)
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '+1')
    await ben.call(capCalls.update, {
      params: { id: again._id },
      body: buildCapDraft({ date: today(), sourceNumber: '2', cap: 50 }),
    })
    await dialog.getByRole('button', { name: 'Change 2 caps' }).click()
    await expect(rowOf(dialog, '2')).toContainText(capTexts.changedMeanwhile)
    const caps = await ben.call(capCalls.listDay, { params: { date: today() } })
    expect(caps.map(({ cap }) => cap)).toEqual([50, 10, 5])
  })
})
