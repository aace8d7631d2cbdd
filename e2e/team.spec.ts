import type { Page } from '@playwright/test'
import { sessionCalls } from '#contract/sessions.ts'
import { teamCalls } from '#contract/team.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { systemClock } from '#platform/clock.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { expectOrder, expectProblemAt, expectToast, openSection, rowOf } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { expectAccessible } from './axe.ts'
import { expectFit, expectLegible } from './fit.ts'

const words = teamTexts

const open = (page: Page) => openSection(page, 'team', 'Authorized team members')
const row = (page: Page, telegramId: string) => rowOf(page, 'Team members', telegramId)
const add = (page: Page) => page.getByRole('button', { name: 'Add member' }).click()

test('an admin looks at the team, adds to it, changes it, and takes from it', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/status of 503/)
  const { call, member } = await signIn('admin')
  const idle = await insertMember(capline.db, { role: 'admin', loginEnabled: false })

  await test.step('a failure to load is told, and tried again', async () => {
    const failure = { status: 503, json: { message: httpTexts.unavailable } }
    await page.route('**/api/team-members', (route) => route.fulfill(failure))
    await page.goto('/admin?section=team')
    await expect(page.getByText(httpTexts.unavailable)).toBeVisible()
    await page.unroute('**/api/team-members')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table', { name: 'Team members' })).toBeVisible()
  })

  await test.step('what is wrong is said at its field, and what was typed stays', async () => {
    consoleNoise.allow(/status of 409/)
    const id = page.getByLabel('Telegram ID')
    const handle = page.getByLabel('Handle (optional)')
    const alias = page.getByLabel('Alias (optional)')
    await add(page)
    await expectToast(page, 'Telegram ID required')
    await expectProblemAt(id, 'Telegram ID required')
    await id.fill('@grace')
    await add(page)
    await expectProblemAt(id, words.telegramId)
    await id.fill('123456')
    await handle.fill('two words')
    await add(page)
    await expectProblemAt(handle, words.handle)
    await handle.fill(`@${member.handle?.toUpperCase()}`)
    await alias.fill('Grace')
    await add(page)
    await expectProblemAt(handle, words.handleTaken(member.handle ?? '', `@${member.handle}`))
    await handle.fill('')
    await id.fill(member.telegramId)
    await add(page)
    await expectProblemAt(id, words.idTaken(member.telegramId, `@${member.handle}`))
    await expect(alias).toHaveValue('Grace')
    await expectFit(page)
    for (const field of [id, alias]) await field.fill('')
  })

  await test.step('the last admin stays, and the screen shows what stands', async () => {
    const own = row(page, member.telegramId)
    await own.getByLabel(/^Role of/).selectOption('viewer')
    await expectToast(page, words.lastAdmin)
    await expect(own.getByLabel(/^Role of/)).toHaveValue('admin')
    await own.getByRole('switch').click()
    await expect(own.getByRole('switch')).toBeChecked()
    await own.getByRole('button', { name: /^Remove/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove team member' })
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, words.lastAdmin)
    await expect(dialog).toBeVisible()
  })

  await capline.db.deleteFrom('members').where('id', '=', idle._id).execute()
  await capline.db.deleteFrom('members').where('role', '<>', 'admin').execute()
  await capline.db
    .insertInto('members')
    .values([
      {
        id: 'a',
        telegram_id: '90',
        handle: 'zoe',
        handle_key: 'zoe',
        alias: 'Cy',
        role: 'viewer',
        login_enabled: false,
      },
      {
        id: 'b',
        telegram_id: '1000',
        handle: 'abe',
        handle_key: 'abe',
        alias: 'Bo',
        role: 'editor',
        login_enabled: true,
      },
    ])
    .execute()
  await open(page)

  await test.step('the table sorts by every column and is searched', async () => {
    const sort = (column: string) => page.getByRole('button', { name: column, exact: true }).click()
    // Who has no alias comes last.
    await expectOrder(page, 'Team members', ['1000', '90', member.telegramId])
    await sort('Telegram ID')
    await expectOrder(page, 'Team members', ['90', '1000', member.telegramId])
    await sort('Telegram ID')
    await expectOrder(page, 'Team members', [member.telegramId, '1000', '90'])
    await expect(page.getByRole('columnheader', { name: 'Telegram ID' })).toHaveAttribute('aria-sort', 'descending')
    await sort('Handle')
    await expectOrder(page, 'Team members', ['1000', member.telegramId, '90'])
    await sort('Role')
    await expectOrder(page, 'Team members', [member.telegramId, '1000', '90'])
    await sort('Allow web login')
    await expect(page.getByRole('rowheader').last()).toHaveText('90')
    await page.getByRole('searchbox', { name: 'Search members' }).fill('@ZO')
    await expectOrder(page, 'Team members', ['90'])
    await expect(page.getByText('1 of 3 members')).toBeVisible()
    await page.getByRole('searchbox').fill('nobody at all')
    await expect(page.getByText(/^Nothing found/)).toBeVisible()
    await page.getByRole('searchbox').fill('')
  })

  await test.step('the history says who did what', async () => {
    const { _id } = await call(teamCalls.add, { body: { telegramId: '123', alias: 'Kim' } })
    await call(teamCalls.change, { params: { id: _id }, body: { role: 'editor', loginEnabled: false } })
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const history = page.getByRole('dialog', { name: 'History of the team' })
    const entries = history.getByRole('listitem')
    await expect(entries).toHaveCount(2)
    await expect(entries.first()).toContainText('Kim: role viewer → editor, web login allowed → not allowed')
    await expect(entries.first()).toContainText(`@${member.handle}`)
    await expect(entries.last()).toContainText('Kim was added as viewer')
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'hidden' })
  })

  await test.step('a member is added with what is usual, and the next one can be typed', async () => {
    await expect(page.getByLabel('Role', { exact: true })).toHaveValue('viewer')
    await expect(page.getByRole('switch', { name: 'Allow web login', exact: true })).toBeChecked()
    await page.getByLabel('Telegram ID').fill('123456')
    await page.getByLabel('Handle (optional)').fill('@Grace')
    await page.getByLabel('Alias (optional)').fill('  Grace H  ')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Team member added')
    const added = row(page, '123456')
    await expect(added).toContainText('@Grace')
    await expect(added.getByRole('textbox', { name: 'Alias of Grace H' })).toHaveValue('Grace H')
    await expect(added.getByLabel('Role of Grace H')).toHaveValue('viewer')
    await expect(added.getByRole('switch')).toBeChecked()
    await expect(page.getByLabel('Telegram ID')).toBeFocused()
    await expect(page.getByLabel('Telegram ID')).toHaveValue('')
  })

  await test.step('an alias can be saved once it is another one', async () => {
    const field = row(page, member.telegramId).getByLabel(/^Alias of/)
    const save = row(page, member.telegramId).getByRole('button', { name: /^Save alias of/ })
    await expect(save).toBeDisabled()
    await field.fill('   ')
    await expect(save).toBeDisabled()
    await field.fill('Ada')
    await expect(save).toBeEnabled()
    await field.fill('A'.repeat(201))
    await save.click()
    await expect(field).toHaveAccessibleDescription(words.alias)
    await field.fill(' Ada ')
    await save.press('Enter')
    await expectToast(page, 'Team member updated')
    await expect(field).toHaveValue('Ada')
    await expect(field, 'the pressed button is closed').toBeFocused()
    await expect(save).toBeDisabled()
  })

  await test.step('an alias that is saved elsewhere takes nothing from the one that is typed', async () => {
    const field = row(page, member.telegramId).getByLabel(/^Alias of/)
    const meanwhile = page.getByText('Somebody saved “Lovelace” meanwhile.')
    await field.fill('A'.repeat(201))
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(words.alias)
    await field.press('Escape')
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue('Ada')

    await field.fill('Ada B')
    await call(teamCalls.change, { params: { id: member._id }, body: { alias: 'Lovelace' } })
    await expect(meanwhile).toBeVisible()
    await expect(field).toHaveValue('Ada B')
    await expectLegible(page)
    await field.press('Escape')
    await expect(meanwhile).toHaveCount(0)
    await expect(field).toHaveValue('Lovelace')
  })

  await test.step('a removal is asked for first', async () => {
    await call(teamCalls.add, { body: { telegramId: '77', handle: 'leaving' } })
    const remove = row(page, '77').getByRole('button', { name: 'Remove @leaving' })
    await remove.click()
    const dialog = page.getByRole('dialog', { name: 'Remove team member' })
    await expect(dialog.getByText('Remove @leaving from the team ?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(remove).toBeFocused()
    await remove.click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Team member removed')
    await expect(row(page, '77')).toHaveCount(0)
  })
})

test('rights and sessions end where an admin or their member ends them', async ({ page, browser, capline, signIn }) => {
  const { member, call } = await signIn('admin')
  const [ada, grace] = [await capline.signIn('editor'), await capline.signIn('viewer')]
  await insertMember(capline.db, { role: 'viewer', handle: 'a_handle_that_is_as_long_as_handles_ever_get_here' })
  await open(page)

  await test.step("an admin sees somebody's sessions and ends them", async () => {
    await row(page, grace.member.telegramId)
      .getByRole('button', { name: /^Sessions of/ })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Sessions of/ })
    await expect(dialog.getByRole('rowheader')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expectToast(page, words.signedOut(`@${grace.member.handle}`))
    const answer = await fetch(`${capline.address}/api/auth/me`, {
      headers: { authorization: `Bearer ${grace.token}` },
    })
    expect(answer.status).toBe(401)
    await dialog.waitFor({ state: 'hidden' })
  })

  await test.step('role and web login are saved as they are chosen, and act at once in the other browser', async () => {
    const context = await browser.newContext({ baseURL: capline.address })
    const other = await context.newPage()
    await other.addInitScript(
      ([token, theMember]) => {
        if (sessionStorage.getItem('planted')) return
        sessionStorage.setItem('planted', 'yes')
        localStorage.setItem('capline.token', token ?? '')
        localStorage.setItem('capline.member', theMember ?? '')
      },
      [ada.token, JSON.stringify(ada.member)],
    )
    await other.goto('/')
    await expect(other.getByText('Role: editor')).toBeVisible()
    await expect(other.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)

    const theirs = row(page, ada.member.telegramId)
    await theirs.getByLabel(/^Role of/).selectOption('admin')
    await expectToast(page, 'Team member updated')
    await expect(other.getByText('Role: admin')).toBeVisible()
    await expect(other.getByRole('link', { name: 'Admin Panel' })).toBeVisible()

    await other.goto('/messages')
    await other.getByRole('textbox', { name: 'Message' }).fill('Not sent yet')
    await theirs.getByLabel(/^Role of/).selectOption('viewer')
    await expect(other.getByText('Role: viewer')).toBeVisible()
    await expect(other, 'whoever is no admin any more is home, whatever was typed').toHaveURL('/')
    await expect(other.getByRole('group', { name: 'Days on the board' })).toBeVisible()
    await theirs.getByRole('switch').click()
    await expect(theirs.getByRole('switch')).not.toBeChecked()
    await expect(other).toHaveURL(/\/login/)
    await context.close()
  })

  await test.step('axe finds nothing on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('a member sees their own sessions, ends one, and signs out everywhere', async () => {
    await insertSession(capline.db, member, systemClock)
    await capline.db.updateTable('members').set({ role: 'viewer' }).where('id', '=', member._id).execute()
    await page.goto('/')
    await page.getByRole('button', { name: 'My sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'My sessions' })
    await expect(dialog.getByRole('rowheader')).toHaveCount(2)
    await dialog.getByRole('button', { name: /^End the session/ }).click()
    await expectToast(page, words.sessionEnded)
    await expect(dialog.getByRole('rowheader')).toHaveCount(1)
    await expect(dialog.getByText('This session')).toBeVisible()
    expect(await call(sessionCalls.listOwn, {})).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out everywhere' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    expect(await call(sessionCalls.listOwn, {})).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL(/\/login/)
  })
})
