import { settingTexts as words } from '#contract/texts/settings.ts'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { expectToast } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { expectRefused, field, openTab, readValue, typeAndSave } from './settings-page.ts'

test('what fails is said, with a way on', async ({ page, signIn, consoleNoise }) => {
  consoleNoise.allow(/status of 503/)
  const admin = await signIn('admin')

  await test.step('a failure to load is said, with a way on', async () => {
    let isAway = true
    await page.route('**/api/settings', (route) =>
      isAway ? route.fulfill({ status: 503, json: { message: 'The database is away.' } }) : route.continue(),
    )
    await page.goto('/admin')
    await expect(page.getByRole('alert')).toContainText('The database is away.')
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Bot and groups' })).toBeVisible()
  })

  await test.step('a suggestion sweep is asked for, and a failure of that is said', async () => {
    await openTab(page, 'Day and alerts')
    const force = page.getByRole('button', { name: 'Force suggestions now' })
    await force.click()
    await expectToast(page, suggestionTexts.requestedUntold)
    await openTab(page, 'Telegram')
    await typeAndSave(page, 'Summary group ID', '-1001')
    await expectToast(page, words.saved)
    await openTab(page, 'Day and alerts')
    await force.click()
    await expectToast(page, words.sweepRequested)
    expect(await readValue(admin, 'ai_suggestion_force_token')).toMatch(/^\d{4}-\d\d-\d\dT/)
    const answer = { status: 503, json: { message: 'Away.' } }
    await page.route('**/api/settings/ai_suggestion_force_token', (route) => route.fulfill(answer))
    await force.click()
    await expectToast(page, words.sweepFailed)
  })

  await test.step('what the server refuses is said at the field too', async () => {
    consoleNoise.allow(/status of 400/)
    const answer = { status: 400, json: { message: 'Not today.' } }
    await page.route('**/api/settings/title', (route) => route.fulfill(answer))
    await openTab(page, 'Team')
    await typeAndSave(page, 'Product title', 'Night desk')
    await expectRefused(field(page, 'Product title'), 'Night desk', 'Not today.')
  })
})
