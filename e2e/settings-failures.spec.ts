import { callTexts } from '#contract/texts/calls.ts'
import { settingTexts as words } from '#contract/texts/settings.ts'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { ZONES } from '#domain/kernel/zone.ts'
import { expectToast } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { bar, expectRefused, field, openSettings, openTab, readValue, toggle, typeAndSave } from './settings-page.ts'

const WRONG = [
  ['Telegram', 'Summary group ID', 'the group', 'Group ID must be a whole number, for example -1001234567890.'],
  ['Team', 'Product title', '', 'Please provide a value before saving.'],
  ['Day and alerts', 'Summary time', '25:00', 'Time must be HH:MM from 00:00 to 23:59, for example 08:00.'],
] as const
const AI_WRONG = [
  'Day and alerts',
  'AI suggestion interval',
  '0',
  'AI suggestion interval must be a positive number of minutes.',
] as const

test('what fails or is no setting is told, with a way on, on a phone too', async ({ page, signIn, consoleNoise }) => {
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
    await expect(bar(page)).toContainText('1 change')
  })

  await page.unrouteAll()
  await bar(page).getByRole('button', { name: 'Discard' }).click()

  await test.step('a save whose answer was lost leaves nothing to fix once its value stands', async () => {
    consoleNoise.allow(/net::ERR_FAILED/)
    await loseNextAnswer(page, '**/api/settings/title')
    await typeAndSave(page, 'Product title', 'Night desk')
    await expectToast(page, callTexts.unreachable)
    await expect(bar(page)).toBeHidden()
    await expect(field(page, 'Product title')).toHaveValue('Night desk')
    await expect(field(page, 'Product title')).not.toHaveAttribute('aria-invalid', 'true')
  })

  await openSettings(page, 'days')

  await test.step('the zones are the twelve of the product', async () => {
    await field(page, 'Timezone').click()
    await expect(page.getByRole('option')).toHaveText(ZONES.map(({ label }) => label))
    await page.keyboard.press('Escape')
  })

  await test.step('what is wrong is said at its field and stays as it was typed; the rest is saved', async () => {
    for (const [tab, label, typed] of WRONG) {
      await openTab(page, tab)
      await field(page, label).fill(typed)
    }
    await field(page, 'Cap alerts at').fill('90')
    await toggle(page, 'AI suggestion loop').check()
    await field(page, 'AI suggestion interval').fill('0')
    await expect(bar(page)).toContainText('6 changes. 4 need fixing and will not be saved.')
    const above = async () => ((await field(page, AI_WRONG[1]).boundingBox())?.y ?? 0) + 30
    await expect.poll(async () => above(), 'above the bar').toBeLessThan((await bar(page).boundingBox())?.y ?? 0)
    await bar(page).getByRole('button', { name: 'Save 2 changes' }).click()
    await expectToast(page, words.allSaved(2))
    expect(await readValue(admin, 'cap_alert_percents')).toBe('90')
    const [, first, typed, sentence] = WRONG[0]
    await expectToast(page, sentence)
    await expectRefused(field(page, first), typed, sentence)
    for (const [tab, label, wrong, why] of [...WRONG, AI_WRONG]) {
      await openTab(page, tab)
      await field(page, label).focus()
      await expectRefused(field(page, label), wrong, why)
    }
  })

  await test.step('axe finds nothing, and all of it fits: refused, and with a history', async () => {
    await expectFit(page)
    await page.getByRole('button', { name: 'History of the settings' }).click()
    const history = page.getByRole('dialog')
    await expect(history.getByText('Cap alerts at: 80, 100 → 90')).toBeVisible()
    await expectFit(page)
    await page.keyboard.press('Escape')
    // The other sections are looked at where they are worked with.
    await openTab(page, 'Payout terms')
    await expectFit(page)
  })
})
