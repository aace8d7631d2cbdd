import { insertAdvertiser } from '#testing/caps.ts'
import { openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { cellOf, discard, HEADER, openPaste, preview, rowOf } from './paste-page.ts'

test('pasted rows are worked on as those of a sheet', async ({ page, context, capline, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await insertAdvertiser(capline.db)
  await signIn('editor')
  await openBoard(page)
  const dialog = await openPaste(page)

  await test.step('a block is pasted onto them, and one that was taken out comes back', async () => {
    const numbers = () =>
      dialog
        .locator('input[aria-label^="Cap,"]')
        .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))
    await preview(dialog, [HEADER, 'DE\t20\t44\tB-1\t\t\t\t', 'FR\t20\t45\tB-1\t\t\t\t', 'IT\t20\t46\tB-1\t\t\t\t'])
    await cellOf(dialog, 'Cap', 2).focus()
    await page.evaluate(() => navigator.clipboard.writeText('51\t71\n52\t72\n'))
    await page.keyboard.press('ControlOrMeta+v')
    await expect.poll(numbers).toEqual(['51', '52', '20'])
    await expect(cellOf(dialog, 'Affiliate ID', 3)).toHaveValue('72')
    await expect(dialog.getByRole('button', { name: '2 changed' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Take line 3 out' }).click()
    await expect.poll(numbers).toEqual(['51', '20'])
    await cellOf(dialog, 'Cap', 2).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(numbers).toEqual(['51', '52', '20'])
    await expect(cellOf(dialog, 'Cap', 3)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(numbers).toEqual(['20', '20', '20'])
    await expect(cellOf(dialog, 'Affiliate ID', 3)).toHaveValue('45')
    await discard(page, dialog)
  })

  const outOf = (line: number) => dialog.getByRole('button', { name: `Take line ${line} out` })

  await test.step('taken out by keys, the focus goes to the button of the next row, and of the one before where there is none', async () => {
    await openPaste(page)
    await preview(dialog, [HEADER, ...['44', '45', '46', '47'].map((source) => `DE\t20\t${source}\tB-1\t\t\t\t`)])
    await outOf(3).focus()
    await page.keyboard.press('Enter')
    await expect(rowOf(dialog, 3)).toHaveCount(0)
    await expect(outOf(4)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(outOf(5)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(rowOf(dialog, 5)).toHaveCount(0)
    await expect(outOf(4)).toBeFocused()
    await outOf(4).click()
    await expect(outOf(2)).toBeFocused()
  })

  await test.step('after the last row it goes back to the text', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Back to the text' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })).toBeFocused()
  })

  await test.step('how a row was read is said whole', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await insertAdvertiser(capline.db, 'B-2', 'Northern Meridian Business School')
    await page.reload()
    await openPaste(page)
    await preview(dialog, [HEADER, 'DE\t1.250\t44\tB-2\t09:00-17:00 GMT+1\t1.200\t8%\t'])
    const hints = rowOf(dialog, 2).locator('[data-hint]')
    await expect(hints).toHaveText(['= 1,250', 'Northern Meridian Business School', / here$/, '= $1,200'])
    const isCut = (hint: Element) => hint.scrollWidth > hint.clientWidth || hint.scrollHeight > hint.clientHeight
    for (const hint of await hints.all()) await expect.poll(() => hint.evaluate(isCut)).toBe(false)
  })
})
