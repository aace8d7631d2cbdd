import { capTexts } from '#contract/texts/caps.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { expectFit } from './fit.ts'
import { addCap, cardOf, columnOf, fieldOf, fillIn, openAddForm, openBoard, openEditForm, today } from './board-page.ts'
import { expect, test } from './capline.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('axe finds nothing where a cap is looked at, on a phone neither', async ({ page, signIn }) => {
  const ada = await signIn('editor')
  await addCap(ada)
  await openBoard(page)

  await test.step('axe finds nothing on the question before a cap is deleted', async () => {
    await page.getByRole('button', { name: 'Delete cap DE / source 44' }).click()
    const question = page.getByRole('dialog', { name: 'Delete cap' })
    await expect(question).toBeVisible()
    await expectFit(page)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
  })

  await test.step('on a phone: axe finds nothing on the form and the menu', async () => {
    await page.setViewportSize({ width: 375, height: 740 })
    await expect(cardOf(columnOf(page, 'Today'), '44')).toBeVisible()
    await openEditForm(page, 'DE / source 44')
    await expectFit(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectFit(page)
  })
})

test('axe finds nothing where something is refused, or cannot be had', async ({ page, signIn, consoleNoise }) => {
  const ada = await signIn('editor')
  await addCap(ada)
  await openBoard(page)

  await test.step('axe finds nothing on the form: blank, refused, and beside a cap that stands', async () => {
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
    await form.getByRole('button', { name: 'Edit that cap instead' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectFit(page)
  })

  await test.step('a day and a figure that cannot be had say so, and are tried again', async () => {
    consoleNoise.allow(/status of 503/)
    const failure = { status: 503, json: { message: httpTexts.unavailable } }
    const leads = `**/api/caps/total?date=${today()}`
    for (const path of [leads, `**/api/caps/day/${today()}`]) await page.route(path, (route) => route.fulfill(failure))
    await openBoard(page)
    await expect(columnOf(page, 'Today').getByRole('alert')).toBeVisible()
    const tile = page.locator('dl > div').filter({ hasText: 'Total leads today' })
    await expect(tile).toContainText('Could not be loaded.')
    await expectFit(page)
    await page.unroute(leads)
    await tile.getByRole('button', { name: 'Try again' }).click()
    await expect(tile).toContainText('of 20 planned')
  })

  await test.step('no day is shown before the zone is known', async () => {
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
})
