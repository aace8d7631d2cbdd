import type { Page } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { addDays } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { searchIn } from './admin-page.ts'
import { addCap, openBoard, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { cellOf, discard, HEADER, openPaste, preview, rowOf } from './paste-page.ts'

test('a pasted row replaces no cap that nobody saw in its place and chose', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/409/)
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  const later = addDays(tomorrow(), 5)
  for (const date of [tomorrow(), later]) await addCap(ada, { date, cap: 7 })
  for (const [sourceNumber, cap] of Object.entries({ 45: 7, 54: 7, 55: 8 })) {
    await addCap(ada, { date: tomorrow(), sourceNumber, cap })
  }
  await openBoard(page)
  const dialog = await openPaste(page)
  const boxOf = (line: number) => rowOf(dialog, line).getByRole('checkbox')
  const refused = dialog.getByText(capTexts.commitRefused(1))

  await test.step('what the server refuses is told at its row, and nothing is saved', async () => {
    await preview(dialog, [
      'Date\tGeo\tCap\tAffiliate ID\tBroker',
      '\tDE\t20\t44\tB-1',
      `${tomorrow()}\tDE\t20\t45\tB-1`,
      '\tDE\t20\t46\tB-1',
      '\tDE\t20\t47\tB-1',
    ])
    for (const line of [2, 3]) await expect(rowOf(dialog, line)).toContainText('7 now')
    for (const line of [2, 3]) await boxOf(line).check()
    await boxOf(4).uncheck()
    await addCap(ada, { date: tomorrow(), sourceNumber: '47', cap: 5 })
    await dialog.getByRole('button', { name: 'Save 3 caps' }).click()
    await expect(refused).toBeVisible()
    await expect(rowOf(dialog, 5)).toContainText(capTexts.exists('DE / source 47', tomorrow()))
    await expect(rowOf(dialog, 5)).toContainText('5 now')
    await expect(dialog.getByRole('button', { name: 'Save 2 caps' })).toBeVisible()
    const caps = await ada.call(capCalls.listDay, { params: { date: tomorrow() } })
    expect(caps.map(({ cap }) => cap).toSorted((one, other) => one - other)).toEqual([5, 7, 7, 7, 8])
  })

  await test.step('what was chosen to be replaced on one day is not chosen on another', async () => {
    await dialog.getByLabel('Day for rows without a date').fill(later)
    await expect(rowOf(dialog, 5)).toContainText('New')
    await expect(rowOf(dialog, 2)).toContainText('7 now')
    await expect(boxOf(2)).not.toBeChecked()
    await expect(boxOf(3)).toBeChecked()
    await expect(boxOf(4)).not.toBeChecked()
    await expect(boxOf(5)).toBeChecked()
    await expect(refused).toHaveCount(0)
    await expect(rowOf(dialog, 5)).not.toContainText(capTexts.exists('DE / source 47', tomorrow()))
    await discard(page, dialog)
  })

  await test.step('the numbers of a chosen row are changed, and it stays chosen; its place is, and it does not', async () => {
    await openPaste(page)
    await preview(dialog, [HEADER, 'DE\t20\t54\tB-1\t\t\t\t', 'DE\t20\t56\tB-1\t\t\t\t', 'DE\t20\t57\tB-1\t\t\t\t'])
    await expect(rowOf(dialog, 2)).toContainText('7 now')
    await boxOf(2).check()
    await cellOf(dialog, 'Cap', 2).fill('21')
    await expect(boxOf(2)).toBeChecked()
    await cellOf(dialog, 'Affiliate ID', 2).fill('55')
    await expect(rowOf(dialog, 2)).toContainText('8 now')
    await expect(boxOf(2)).not.toBeChecked()
    await cellOf(dialog, 'Affiliate ID', 2).fill('54')
    await expect(rowOf(dialog, 2)).toContainText('7 now')
    await expect(boxOf(2)).toBeChecked()
    await boxOf(2).uncheck()
  })

  await test.step('what came into the place of a new row that was chosen by hand is not replaced', async () => {
    for (const line of [3, 4]) await boxOf(line).uncheck()
    await boxOf(3).check()
    await addCap(ada, { date: tomorrow(), sourceNumber: '56', cap: 5 })
    await dialog.getByRole('button', { name: 'Save 1 cap' }).click()
    await expect(rowOf(dialog, 3)).toContainText('5 now')
    for (const line of [3, 4]) await expect(boxOf(line)).not.toBeChecked()
  })
})

test('what is chosen while a message is read counts for its rows', async ({ page, capline, signIn, consoleNoise }) => {
  consoleNoise.allow(/503/)
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  await openBoard(page)
  const dialog = await openPaste(page)
  const later = addDays(tomorrow(), 5)
  const listed = async () => ada.call(capCalls.listDay, { params: { date: later } })

  await test.step('the day, while an answer is read too', async () => {
    await dialog
      .getByRole('textbox', { name: 'Rows of a spreadsheet' })
      .fill('Alster Insurance\n#44 DE 15\nUK 20 44 55')
    const release = await holdReading(page)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByLabel('Day for rows without a date').fill(addDays(tomorrow(), 3))
    release()
    const answer = dialog.getByRole('button', { name: 'Leave this out: UK 20 44 55' })
    await expect(answer).toBeEnabled()
    const releaseAnswer = await holdReading(page)
    await answer.click()
    await dialog.getByLabel('Day for rows without a date').fill(later)
    releaseAnswer()
    await expect(dialog.getByRole('region', { name: 'Questions about the message' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save 1 cap' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await listed()).toMatchObject([{ geo: 'DE', cap: 15 }])
  })

  await test.step('a change is of the cap of its day, and nothing is saved before that was read', async () => {
    await addCap(ada, { date: tomorrow(), cap: 7 })
    await openPaste(page)
    await preview(dialog, ['Alster Insurance DE #44 +5'])
    await expect(cellOf(dialog, 'Cap', 1)).toHaveValue('12')
    await rowOf(dialog, 1).getByRole('checkbox').check()
    const failure = { status: 503, json: { message: 'Not now.' } }
    await page.route('**/api/caps/read', (route) => route.fulfill(failure), { times: 1 })
    await dialog.getByLabel('Day for rows without a date').fill(later)
    await expect(dialog).toContainText('Not now.')
    await expect(dialog.getByRole('button', { name: 'Save 1 cap' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(cellOf(dialog, 'Cap', 1)).toHaveValue('20')
    await rowOf(dialog, 1).getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Save 1 cap' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await listed()).toMatchObject([{ geo: 'DE', cap: 20 }])
  })

  await test.step('whose message it is, and its text', async () => {
    await openPaste(page)
    const text = dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })
    await text.fill('#44 DE 15')
    const release = await holdReading(page)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await searchIn(dialog.getByLabel('From'), 'alst')
    await page.keyboard.press('Enter')
    await text.fill('#45 FR 16')
    release()
    await expect(cellOf(dialog, 'Geo', 1)).toHaveValue('FR')
    await expect(cellOf(dialog, 'Advertiser ID', 1)).toHaveValue('B-1')
  })
})

test('what was done to a message holds for its day and its writer, and the dialog goes with the last of it', async ({
  page,
  capline,
  signIn,
}) => {
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  await openBoard(page)
  const dialog = await openPaste(page)
  const later = addDays(tomorrow(), 5)
  const press = (name: string) => dialog.getByRole('button', { name }).click()
  const geos = () =>
    dialog
      .locator('input[aria-label^="Geo,"]')
      .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))

  await test.step('a row that was taken out comes back with the text', async () => {
    await dialog
      .getByRole('textbox', { name: 'Rows of a spreadsheet' })
      .fill('Alster Insurance\n#44 DE 15\n#45 FR 16\nUK 20 44 55')
    await press('Preview')
    await cellOf(dialog, 'Cap', 1).fill('17')
    await press('Take line 2 out')
    await expect.poll(geos).toEqual(['DE'])
    await press('Back to the text')
    await press('Preview')
    await expect.poll(geos).toEqual(['DE', 'FR'])
    await expect(cellOf(dialog, 'Cap', 1)).toHaveValue('17')
  })

  await test.step('one that was saved stays out on its day, and is there for another one', async () => {
    await press('Save 2 caps')
    await expect.poll(geos).toEqual([])
    for (const day of [later, tomorrow()]) await dialog.getByLabel('Day for rows without a date').fill(day)
    await press('Back to the text')
    await press('Preview')
    await expect(dialog.getByRole('region', { name: 'Questions about the message' })).toBeVisible()
    await expect.poll(geos).toEqual([])
    await press('Back to the text')
    await dialog.getByLabel('Day for rows without a date').fill(later)
    await press('Preview')
    await expect.poll(geos).toEqual(['DE', 'FR'])
    await expect(cellOf(dialog, 'Cap', 1)).toHaveValue('15')
    await press('Save 2 caps')
    await expect.poll(geos).toEqual([])
    expect(await ada.call(capCalls.listDay, { params: { date: later } })).toHaveLength(2)
  })

  await test.step('nothing is left once the last question is answered with nothing to save', async () => {
    await press('Leave this out: UK 20 44 55')
    await expect(dialog).toHaveCount(0)
  })
})

/** Holds the next reading of a message until it is released. */
async function holdReading(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/api/caps/read',
    async (route) => {
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  return held.resolve
}
