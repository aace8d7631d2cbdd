import { teamCalls } from '#contract/team.ts'
import { insertMember } from '#testing/capline.ts'
import { openSection, rowOf } from './admin-page.ts'
import { expect, test } from './capline.ts'

test('a role stands where it was put, whatever comes meanwhile, and the last one chosen stays', async ({
  page,
  capline,
  signIn,
}) => {
  const { call } = await signIn('admin')
  const cy = await insertMember(capline.db, { role: 'viewer', handle: 'cy' })
  const bo = await insertMember(capline.db, { role: 'viewer', handle: 'bo' })
  const readRole = async () => (await call(teamCalls.list, {})).find(({ _id }) => _id === cy._id)?.role
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
