import { insertAdvertiser } from '#testing/caps.ts'
import type { TestCapline } from '#testing/capline.ts'
import { expectFit } from './fit.ts'
import { addCap, cardOf, columnOf, openBoard, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { openDayHistory, plannedOf } from './work-page.ts'

test('viewers who may only look find their way, and change nothing', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  const ben = await capline.signIn('editor')
  await addCap(ben, { cap: 30 })
  await addCap(ben, { cap: 20, sourceNumber: '51' })
  await addCap(ben, { date: tomorrow(), sourceNumber: '77' })
  await letViewersOnlyLook(capline)
  await signIn('viewer')
  await openBoard(page)

  await test.step('a viewer who may only look sees nothing that changes anything', async () => {
    await expect(columnOf(page, 'Today').getByText('Alster Insurance').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Add cap|^Edit|^Delete|Run lead sync/ })).toHaveCount(0)
  })

  await test.step('who may only look has no field', async () => {
    await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('0 / 30')
    await expect(plannedOf(page, '44')).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })

  await test.step('who may only look goes from cap to cap too', async () => {
    await cardOf(columnOf(page, 'Tomorrow'), '77').waitFor()
    const menuOf = (source: string) => page.getByRole('button', { name: `More for cap DE / source ${source}` })
    await page.keyboard.press('j')
    await expect(menuOf('44')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(menuOf('51')).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('l')
    await expect(menuOf('77')).toBeFocused()
  })

  await test.step('who may only look reads the history, and takes nothing back', async () => {
    const drawer = await openDayHistory(page)
    await expect(drawer.getByText(`1 cap added by @${ben.member.handle}`)).toHaveCount(2)
    await expect(drawer.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More for cap DE / source 44' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Why this number', 'History'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
  })

  await test.step('the palette is found, read and left with keys, and gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Commands, Ctrl K' })
    await button.focus()
    await page.keyboard.press('Enter')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    const field = palette.getByRole('combobox', { name: 'Command or day' })
    await expect(field).toBeFocused()
    await expect(palette.getByRole('option', { name: 'Add a cap' })).toHaveCount(0)
    const active = () =>
      field.evaluate((input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent)
    await expect.poll(active).toContain('Go to Today')
    await page.keyboard.press('ArrowUp')
    await expect.poll(active).toBe('Sign out')
    await page.keyboard.press('ArrowDown')
    await expect.poll(active).toContain('Go to Today')
    await expectFit(page)
    await page.keyboard.type('xyzzy')
    await expect(palette.getByText('Nothing found.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(button).toBeFocused()
  })
})

async function letViewersOnlyLook({ db }: TestCapline): Promise<void> {
  const saved = { key: 'viewer_read_only', value: 'true', updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' }
  await db.insertInto('settings').values(saved).execute()
}
