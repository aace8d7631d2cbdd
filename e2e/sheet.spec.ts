import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { openBoard, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { fieldOf, listDay, openCopy, planToday, rowOf } from './copy-page.ts'
import { addDays } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'

function numbersOf(dialog: Locator, label = 'Planned') {
  return dialog
    .locator(`input[aria-label^="${label}"]`)
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))
}

async function marked(dialog: Locator): Promise<string[]> {
  return dialog
    .locator('[data-block]')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** What a spreadsheet program leaves on the clipboard. */
async function putOnClipboard(page: Page, kinds: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(
    async (items) =>
      navigator.clipboard.write([
        new ClipboardItem(
          Object.fromEntries(Object.entries(items).map(([type, text]) => [type, new Blob([text], { type })])),
        ),
      ]),
    kinds,
  )
}

test('a sheet has the keys of a spreadsheet', async ({ page, capline, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  await planToday(ada)
  const slot = { geo_key: 'DE', advertiser_id: 'B-1', source_number: '44' }
  const rows = [
    { ...slot, day: addDays(today(), -6), leads: 1_270 },
    { ...slot, day: addDays(today(), -1), leads: 130 },
    { ...slot, day: today(), leads: 12 },
  ]
  await capline.db.insertInto('delivered_by_broker').values(rows).execute()
  await openBoard(page)
  const dialog = await openCopy(page)
  const order = ['24', '23', '22', '21', '20']
  await expect.poll(() => numbersOf(dialog)).toEqual(order)
  const first = fieldOf(dialog, 'Planned', '44')
  await expect(first).toBeFocused()

  await test.step('beside what is planned stands what was delivered lately', async () => {
    const numbersBeside = (source: string) =>
      rowOf(dialog, source)
        .getByRole('cell')
        .filter({ hasText: /^[\d,]+ (today|a day over 7 days|[A-Z][a-z]{2})$/ })
    await expect(numbersBeside('44')).toHaveText([/^12 today$/, /^1,270 \w{3}$/, /^200 a day over 7 days$/])
    await expect(numbersBeside('45')).toHaveText([/^0 today$/, /^0 \w{3}$/, /^0 a day over 7 days$/])
  })

  await test.step('a block is made with the mouse, by a drag and by Shift', async () => {
    const middleOf = async (field: Locator) => {
      const box = await field.boundingBox()
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    }
    // Its text is selected already, which a browser would carry away.
    await expect(first).toBeFocused()
    const from = await middleOf(first)
    const to = await middleOf(fieldOf(dialog, 'Hours', '46'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.mouse.up()
    await expect(dialog.locator('[data-block]')).toHaveCount(6)
    await page.keyboard.press('Delete')
    await expect.poll(() => numbersOf(dialog)).toEqual(['', '', '', '21', '20'])
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => numbersOf(dialog)).toEqual(['24', '23', '22', '21', '20'])
    await first.click()
    await fieldOf(dialog, 'Planned', '46').click({ modifiers: ['Shift'] })
    await expect.poll(() => marked(dialog)).toEqual(['24', '23', '22'])
    await fieldOf(dialog, 'Planned', '46').click()
    await expect.poll(() => marked(dialog)).toEqual([])
    await rowOf(dialog, '46').getByRole('checkbox').uncheck()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(rowOf(dialog, '46').getByRole('checkbox')).toBeChecked()
    await expect(fieldOf(dialog, 'Planned', '46')).toBeFocused()
    await first.focus()
  })

  await test.step('arrows, Enter and Tab go from cell to cell, also after typing', async () => {
    await press(page, 'ArrowRight')
    await expect(fieldOf(dialog, 'Hours', '44')).toBeFocused()
    await press(page, 'ArrowRight', 'ArrowDown')
    await expect(fieldOf(dialog, 'CPA, $', '45')).toBeFocused()
    await press(page, 'Tab')
    await expect(fieldOf(dialog, 'CRG %', '45')).toBeFocused()
    await press(page, 'ControlOrMeta+ArrowDown')
    await expect(fieldOf(dialog, 'CRG %', '48')).toBeFocused()
    await press(page, 'ControlOrMeta+Home', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    await expect(first).toBeFocused()
    await page.keyboard.type('31')
    await press(page, 'Enter')
    await page.keyboard.type('32')
    await press(page, 'ArrowRight', 'ArrowLeft', 'ArrowUp')
    await expect(first).toBeFocused()
    await expect.poll(() => numbersOf(dialog)).toEqual(['31', '32', '22', '21', '20'])
  })

  await test.step('a changed cell is marked, and tells what it was', async () => {
    await expect(first).toHaveAttribute('data-changed')
    await expect(first).toHaveAccessibleDescription(/was 24/)
    await expect(fieldOf(dialog, 'Planned', '46')).not.toHaveAttribute('data-changed')
  })

  await test.step('the changed ones can be looked at alone', async () => {
    const narrow = dialog.getByRole('button', { name: '2 changed' })
    await narrow.click()
    await expect.poll(() => numbersOf(dialog)).toEqual(['31', '32'])
    await narrow.click()
    await expect.poll(() => numbersOf(dialog)).toHaveLength(5)
  })

  await test.step('F2 moves within a cell, and Esc brings back what stood there', async () => {
    await first.focus()
    await press(page, 'F2', 'ArrowLeft')
    await page.keyboard.type('9')
    await expect(first).toHaveValue('391')
    await expect(first).toBeFocused()
    await press(page, 'Escape')
    await expect(first).toHaveValue('31')
    await expect(dialog).toBeVisible()
  })

  await test.step('Ctrl Z and Ctrl Shift Z go step by step, a word as one', async () => {
    await press(page, 'ControlOrMeta+z')
    await expect.poll(() => numbersOf(dialog)).toEqual(['31', '23', '22', '21', '20'])
    await press(page, 'ControlOrMeta+z')
    await expect.poll(() => numbersOf(dialog)).toEqual(order)
    await expect(first).toBeFocused()
    await press(page, 'ControlOrMeta+z')
    await expect.poll(() => numbersOf(dialog)).toEqual(order)
    await press(page, 'ControlOrMeta+Shift+z', 'ControlOrMeta+y')
    await expect.poll(() => numbersOf(dialog)).toEqual(['31', '32', '22', '21', '20'])
    await press(page, 'ControlOrMeta+z', 'ControlOrMeta+z')
  })

  await test.step('Shift makes a block; Ctrl D fills it, Delete empties it, typing changes one cell', async () => {
    await first.focus()
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
    await expect.poll(() => marked(dialog)).toEqual(['24', '23', '22'])
    await press(page, 'ControlOrMeta+d')
    await expect.poll(() => numbersOf(dialog)).toEqual(['24', '24', '24', '21', '20'])
    await press(page, 'ControlOrMeta+z')
    await expect.poll(() => numbersOf(dialog)).toEqual(order)
    await first.focus()
    await press(page, 'Shift+ArrowDown', 'Delete')
    await expect.poll(() => numbersOf(dialog)).toEqual(['', '', '22', '21', '20'])
    await press(page, 'ControlOrMeta+z')
    await press(page, 'Shift+ArrowDown')
    await page.keyboard.type('7')
    await expect.poll(() => numbersOf(dialog)).toEqual(['7', '23', '22', '21', '20'])
    // The cell shows what is typed before the sheet follows.
    await expect.poll(() => marked(dialog)).toEqual([])
    await press(page, 'ControlOrMeta+z')
    await fieldOf(dialog, 'Planned', '45').focus()
    await press(page, 'ControlOrMeta+d')
    await expect(fieldOf(dialog, 'Planned', '45')).toHaveValue('24')
    await press(page, 'ControlOrMeta+z')
    await press(page, 'Shift+ArrowDown', 'Escape')
    await expect.poll(() => marked(dialog)).toEqual([])
    await expect(dialog).toBeVisible()
  })

  await test.step('Ctrl C and Ctrl V move a block, within the sheet and to a spreadsheet', async () => {
    await fieldOf(dialog, 'Planned', '47').focus()
    await press(page, 'Shift+ArrowDown', 'ControlOrMeta+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('21\n20')
    await first.focus()
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => numbersOf(dialog)).toEqual(['21', '20', '22', '21', '20'])
    await press(page, 'ControlOrMeta+z')
    await expect.poll(() => numbersOf(dialog)).toEqual(order)
    const html = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      return (await item?.getType('text/html'))?.text()
    })
    expect(html).toContain('<td>21</td>')
  })

  await test.step('a column and a table that spreadsheets copied are pasted onto the rows', async () => {
    await first.focus()
    await putOnClipboard(page, { 'text/plain': '1,270\r\n900\r\n' })
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => numbersOf(dialog)).toEqual(['1,270', '900', '22', '21', '20'])
    await press(page, 'ControlOrMeta+z')
    // What LibreOffice Calc left on the clipboard of three rows, as each of its kinds.
    for (const kind of ['text/plain', 'text/html'] as const) {
      const copied = await readFile(`testing/clipboard/calc.${kind === 'text/html' ? 'html' : 'txt'}`, 'utf8')
      await putOnClipboard(page, { [kind]: copied })
      await first.focus()
      await press(page, 'ControlOrMeta+v')
      await expect.poll(() => numbersOf(dialog), kind).toEqual(['1,270', '900', '25', '21', '20'])
      await expect
        .poll(() => numbersOf(dialog, 'Hours'), kind)
        .toEqual(['9-17', '', '09:00-17:00', '09:00-17:00', '09:00-17:00'])
      await expect
        .poll(async () => (await numbersOf(dialog, 'CPA')).slice(0, 3), kind)
        .toEqual(['$600.00', '$1,350.50', '$0.00'])
      await expect.poll(async () => (await numbersOf(dialog, 'CRG')).slice(0, 3), kind).toEqual(['8.5%', '10.0%', ''])
      await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(0)
      await press(page, 'ControlOrMeta+z')
      await expect.poll(() => numbersOf(dialog)).toEqual(order)
    }
    await press(page, 'ControlOrMeta+z')
    await fieldOf(dialog, 'Planned', '48').focus()
    await putOnClipboard(page, { 'text/plain': '5\n6\n7' })
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => numbersOf(dialog)).toEqual(['24', '23', '22', '21', '5'])
    await expect(page.getByText('2 cells did not fit into the sheet and were left out.')).toBeVisible()
    await press(page, 'ControlOrMeta+z')
    await first.focus()
    await press(page, 'Shift+ArrowDown')
    await putOnClipboard(page, { 'text/plain': '8' })
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => numbersOf(dialog)).toEqual(['8', '8', '22', '21', '20'])
  })

  await test.step('what is wrong keeps what was typed and says why; the rest is saved', async () => {
    await first.focus()
    await page.keyboard.type('many')
    await press(page, 'Enter')
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await expect(first).toHaveValue('many')
    await rowOf(dialog, '44').getByRole('checkbox').uncheck()
    await press(page, 'ControlOrMeta+Enter')
    await expect(page.getByText(/^4 caps copied to/)).toBeVisible()
    expect((await listDay(ada)).map(({ cap }) => cap).toSorted((a, b) => a - b)).toEqual([8, 20, 21, 22])
  })
})
