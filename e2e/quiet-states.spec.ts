import { insertAdvertiser } from '#testing/caps.ts'
import { expectAccessible } from './axe.ts'
import { expectFit, expectLegible } from './fit.ts'
import { addCap, columnOf, openAddForm, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { openPlanned } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))
test('a dialog gives the focus back also where motion is reduced', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn('editor')
  await openBoard(page)
  await openAddForm(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(columnOf(page, 'Today').getByRole('button', { name: '+ Add cap' })).toBeFocused()
})
test('axe finds nothing on a day that is awaited', async ({ page, signIn }) => {
  await signIn('editor')
  await page.route('**/api/caps/day/*', () => undefined)
  await page.goto('/')
  await expect(columnOf(page, 'Today')).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)
  await expectLegible(page)
})

test('a tab that is older than the server tells what there is to tell, and is loaded again', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  await addCap(await signIn('editor'))
  await openBoard(page)
  consoleNoise.allow(/status of 404|dynamically imported module/)
  await page.route('**/assets/{toaster,cap-form,palette,keys-dialog,menu-drawer}-*.js', (route) =>
    route.fulfill({ status: 404 }),
  )
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await held
    await route.continue()
  })

  await test.step('what was done is said in a plain line', async () => {
    await openPlanned(page, '44')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    const line = page.getByRole('alert')
    await expect(line).toContainText('Reload')
    await expectFit(page)
    await line.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('what lies over the screen and is gone says so, and the screen stays', async () => {
    const line = page.getByRole('alert').filter({ hasText: 'Save your changes and reload the page.' })
    const board = page.getByRole('heading', { name: /^Today/, level: 2 })
    for (const key of ['Control+k', '?']) {
      await page.reload()
      await expect(board).toBeVisible()
      await page.keyboard.press(key)
      await expect(line).toBeVisible()
      await expect(board).toBeVisible()
    }
    await page.setViewportSize({ width: 375, height: 700 })
    await page.reload()
    const menu = page.getByRole('button', { name: 'Open menu' })
    await menu.click()
    await expect(line).toBeVisible()
    await expect(menu).toBeFocused()
    await expect(board).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.reload()
  })

  await test.step('a screen whose dialog is gone says so, beside the menu and a way home', async () => {
    await columnOf(page, 'Today').getByRole('button', { name: '+ Add cap' }).click()
    await expect(page.getByRole('alert')).toContainText('This screen could not be shown.')
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/')
    await expectFit(page)
  })

  await test.step('it says so until it is loaded again, also when the changes are listened to anew', async () => {
    const asked = page.waitForResponse('**/api/auth/me')
    release()
    await asked
    // A page that draws nothing may never be called idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })))
    await expect(page.getByRole('alert')).toContainText('This screen could not be shown.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(columnOf(page, 'Today')).toBeVisible()
  })
})
