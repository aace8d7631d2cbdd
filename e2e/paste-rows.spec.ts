import { insertAdvertiser } from '#testing/caps.ts'
import { openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { HEADER, openPaste, preview, rowOf } from './paste-page.ts'

test('pasted rows are taken out by keys, one after the other', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  await signIn('editor')
  await openBoard(page)
  const dialog = await openPaste(page)
  await preview(dialog, [HEADER, ...['44', '45', '46', '47'].map((source) => `DE\t20\t${source}\tB-1\t\t\t\t`)])
  const outOf = (line: number) => dialog.getByRole('button', { name: `Take line ${line} out` })

  await test.step('the focus goes to the button of the next row, and of the one before where there is none', async () => {
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
})
