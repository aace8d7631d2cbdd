import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { shownSecretTexts } from '#contract/texts/shown-secret.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { capCalls } from '#contract/caps.ts'
import { createClient } from '#contract/client.ts'
import { addDays } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { refusalOf } from '#testing/refusal.ts'
import { expectProblemAt, expectToast } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'

const words = apiKeyTexts

test('an admin makes a key for a program, sees it used, and revokes it', async ({
  page,
  capline,
  signIn,
  context,
  consoleNoise,
}) => {
  consoleNoise.allow(/status of 400|net::ERR_FAILED/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { member } = await signIn('admin')
  const zone = zoneOf(DEFAULT_ZONE)
  const date = zone.dayOf(systemClock.now())
  const dialog = page.getByRole('dialog')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Programs' }).click()
  await expect(page.getByText(/^No API keys yet\./)).toBeVisible()
  let token = ''
  const program = createClient({ root: capline.address, fetch, token: () => token })

  await test.step('what is missing is said at its field, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Make a key' }).click()
    await dialog.getByRole('button', { name: 'Make key' }).click()
    await expectProblemAt(dialog.getByLabel('Name'), words.name)
    await dialog.getByLabel('Name').fill('Reports')
    await dialog.getByLabel('Last day (optional)').fill(addDays(date, -1))
    await dialog.getByLabel('Caps', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Make key' }).click()
    await expectToast(page, words.lastDayPast)
    await expectFit(page)
    await page.keyboard.press('Escape')
    await expect(dialog.getByText('Discard what you typed?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await page.goBack()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await expect(dialog.getByLabel('Name')).toHaveValue('Reports')
  })

  await test.step('the key is shown once, also where the first answer was lost, and nobody closes it without being asked', async () => {
    await dialog.getByLabel('Last day (optional)').fill(addDays(date, 7))
    await loseNextAnswer(page, '**/api/api-keys')
    await dialog.getByRole('button', { name: 'Make key' }).click()
    await expectToast(page, callTexts.unreachable)
    await dialog.getByRole('button', { name: 'Make key' }).click()
    await expect(page.getByRole('dialog', { name: 'Key of Reports' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog.getByText('Close without copying the key?')).toBeVisible()
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Keep open' }).click()
    await page.goBack()
    const leaving = page.getByRole('dialog', { name: shownSecretTexts.leaving.title })
    await expect(leaving).toContainText(shownSecretTexts.leaving.text)
    await expectFit(page)
    await leaving.getByRole('button', { name: 'Keep open' }).click()
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expectToast(page, shownSecretTexts.copied)
    token = await page.evaluate(() => navigator.clipboard.readText())
    await expect(dialog.getByLabel('API key')).toHaveValue(token)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  await test.step('the list says what it may, who made it, and that it is used', async () => {
    const row = page
      .getByRole('table', { name: 'API keys' })
      .getByRole('row')
      .filter({ hasText: token.slice(0, 16) })
    await expect(row).toContainText('Caps; only reads')
    await expect(row).toContainText(`by @${member.handle}`)
    await expect(row).toContainText('never')
    await program(capCalls.listDay, { params: { date } })
    await page.reload()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText('never')
    await expectFit(page)
  })

  await test.step('a revoked key lets nobody in, and its history stays', async () => {
    await page.getByRole('button', { name: 'Revoke Reports' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expectToast(page, words.revokedNow('Reports'))
    await expect(page.getByText(/^No API keys yet\./)).toBeVisible()
    const refusal = await refusalOf(program(capCalls.listDay, { params: { date } }))
    expect([refusal.status, refusal.message]).toEqual([401, words.revoked])
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const entries = page.getByRole('dialog', { name: 'History of the API keys' }).getByRole('listitem')
    await expect(entries).toHaveCount(3)
    await expect(entries.first()).toContainText('was revoked')
    await expect(entries.last()).toContainText('was made as viewer: Caps; only reads')
  })
})
