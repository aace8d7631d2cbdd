import { teamCalls } from '#contract/team.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { insertMember } from '#testing/capline.ts'
import { expectToast, openSection, rowOf } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { loseNextAnswer } from './lost-answer.ts'

test('what is chosen or asked for stands, whatever comes meanwhile and whatever answer is lost', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/net::ERR_FAILED|status of 404/)
  const { call } = await signIn('admin')
  const cy = await insertMember(capline.db, { role: 'viewer', handle: 'cy' })
  const bo = await insertMember(capline.db, { role: 'viewer', handle: 'bo' })
  const readRole = async () => (await call(teamCalls.list, {})).find(({ _id }) => _id === cy._id)?.role

  await test.step('a role stands where it was put, and the last one chosen stays', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const asked: unknown[] = []
    await page.route(`**/api/team-members/${cy._id}`, async (route) => {
      asked.push(route.request().postDataJSON())
      await held
      await route.continue()
    })
    await openSection(page, 'team', 'Authorized team members')
    const role = rowOf(page, 'Team members', cy.telegramId).getByLabel('Role of @cy')

    await role.focus()
    await role.selectOption('editor')
    await role.selectOption('admin')
    await call(teamCalls.change, { params: { id: bo._id }, body: { alias: 'Bob' } })
    await expect(rowOf(page, 'Team members', bo.telegramId).getByLabel(/^Alias of/)).toHaveValue('Bob')
    await expect(role).toHaveValue('admin')
    await expect(role).toBeFocused()
    expect(asked).toEqual([{ role: 'editor' }])
    release()
    await expect.poll(readRole).toBe('admin')
    expect(asked).toEqual([{ role: 'editor' }, { role: 'admin' }])
    await page.reload()
    await expect(role).toHaveValue('admin')
  })

  await test.step('whoever is added or removed before the answer is lost is so by the next press, and nothing is refused', async () => {
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
})
