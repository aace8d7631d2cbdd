import { insertAdvertiser } from '#testing/caps.ts'
import { expectAccessible } from './axe.ts'
import { columnOf, openAddForm, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
test.beforeEach(({ capline }) => insertAdvertiser(capline.db))
test('a dialog gives the focus back also where motion is reduced', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn('editor')
  await openBoard(page)
  await openAddForm(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(columnOf(page, 'Today').getByRole('button', { name: '+ Add cap' })).toBeFocused({ timeout: 3000 })
})
test('axe finds nothing on a day that is awaited', async ({ page, signIn }) => {
  await signIn('editor')
  await page.route('**/api/caps/day/*', () => undefined)
  await page.goto('/')
  await expect(columnOf(page, 'Today')).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)
})
