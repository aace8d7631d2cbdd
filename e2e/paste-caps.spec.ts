import type { Page } from '@playwright/test'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { SignedIn } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { addCap, cardOf, columnOf, openBoard, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectHeld } from './held.ts'
import { expectFit } from './fit.ts'
import { cellOf, discard, HEADER, openPaste, preview, rowOf } from './paste-page.ts'
import { holdCommit } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('rows of a spreadsheet become caps', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ada = await signIn('editor')
  await openBoard(page)

  await test.step('rows of the clipboard are read, shown against what stands, saved in one commit and undone', async () => {
    await addCap(ada, { date: tomorrow(), sourceNumber: '45', cap: 20, cpa: 600, crg: 8, workingHours: '9-17' })
    const { _id } = await addCap(ada, { date: tomorrow(), sourceNumber: '46', cap: 20, cpa: 500, crg: 8 })
    await cardOf(columnOf(page, 'Tomorrow'), '46').waitFor()
    const dialog = await openPaste(page)
    const rows = [
      HEADER,
      'DE\t1,350\t44\tAlster Insurance\t10-12; 14-18\t$1,200\t10%\tcall',
      'DE\t20\t45\tB-1\t10-18 GMT+3\t600\t8\t',
      'UK\t30\t#46\tB-1\t24/7\t900+8%\t\t',
      'DE\t30\t#46\tB-1\t\t900+8%\t\t',
    ]
    await page.evaluate((text) => navigator.clipboard.writeText(text), rows.join('\n'))
    await page.keyboard.press('ControlOrMeta+V')
    for (const [line, state] of [
      [2, 'New'],
      [3, 'Same'],
      [4, 'New'],
      [5, 'In conflict'],
    ] as const) {
      await expect(rowOf(dialog, line)).toContainText(state)
    }
    await expect(rowOf(dialog, 2)).toContainText('B-1')
    await expect(rowOf(dialog, 3)).toContainText('09:00-17:00 here')
    for (const note of ['20 now', '$500 now']) await expect(rowOf(dialog, 5)).toContainText(note)
    await expect(dialog.getByText('Not read: Notes')).toBeVisible()
    await expect(rowOf(dialog, 5).getByRole('checkbox')).not.toBeChecked()
    await rowOf(dialog, 5).getByRole('checkbox').check()
    const release = await holdCommit(page)
    await dialog.getByRole('button', { name: 'Save 3 caps' }).click()
    await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeDisabled()
    await cellOf(dialog, 'Cap', 2).focus()
    await page.keyboard.press('Delete')
    await expect(cellOf(dialog, 'Cap', 2), 'nothing is changed that would be lost').toHaveValue('1,350')
    const hint = rowOf(dialog, 2).getByText(/1,350$/)
    expect(await hint.evaluate((text) => text.scrollWidth <= text.clientWidth), 'how it was read').toBe(true)
    await expect(dialog.locator('input:not([type=checkbox]):not([readonly])')).toHaveCount(0)
    release()
    await expect(page.getByText('3 caps pasted')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(cardOf(columnOf(page, 'Tomorrow'), '44')).toContainText('1,350')
    const caps = await listDay(ada)
    expect(caps.find((cap) => cap._id === _id)).toMatchObject({
      cap: 30,
      cpa: 90_000,
      crg: 800,
      workingHours: '09:00-17:00',
      version: 2,
    })
    expect(caps.find(({ sourceNumber }) => sourceNumber === '44')).toMatchObject({
      cap: 1350,
      workingHours: '10:00-12:00, 14:00-18:00',
      cpa: 120_000,
      crg: 1_000,
      advertiserId: 'B-1',
      advertiserName: 'Alster Insurance',
    })
    const history = await ada.call(capCalls.listHistory, { query: { date: tomorrow() } })
    const pasted = history.filter(({ action }) => action.endsWith('by paste'))
    expect(pasted).toHaveLength(3)
    expect(new Set(pasted.map(({ batchId }) => batchId)).size).toBe(1)

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(cardOf(columnOf(page, 'Tomorrow'), '44')).toHaveCount(0)
    expect(new Map((await listDay(ada)).map(({ sourceNumber, cpa }) => [String(sourceNumber), cpa]))).toEqual(
      new Map([
        ['45', 60_000],
        ['46', 50_000],
      ]),
    )
  })

  await test.step('errors stand at their cells and are mended there; what is good is saved, the rest stays', async () => {
    await clearTomorrow(page, ada)
    const dialog = await openPaste(page)
    await preview(dialog, [
      HEADER,
      'DE\ttwenty\t44\tB-9\tnine\t€5\t8\t',
      'DE\t20\t45\tB-1\t\t\t\t',
      'DE\t30\t45\tB-1\t\t\t\t',
      '\t30\t46\tB-1\t\t\t101\t',
    ])
    await expect(cellOf(dialog, 'Cap', 2)).toBeFocused()
    for (const [label, line, message] of [
      ['Cap', 2, 'Write the cap as a number'],
      ['Advertiser ID', 2, 'There is no advertiser “B-9”'],
      ['Working hours', 2, 'Working hours must look like'],
      ['CPA', 2, 'Write the price in dollars'],
      ['Geo', 5, 'Geo is missing'],
      ['CRG', 5, 'CRG must be from 0 to 100'],
    ] as const) {
      await expect(cellOf(dialog, label, line)).toHaveAttribute('aria-invalid', 'true')
      await expect(cellOf(dialog, label, line)).toHaveAccessibleDescription(new RegExp(message))
    }
    await expect(rowOf(dialog, 4)).toContainText('Line 3 has the same day, geo, advertiser and source.')
    await expect(cellOf(dialog, 'Geo', 2)).toHaveAttribute('aria-invalid', 'false')

    await cellOf(dialog, 'Geo', 5).fill('fr')
    await cellOf(dialog, 'CRG', 5).fill('10,5')
    await expect(rowOf(dialog, 5)).toContainText('New')
    await dialog.getByRole('button', { name: 'Save 2 caps' }).click()
    await expect(page.getByText('2 caps pasted')).toBeVisible()
    // What stood above is saved now, so that the other row for its place is a change of it, and only one is to be mended.
    await expect(dialog.getByText('1 row needs fixing and will not be saved')).toBeVisible()
    expect((await listDay(ada)).map(({ geo, cap }) => [geo, cap])).toEqual([
      ['DE', 20],
      ['FR', 30],
    ])
    await expect(rowOf(dialog, 4)).toContainText('In conflict')
    await dialog.getByRole('button', { name: 'Take line 4 out' }).click()
    // The keys are the dialog's now: the toast behind it has its button.
    await page.keyboard.press('ControlOrMeta+z')
    await cellOf(dialog, 'Cap', 2).fill('20')
    await cellOf(dialog, 'Advertiser ID', 2).fill('B-1')
    await cellOf(dialog, 'Working hours', 2).fill('')
    await cellOf(dialog, 'CPA', 2).fill('$5')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog).toHaveCount(0)
    expect(await listDay(ada)).toHaveLength(3)
  })

  await test.step('500 rows are previewed at once, drawn as far as they are seen, and saved', async () => {
    await clearTomorrow(page, ada)
    const dialog = await openPaste(page)
    const rows = Array.from({ length: 500 }, (_, index) => `DE\t${index}\t${index}\tB-1\t9-17\t600\t8\t`)
    await preview(dialog, [HEADER, ...rows])
    await expect(dialog.getByRole('button', { name: 'Save 500 caps' })).toBeVisible()
    expect(await dialog.getByRole('checkbox', { name: /^Save line/ }).count()).toBeLessThan(40)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('500 caps pasted')).toBeVisible()
    expect(await listDay(ada)).toHaveLength(500)
  })
})

test('text of any kind is read, and nothing of it is lost', async ({ page, signIn }) => {
  const ada = await signIn('editor')
  await openBoard(page)

  await test.step('in both schemes axe finds nothing on the text, the preview and its errors', async () => {
    const dialog = await openPaste(page)
    await expectFit(page)
    await dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' }).fill(HEADER)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByText(/This text has no rows/)).toBeVisible()
    await preview(dialog, [HEADER, 'DE\tx\t44\tB-1\tnine\t\t\t', 'FR\t20\t45\tB-1\t\t\t\t'])
    await expect(rowOf(dialog, 2)).toContainText('To fix')
    await expectFit(page)
    await page.setViewportSize({ width: 375, height: 667 })
    await expect.poll(() => dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 720 })
    await discard(page, dialog)
  })

  await test.step('nothing that was typed is lost: the text has what was mended, and closing asks', async () => {
    const dialog = await openPaste(page)
    await preview(dialog, [HEADER, 'DE\tx\t44\tB-1\t\t\t\tcall him', 'FR\t20\t45\tB-1\t\t\t\t'])
    await cellOf(dialog, 'Cap', 2).fill('25')
    await dialog.getByRole('button', { name: 'Back to the text' }).click()
    const text = dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })
    await expect(text).toHaveValue([HEADER, 'DE\t25\t44\tB-1\t\t\t\tcall him', 'FR\t20\t45\tB-1\t\t\t\t'].join('\n'))
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape')
    const question = dialog.getByRole('alertdialog', { name: 'Discard what you typed?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expectHeld(page)
    await text.fill('\n')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a message that somebody wrote is read as one, and what of it was not read is told', async () => {
    const dialog = await openPaste(page)
    await preview(dialog, [
      'Alster Insurance, tomorrow',
      '🇩🇪 cap: 15 #44 10:00-18:00 $900+8%',
      'UK 20 44 55',
      'funnel: solar',
    ])
    await expect(rowOf(dialog, 1)).toContainText('New')
    await expect(cellOf(dialog, 'Cap', 1)).toHaveValue('15')
    await expect(dialog).toContainText('“funnel: solar”')
    await cellOf(dialog, 'Cap', 1).fill('16')
    const questions = dialog.getByRole('region', { name: 'Questions about the message' })
    await expect(questions).toContainText('Which number in “UK 20 44 55” is the cap?')
    await questions.getByRole('button', { name: 'Leave this out: UK 20 44 55' }).click()
    await expect(questions).toHaveCount(0)
    await expect(dialog).toBeFocused()
    await expect(cellOf(dialog, 'Cap', 1)).toHaveValue('16')
    await dialog.getByRole('button', { name: 'Save 1 cap' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await listDay(ada)).toMatchObject([{ geo: 'DE', cap: 16, sourceNumber: '44', workingHours: '10:00-18:00' }])
  })

  await test.step('a question whose cell was typed into keeps nobody once all is saved', async () => {
    await clearTomorrow(page, ada)
    const dialog = await openPaste(page)
    await preview(dialog, ['Alster Insurance DE 15 tomorrow'])
    const questions = dialog.getByRole('region', { name: 'Questions about the message' })
    await expect(questions).toBeVisible()
    await cellOf(dialog, 'Affiliate ID', 1).fill('44')
    await expect(questions).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save 1 cap' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await listDay(ada)).toMatchObject([{ geo: 'DE', cap: 15, sourceNumber: '44' }])
  })

  await test.step('a title and headings that follow later make of no row something else than it says', async () => {
    const dialog = await openPaste(page)
    const headings = ['Geo\tAffiliate ID\tCap\tBroker', 'Geo\tCap\tAffiliate ID\tBroker\tBroker name']
    await preview(dialog, [
      'Plan for all\t\t\t',
      headings[0] ?? '',
      'Austria\t954\t21\tB-1',
      '\t\t\t',
      headings[1] ?? '',
      'CH\t31\t955\tB-1\tAlster',
    ])
    await expect(dialog).toContainText('Not read: line 1 “Plan for all”')
    for (const [line, cap, source] of [
      [3, '21', '954'],
      [6, '31', '955'],
    ] as const) {
      await expect(rowOf(dialog, line)).toContainText('New')
      await expect(cellOf(dialog, 'Cap', line)).toHaveValue(cap)
      await expect(cellOf(dialog, 'Affiliate ID', line)).toHaveValue(source)
    }
    await expect(rowOf(dialog, 3)).toContainText('AT')
    await cellOf(dialog, 'Cap', 6).fill('32')
    await dialog.getByRole('button', { name: 'Back to the text' }).click()
    const text = dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })
    const written = [headings[0], 'Austria\t954\t21\tB-1', headings[1], 'CH\t32\t955\tB-1\tAlster']
    await expect(text).toHaveValue(written.join('\n'))
    await discard(page, dialog)
  })

  await test.step('publisher caps without headings, with days of their own and one for the others', async () => {
    const other = addDays(tomorrow(), 5)
    const later = addDays(tomorrow(), 9)
    await page.getByText('Affiliate caps', { exact: true }).click()
    const dialog = await openPaste(page, 'Paste publisher caps')
    await preview(dialog, [`${other},DE,20,44,9-17,600,8`, `,FR,30,45,"9-12, 14-18",,`])
    await expect(rowOf(dialog, 2)).toContainText('New')
    await dialog.getByLabel('Day for rows without a date').fill(later)
    await dialog.getByRole('button', { name: 'Save 2 publisher caps' }).click()
    await expect(page.getByText('2 publisher caps pasted')).toBeVisible()
    const listed = async (date: Day) => ada.call(affiliateCapCalls.listDay, { params: { date } })
    expect(await listed(other)).toMatchObject([{ geo: 'DE', cap: 20, sourceNumber: '44', cpa: 60_000 }])
    expect(await listed(later)).toMatchObject([{ geo: 'FR', cap: 30, workingHours: '09:00-12:00, 14:00-18:00' }])
  })
})

/** Takes every cap of tomorrow away, and waits until the board knows. */
async function clearTomorrow(page: Page, ada: SignedIn): Promise<void> {
  for (const { _id: id } of await listDay(ada)) await ada.call(capCalls.remove, { params: { id } })
  await columnOf(page, 'Tomorrow').getByText('This day has no caps yet.').waitFor()
}

async function listDay(ada: SignedIn) {
  return ada.call(capCalls.listDay, { params: { date: tomorrow() } })
}
