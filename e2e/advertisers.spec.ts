import type { Page } from '@playwright/test'
import { advertiserCalls } from '#contract/advertisers.ts'
import { capCalls } from '#contract/caps.ts'
import { advertiserTexts } from '#contract/texts/partners.ts'
import type { SignedIn } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { expectOrder, expectProblemAt, expectToast, openSection, rowOf } from './admin-page.ts'
import { addCap, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectHeld } from './held.ts'
import { expectFit, expectFitOnBoth } from './fit.ts'

const words = advertiserTexts

const open = (page: Page) => openSection(page, 'advertisers', 'Advertisers & group mappings')
const row = (page: Page, id: string) => rowOf(page, 'Advertisers', id)
const add = (page: Page) => page.getByRole('button', { name: 'Add advertiser' }).click()

const create = (by: SignedIn, advertiserId: string, name: string, associatedGroupIds: string[] = []) =>
  by.call(advertiserCalls.create, { body: { advertiserId, name, associatedGroupIds } })

test('an advertiser is added, linked, renamed, remembered and deleted', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  const admin = await signIn('admin')
  await capline.db
    .insertInto('bot_chats')
    .values({
      chat_id: '-1009',
      title: 'Shared group',
      type: 'supergroup',
      is_member: true,
      updated_at: '2026-01-01T00:00:00Z',
    })
    .execute()
  await open(page)

  await test.step('the first one is added, with its groups, after the screen has said what they are for', async () => {
    await expect(page.getByText(/^Advertisers buy leads\. Each broker cap/)).toBeVisible()
    await page.getByLabel('Advertiser ID').fill('B-1')
    await page.getByLabel('Name').fill('Alster')
    await page.getByLabel('Initial group IDs (optional)').fill('-1001\n\n  -1002 \n')
    await add(page)
    await expectToast(page, 'Advertiser created')
    await expect(row(page, 'B-1')).toContainText('Alster')
    for (const group of ['-1001', '-1002']) await expect(row(page, 'B-1')).toContainText(group)
    await expect(page.getByLabel('Advertiser ID')).toBeFocused()
  })

  await test.step('an import says what is wrong with the list, and keeps it', async () => {
    await page.getByRole('button', { name: 'Bulk import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import advertisers' })
    const list = dialog.getByLabel('List')
    consoleNoise.allow(/status of 40[09]/)
    for (const [text, sentence] of [
      ['[{"id": 1', 'Unable to parse JSON. Please ensure the format is valid.'],
      [`[{"id": "B-1", "name": "N"}, {"id": "${'x'.repeat(65)}", "name": "M"}]`, `${'x'.repeat(65)} M: ${words.key}`],
    ] as const) {
      await list.fill(text)
      await dialog.getByRole('button', { name: 'Import' }).click()
      await expectToast(page, sentence)
      await expect(list).toHaveAccessibleDescription(new RegExp(sentence.slice(0, 20)))
      await expect(list).toHaveValue(text)
    }
    await expectHeld(page)
    await page.keyboard.press('Escape')
    await expect(dialog.getByText('Discard what you pasted?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('what is wrong is said at its field, and what was typed stays', async () => {
    const [id, name, groups] = ['Advertiser ID', 'Name', 'Initial group IDs (optional)'].map((label) =>
      page.getByRole('textbox', { name: label }),
    )
    if (!id || !name || !groups) throw new Error('no fields')
    await add(page)
    await expectToast(page, 'Advertiser ID and name are required')
    await expectProblemAt(id, 'Please fill in')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await id.fill('b-1')
    await add(page)
    await expectProblemAt(name, 'Please fill in')
    await name.fill('Another')
    await groups.fill('our group')
    await add(page)
    await expectProblemAt(groups, words.groupId)
    await groups.fill('')
    await add(page)
    await expectProblemAt(id, words.exists('B-1', 'Alster'))
    await expect(name).toHaveValue('Another')
  })

  await test.step('a new advertiser of somebody else is heard of', async () => {
    for (const name of ['Advertiser ID', 'Name']) await page.getByRole('textbox', { name, exact: true }).fill('')
    await create(admin, 'B-2', 'Elbe', ['-1009'])
    await expect(row(page, 'B-2')).toContainText('Elbe')
    await addCap(admin)
  })

  await test.step('groups are linked by title or number, and unlinked', async () => {
    await expect(row(page, 'B-2')).toContainText('Shared group')
    await page.getByRole('button', { name: 'Link a group to Alster' }).click()
    const field = page.getByRole('combobox', { name: 'Group ID for Alster' })
    const link = row(page, 'B-1').getByRole('button', { name: 'Link', exact: true })
    await expect(page.getByRole('option', { name: /Shared group/ })).toBeVisible()
    await field.press('Escape')
    await expect(page.getByRole('button', { name: 'Link a group to Alster' })).toBeFocused()
    await page.keyboard.press('Enter')
    await link.click()
    await expectToast(page, 'Group ID required')
    await field.fill('ten')
    await link.click()
    await expect(field).toHaveAccessibleDescription(words.groupId)
    // Offered by title, although another advertiser has it.
    await field.fill('shared')
    await page.getByRole('option', { name: /Shared group/ }).click()
    await expect(field).toHaveValue('-1009')
    await link.click()
    await expectToast(page, 'Group linked to advertiser')
    await expect(row(page, 'B-1')).toContainText('Shared group')
    await page.getByRole('button', { name: 'Link a group to Alster' }).click()
    await field.fill('-1009')
    await link.click()
    await expect(field).toHaveAccessibleDescription(words.groupLinked)
    await row(page, 'B-1').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Unlink Shared group from Alster' }).click()
    await expectToast(page, words.unlinked)
    await expect(row(page, 'B-1')).not.toContainText('Shared group')
    await expect(row(page, 'B-2')).toContainText('Shared group')
  })

  await test.step('a name is changed in place', async () => {
    await page.getByRole('button', { name: 'Rename Elbe' }).click()
    const field = page.getByLabel('New name of Elbe')
    await expect(field).toBeFocused()
    await field.fill('  ')
    await field.press('Enter')
    await expectToast(page, 'Name cannot be empty')
    await expect(field).toHaveAccessibleDescription('Name cannot be empty')
    await field.press('Escape')
    await expect(page.getByRole('button', { name: 'Rename Elbe' })).toBeFocused()
    await page.keyboard.press('Enter')
    await field.fill('Elbe II')
    await field.press('Enter')
    await expectToast(page, 'Advertiser updated')
    await expect(row(page, 'B-2')).toContainText('Elbe II')
  })

  await test.step('a name that somebody else gives meanwhile is told, and kept by whoever types none', async () => {
    const id =
      (await admin.call(advertiserCalls.list, {})).find(({ advertiserId }) => advertiserId === 'B-2')?._id ?? ''
    const rename = (name: string) => admin.call(advertiserCalls.update, { params: { id }, body: { name } })
    await page.getByRole('button', { name: 'Rename Elbe II' }).click()
    await rename('Weser')
    await page.getByLabel('New name of Weser').press('Enter')
    await expect(page.getByRole('button', { name: 'Rename Weser' })).toBeFocused()

    await page.keyboard.press('Enter')
    await rename('Elbe')
    await page.getByLabel('New name of Elbe').fill('Elbe II')
    await expect(row(page, 'B-2')).toContainText('Somebody saved “Elbe” meanwhile. Saving replaces it.')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Rename Elbe II' })).toBeFocused()
  })

  await test.step('whoever goes on elsewhere while something is saved keeps the focus and what they type', async () => {
    const search = page.getByRole('searchbox')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/advertisers', async (route) => {
      if (route.request().method() === 'GET') await answer.promise
      await route.continue()
    })
    await page.getByLabel('Advertiser ID').fill('B-8')
    await name.fill('Oder')
    await name.press('Enter')
    await page.getByRole('button', { name: 'Rename Elbe II' }).click()
    await page.getByLabel('New name of Elbe II').fill('Elbe')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Unlink Shared group from Elbe II' }).click()
    await name.pressSequentially(' of others')
    await expect(name).toHaveValue('Oder')
    await search.pressSequentially('B')
    answer.resolve()
    await expect(row(page, 'B-8')).toContainText('Oder')
    await expect(row(page, 'B-2')).not.toContainText('Shared group')
    await expect(name).toHaveValue('')
    await expect(search).toBeFocused()
    await search.fill('')
    await page.unrouteAll()
  })

  await test.step('the history says who did what', async () => {
    const { _id: id } = await create(admin, 'B-5', 'Weser')
    await admin.call(advertiserCalls.update, { params: { id }, body: { name: 'Weser II' } })
    await admin.call(advertiserCalls.linkGroup, { params: { id }, body: { groupId: '-1001' } })
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'History of the advertisers' })
    await expect(dialog.getByRole('listitem')).toContainText([
      'B-5: group -1001 linked',
      'B-5: name Weser → Weser II',
      'B-5 Weser was added',
    ])
    await expect(dialog.getByRole('listitem').first()).toContainText(`@${admin.member.handle}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  await test.step('a deletion is asked for first; caps keep the name', async () => {
    await page.getByRole('button', { name: 'Delete Alster' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete advertiser' })
    await expect(dialog.getByText('Delete advertiser Alster ?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Delete Alster' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Advertiser removed')
    await expect(row(page, 'B-1')).toHaveCount(0)
    await openBoard(page)
    await expect(page.getByRole('article', { name: /Alster/ })).toBeVisible()
  })
})

test('many are offered, imported, sorted and searched, and all of it fits', async ({ page, capline, signIn }) => {
  const admin = await signIn('admin')
  for (const id of ['B-1', 'B-2', 'B-3']) {
    await insertAdvertiser(capline.db, id, `Name of ${id}`)
    await admin.call(capCalls.create, { body: buildCapDraft({ advertiserId: id }) })
  }
  await capline.db.deleteFrom('advertisers').execute()
  await open(page)

  await test.step('who caps name and nobody has registered is added with one press, or all together', async () => {
    const offers = page.getByRole('region', { name: 'Not registered yet' })
    await expect(offers.getByRole('listitem')).toHaveCount(3)
    await expect(offers.getByRole('listitem').first()).toContainText('Name of B-1')
    await expect(offers.getByRole('listitem').first()).toContainText('0 leads · 1 cap')
    await offers.getByRole('button', { name: 'Add B-2' }).press('Enter')
    await expectToast(page, 'Advertiser created')
    await expect(row(page, 'B-2')).toContainText('Name of B-2')
    await expect(offers.getByRole('listitem')).toHaveCount(2)
    await expect(offers.getByRole('button', { name: 'Add B-3' }), 'the focus goes on to the next').toBeFocused()
    await offers.getByRole('button', { name: 'Add all 2' }).click()
    await expectToast(page, words.import.done(2, 0, 0))
    await expect(offers).toHaveCount(0)
    await expectOrder(page, 'Advertisers', ['B-1', 'B-2', 'B-3'])
  })

  await test.step('axe finds nothing, and all fits', async () => {
    await create(admin, 'B-4', 'A name that is as long as the names of companies now and then are, and longer', [
      '-1001234567890',
      '-1001234567891',
    ])
    await create(admin, 'B-5', 'Elbe')
    await add(page)
    await page.getByRole('button', { name: 'Rename Elbe' }).click()
    await page.getByRole('button', { name: 'Link a group to Elbe' }).click()
    await expectFitOnBoth(page, page.getByRole('combobox', { name: 'Group ID for Elbe' }))
    await page.getByRole('button', { name: 'Bulk import' }).click()
    await page.getByLabel('List').fill('[{"id": "B-5", "name": "Other"}, {"id": "B-6", "name": "New"}]')
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
    await expectFit(page)
  })

  await capline.db.deleteFrom('advertisers').execute()
  await create(admin, 'B-10', 'Alster', ['-1', '-2'])
  await create(admin, 'B-9', 'Zoo')
  await create(admin, 'B-11', 'Mosel', ['-7'])
  await page.setViewportSize({ width: 1280, height: 720 })
  await open(page)

  await test.step('an import shows what it will do, does it, and says what it did', async () => {
    await page.getByRole('button', { name: 'Bulk import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import advertisers' })
    const preview = dialog.getByRole('region', { name: 'Preview' })
    const list = [
      { advertiser_id: 'b-10', advertiser_name: 'Alster II' },
      { id: 'B-11', name: 'Mosel' },
      { advertiserId: 3, name: 'New' },
      { id: 'B-4' },
    ]
    await dialog.getByLabel('List').fill(JSON.stringify({ data: list }))
    await expect(preview).toContainText('New: 1')
    await expect(preview).toContainText('Stays as it is: 2')
    await expect(preview).toContainText('b-10 Alster · B-11 Mosel')
    await expect(preview).toContainText('1 item without an ID or a name')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectToast(page, 'Import complete — created 1, updated 0, skipped 2.')
    await expectOrder(page, 'Advertisers', ['B-10', 'B-11', '3', 'B-9'])
    await expect(row(page, 'B-10')).toContainText('Alster')

    await page.getByRole('button', { name: 'Bulk import' }).click()
    await dialog.getByLabel('List').fill(JSON.stringify(list))
    await dialog.getByLabel(/Overwrite/).check()
    await expect(preview).toContainText('Changes: 1')
    await expect(preview).toContainText('b-10 Alster → Alster II')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectToast(page, 'Import complete — created 0, updated 1, skipped 2.')
    await expect(row(page, 'B-10')).toContainText('Alster II')
  })

  await test.step('the table sorts by every column, is searched, and draws many step by step', async () => {
    await expectOrder(page, 'Advertisers', ['B-10', 'B-11', '3', 'B-9'])
    await page.getByRole('button', { name: 'Advertiser ID' }).click()
    await expectOrder(page, 'Advertisers', ['3', 'B-9', 'B-10', 'B-11'])
    await page.getByRole('button', { name: 'Groups', exact: true }).click()
    await expectOrder(page, 'Advertisers', ['3', 'B-9', 'B-11', 'B-10'])
    await page.getByRole('searchbox', { name: 'Search advertisers' }).fill('-7')
    await expectOrder(page, 'Advertisers', ['B-11'])
    await page.getByRole('searchbox').fill('nobody')
    await expect(page.getByText(/^Nothing found/)).toBeVisible()
    const many = Array.from({ length: 210 }, (_, index) => ({ advertiserId: `M-${index}`, name: `Many ${index}` }))
    await admin.call(advertiserCalls.import, { body: { advertisers: many } })
    await page.getByRole('searchbox').fill('')
    await expect(page.getByRole('rowheader')).toHaveCount(200)
    await page.getByRole('button', { name: 'Show 14 more' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(214)
  })
})
