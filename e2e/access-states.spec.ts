import { capTexts } from '#contract/texts/caps.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { expectFit } from './fit.ts'
import { addCap, columnOf, fieldOf, fillIn, openAddForm, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('axe finds nothing where something is refused, or cannot be had', async ({ page, signIn, consoleNoise }) => {
  const ada = await signIn('editor')
  await addCap(ada)
  await openBoard(page)

  await test.step('axe finds nothing on the form: with a list open, refused, and beside a cap that stands', async () => {
    const form = await openAddForm(page)
    await fieldOf(form, 'advertiserId').fill('B')
    await expect(form.getByRole('option')).toHaveCount(1)
    await expectFit(page)

    await fillIn(form, { advertiserId: '' })
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(page.getByText(capTexts.fillBroker)).toBeVisible()
    await expectFit(page)

    consoleNoise.allow(/status of 409/)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44' })
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(form.getByRole('alert', { name: /^Current values/ })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectFit(page)
  })

  await test.step('no day is shown before the zone is known', async () => {
    consoleNoise.allow(/status of 503/)
    const settings = '**/api/settings/public'
    await page.route(settings, (route) => route.fulfill({ status: 503, json: { message: httpTexts.unavailable } }))
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText(httpTexts.unavailable)
    await expect(page.getByRole('heading', { name: /^Today/ })).toHaveCount(0)
    await expectFit(page)
    await page.unroute(settings)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(columnOf(page, 'Today')).toBeVisible()
  })

  await test.step('axe finds nothing on the menu of a phone', async () => {
    await page.setViewportSize({ width: 375, height: 740 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectFit(page)
  })
})
