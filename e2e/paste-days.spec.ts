import { capTexts } from '#contract/texts/caps.ts'
import { addDays } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { addCap, openBoard, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { cellOf, HEADER, openPaste, preview, rowOf } from './paste-page.ts'

test('what was chosen to be replaced on one day is not chosen on another', async ({
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
  await addCap(ada, { date: tomorrow(), sourceNumber: '45', cap: 7 })
  await openBoard(page)
  const dialog = await openPaste(page)
  await preview(dialog, [
    'Date\tGeo\tCap\tAffiliate ID\tBroker',
    '\tDE\t20\t44\tB-1',
    `${tomorrow()}\tDE\t20\t45\tB-1`,
    '\tDE\t20\t46\tB-1',
    '\tDE\t20\t47\tB-1',
  ])
  const boxOf = (line: number) => rowOf(dialog, line).getByRole('checkbox')
  for (const line of [2, 3]) await expect(rowOf(dialog, line)).toContainText('7 now')
  for (const line of [2, 3]) await boxOf(line).check()
  await boxOf(4).uncheck()
  await addCap(ada, { date: tomorrow(), sourceNumber: '47', cap: 5 })
  await dialog.getByRole('button', { name: 'Save 3 caps' }).click()
  const refused = dialog.getByText(capTexts.commitRefused(1))
  await expect(refused).toBeVisible()
  await expect(rowOf(dialog, 5)).toContainText('5 now')

  await dialog.getByLabel('Day for rows without a date').fill(later)
  await expect(rowOf(dialog, 5)).toContainText('New')
  await expect(rowOf(dialog, 2)).toContainText('7 now')
  await expect(boxOf(2)).not.toBeChecked()
  await expect(boxOf(3)).toBeChecked()
  await expect(boxOf(4)).not.toBeChecked()
  await expect(boxOf(5)).toBeChecked()
  await expect(refused).toHaveCount(0)
  await expect(dialog.getByText(capTexts.exists('DE / source 47', tomorrow()))).toHaveCount(0)
})

test('a row that was chosen replaces no cap that nobody saw in its place then', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/409/)
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  await addCap(ada, { date: tomorrow(), sourceNumber: '44', cap: 7 })
  await addCap(ada, { date: tomorrow(), sourceNumber: '45', cap: 8 })
  await openBoard(page)
  const dialog = await openPaste(page)
  await preview(dialog, [HEADER, 'DE\t20\t44\tB-1\t\t\t\t', 'DE\t20\t46\tB-1\t\t\t\t', 'DE\t20\t47\tB-1\t\t\t\t'])
  const boxOf = (line: number) => rowOf(dialog, line).getByRole('checkbox')

  await test.step('the numbers of a chosen row are changed, and it stays chosen; its place is, and it does not', async () => {
    await expect(rowOf(dialog, 2)).toContainText('7 now')
    await boxOf(2).check()
    await cellOf(dialog, 'Cap', 2).fill('21')
    await expect(boxOf(2)).toBeChecked()
    await cellOf(dialog, 'Affiliate ID', 2).fill('45')
    await expect(rowOf(dialog, 2)).toContainText('8 now')
    await expect(boxOf(2)).not.toBeChecked()
    await cellOf(dialog, 'Affiliate ID', 2).fill('44')
    await expect(rowOf(dialog, 2)).toContainText('7 now')
    await expect(boxOf(2)).toBeChecked()
    await boxOf(2).uncheck()
  })

  await test.step('what came into the place of a new row that was chosen by hand is not replaced', async () => {
    for (const line of [3, 4]) await boxOf(line).uncheck()
    await boxOf(3).check()
    await addCap(ada, { date: tomorrow(), sourceNumber: '46', cap: 5 })
    await dialog.getByRole('button', { name: 'Save 1 cap' }).click()
    await expect(rowOf(dialog, 3)).toContainText('5 now')
    for (const line of [3, 4]) await expect(boxOf(line)).not.toBeChecked()
  })
})
