import type { Page } from '@playwright/test'
import { affiliateCapCalls } from '#contract/caps.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { publisherTexts } from '#contract/texts/partners.ts'
import { MOST_OFFERS } from '#domain/kernel/listed.ts'
import { systemClock } from '#platform/clock.ts'
import { buildAffiliateDraft } from '#testing/caps.ts'
import { buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { expectOrder, expectProblemAt, expectToast, openSection, rowOf } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

const words = publisherTexts

const open = (page: Page) => openSection(page, 'publishers', 'Publishers & group mappings')
const row = (page: Page, source: string) => rowOf(page, 'Publishers', source)
const add = (page: Page) => page.getByRole('button', { name: 'Add publisher' }).click()

test('publishers are imported, offered, added, changed and deleted', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  const { call } = await signIn('admin')
  await open(page)
  await expect(page.getByText(/^Publishers send leads, each/)).toBeVisible()

  await test.step('publishers are imported as JSON and as CSV', async () => {
    const dialog = page.getByRole('dialog', { name: 'Import publishers' })
    const run = async (text: string, seen: string) => {
      await page.getByRole('button', { name: 'Bulk import' }).click()
      await dialog.getByLabel('List').fill(text)
      await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(seen)
      await dialog.getByRole('button', { name: 'Import' }).click()
    }
    await run('source,name\n#44,"Hazel, Affiliates"\n9,Nine\n44,Again\n,Nobody', '1 item with a repeated ID')
    await expectToast(page, 'Import complete — created 2, updated 0, skipped 1.')
    await expectOrder(page, 'Publishers', ['#9', '#44'])
    await expect(row(page, '#44')).toContainText('Hazel, Affiliates')
    const json = '{"publishers": [{"sourceNumber": 71, "name": "Ratgeber", "aliases": ["Rat", "Guide"]}]}'
    await run(json, '#71 Ratgeber (Rat, Guide)')
    await expectToast(page, 'Import complete — created 1, updated 0, skipped 0.')
    await expect(row(page, '#71')).toContainText('Ratgeber')
    await page.getByRole('button', { name: 'Bulk import' }).click()
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectToast(page, words.import.empty)
    await dialog.getByLabel('List').fill('only one column')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectToast(page, words.import.nobody)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  await test.step('a publisher is added under its source, with or without #, renamed, linked and deleted', async () => {
    const source = page.getByRole('textbox', { name: 'Source' })
    const name = page.getByRole('textbox', { name: 'Name' })
    await source.fill('#')
    await name.fill('Birch')
    await add(page)
    await expectToast(page, 'Source and name are required')
    await expectProblemAt(source, 'Please fill in')
    await source.fill('#45')
    await add(page)
    await expectToast(page, 'Publisher created')
    await expect(row(page, '#45')).toContainText('Birch')
    consoleNoise.allow(/status of 409/)
    await source.fill('45')
    await name.fill('Other')
    await add(page)
    await expectProblemAt(source, words.exists('45', 'Birch'))
    await page.getByRole('link', { name: 'Lead statuses' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await expect(name).toHaveValue('Other')

    await page.getByRole('button', { name: 'Rename Birch' }).click()
    await page.getByLabel('New name of Birch').fill('Birch II')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Publisher updated')
    await page.getByRole('button', { name: 'Add an alias of Birch II' }).click()
    const alias = page.getByLabel('New alias of Birch II')
    await alias.fill('ratgeber')
    await page.keyboard.press('Enter')
    await expectProblemAt(alias, words.aliasTaken('ratgeber', '71', 'Ratgeber'))
    await alias.fill('birke')
    const search = page.getByRole('searchbox')
    await search.fill('ratgeber')
    await expect(row(page, '#71')).toBeVisible()
    await expect(alias, 'what is typed stays, whatever is searched').toHaveValue('birke')
    await search.fill('')
    await alias.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove the alias birke of Birch II' })).toBeVisible()
    await page.getByRole('button', { name: 'Link a group to Birch II' }).click()
    await page.getByRole('combobox', { name: 'Group ID for Birch II' }).fill('-1001')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Group linked to publisher')
    await page.getByRole('button', { name: 'Unlink -1001 from Birch II' }).click()
    await expectToast(page, words.unlinked)
    await page.getByRole('button', { name: 'Delete Birch II' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete publisher' })
    await expect(dialog.getByText('Delete publisher Birch II ?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Publisher removed')
    await expect(row(page, '#45')).toHaveCount(0)
  })

  for (const field of ['Source', 'Name']) await page.getByRole('textbox', { name: field }).fill('')

  await test.step('a source that a cap names is offered at once', async () => {
    const offers = page.getByRole('region', { name: 'Not registered yet' })
    await call(affiliateCapCalls.create, { body: buildAffiliateDraft({ sourceNumber: '47' }) })
    await expect(offers.getByRole('listitem')).toContainText(['no name0 leads · 1 cap'])
    await offers.getByRole('button', { name: 'Add #47' }).click()
    await expectToast(page, 'Publisher created')
    await expect(row(page, '#47')).toBeVisible()
    await expect(offers).toHaveCount(0)
  })

  await test.step('axe finds nothing, and all fits', async () => {
    await call(affiliateCapCalls.create, { body: buildAffiliateDraft({ sourceNumber: '45' }) })
    await call(publisherCalls.create, {
      body: { sourceNumber: '46', name: 'Hazel Affiliates', associatedGroupIds: ['-1001234567890'] },
    })
    await open(page)
    await expect(page.getByRole('region', { name: 'Not registered yet' })).toBeVisible()
    await expectFit(page)
  })

  await test.step('lists that hold no more than their first say so', async () => {
    const leads = Array.from({ length: MOST_OFFERS + 1 }, (_, n) =>
      buildLead({ id: `of-${n}`, sourceNumber: `${1000 + n}` }),
    )
    await storeLeadRows(capline.db, systemClock, { leads })
    await open(page)
    const offers = page.getByRole('region', { name: 'Not registered yet' })
    await expect(offers).toContainText('At least 500 publishers are not registered yet.')
    await offers.getByRole('button', { name: 'Add all 500' }).click()
    await expect(offers, 'the rest is all there is').toContainText(
      /^2 publishers are not registered yet\. They appear in leads or caps/,
    )
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const history = page.getByRole('dialog')
    await expect(history.getByText('was added').first(), '500 changes are on their way').toBeVisible({
      timeout: 60_000,
    })
    await expect(history.getByText('Only the newest 500 changes are shown.')).toBeVisible()
  })
})
