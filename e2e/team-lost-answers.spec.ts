import { callTexts } from '#contract/texts/calls.ts'
import { expectToast, openSection, rowOf } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'

test('whoever is added or removed before the answer is lost is so by the next press, and nothing is refused', async ({
  page,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/net::ERR_FAILED|status of 404/)
  await signIn('admin')
  await openSection(page, 'team', 'Authorized team members')
  const add = page.getByRole('button', { name: 'Add member' })
  await page.getByLabel('Telegram ID').fill('7654321')
  await loseNextAnswer(page, '**/api/team-members')
  await add.click()
  await expectToast(page, callTexts.unreachable)
  await add.click()
  await expectToast(page, 'Team member added')

  const row = rowOf(page, 'Team members', '7654321')
  await row.getByRole('button', { name: /^Remove/ }).click()
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove' })
  await loseNextAnswer(page, '**/api/team-members/*')
  await remove.click()
  await expect(remove).toBeEnabled()
  await remove.click()
  await expectToast(page, 'Team member removed')
  await expect(row).toHaveCount(0)
})
