import type { Locator, Page } from '@playwright/test'
import { connectorCalls } from '#contract/connectors.ts'
import { connectorTexts } from '#contract/texts/connectors.ts'
import { systemClock } from '#platform/clock.ts'
import { startLeadApi, USERNAME } from '#sandbox/lead-api/server.ts'
import { buildLeads } from '#testing/lead-rows.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

// An installation that nobody has told where leads come from.
test.use({ environment: { LEAD_API_URL: '' } })

const KEY = 'key-of-the-other-system'

/** Counts what a person clicks: buttons, links, and fields that have no focus yet. */
function countClicks() {
  let clicks = 0
  return {
    count: () => clicks,
    async click(target: Locator) {
      clicks += 1
      await target.click()
    },
    async type(field: Locator, text: string) {
      if (!(await field.evaluate((element) => element === document.activeElement))) clicks += 1
      await field.fill(text)
    },
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('from an empty installation to first leads in 10 clicks and the key', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  const api = await startLeadApi({ token: KEY, source: capline.source, now: () => systemClock.now() })
  capline.source.put('leads', ...buildLeads(40, systemClock.now()))
  const admin = await signIn('admin')
  await page.goto('/')
  const hand = countClicks()
  const dialog = dialogOf(page)

  await test.step('a system is chosen, and what it needs is entered', async () => {
    await hand.click(page.getByRole('link', { name: 'Admin Panel' }))
    await hand.click(page.getByRole('link', { name: 'Feeds', exact: true }))
    await expect(page.getByText('No lead feeds yet.')).toBeVisible()
    await hand.click(page.getByRole('button', { name: 'Set up a feed' }))
    await expect(dialog.getByRole('button', { name: /^TrackBox/ })).toContainText(
      'Needs: address, key, user name, password',
    )
    await expectAccessible(page)
    await hand.click(dialog.getByRole('button', { name: /^TrackBox/ }))
    await expect(dialog.getByLabel('Address')).toBeFocused()
    await hand.type(dialog.getByLabel('Address'), api.url)
    await hand.type(dialog.getByLabel('Key'), KEY)
    await hand.type(dialog.getByLabel('User name'), USERNAME)
    await hand.type(dialog.getByLabel('Password'), KEY)
    await hand.type(dialog.getByLabel('Advertiser of all rows'), 'B-7')
  })

  await test.step('one page is asked for, its rows stand as they will be read, and the feed is saved', async () => {
    await expect(dialog.getByRole('button', { name: 'Save feed' })).toBeDisabled()
    await hand.click(dialog.getByRole('button', { name: 'Test the feed' }))
    await expect(dialog.getByText(connectorTexts.works)).toBeVisible()
    await expect(dialog.getByRole('table', { name: 'First rows' }).getByRole('row').nth(1)).toContainText('B-7')
    await hand.click(dialog.getByRole('button', { name: 'Save feed' }))
    await expect(page.getByText('Feed saved: trackbox. Its sync starts now.')).toBeVisible()
    await expect(card(page, 'trackbox')).toContainText('40 leads, 0 deposits')
    expect(hand.count()).toBe(10)
  })

  await test.step('rows that cannot be used are told, mended there, and asked for again', async () => {
    consoleNoise.allow(/400/)
    await page.getByRole('button', { name: 'Set up a feed' }).click()
    await dialog.getByRole('button', { name: /^Own contract/ }).click()
    await dialog.getByLabel('Address').fill('http://leads.example.org')
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(new RegExp('begins with https'))
    await dialog.getByLabel('Address').fill(api.url)
    await dialog.getByLabel('Key').fill(KEY)
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await expect(dialog.getByText(connectorTexts.works)).toBeVisible()
    await dialog.getByText('How rows are read').click()
    await dialog.getByRole('combobox', { name: 'Created at' }).selectOption('sourceNumber')
    await expect(dialog.getByRole('button', { name: 'Save feed' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await expect(dialog.getByRole('alert')).toContainText('40 of 40 rows cannot be used')
    await expect(dialog.getByText(/^Created at is not an instant/).first()).toBeVisible()
    await expectFit(page)
    await dialog.getByRole('combobox', { name: 'Created at' }).selectOption('')
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await expect(dialog.getByText(connectorTexts.works)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a feed is changed without its key, paused, taken up again and removed', async () => {
    const feed = card(page, 'trackbox')
    await feed.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByLabel('Key')).toHaveValue('')
    await expect(dialog.getByLabel('Key')).toHaveAccessibleDescription(/Saved\. Type to replace it/)
    await dialog.getByLabel('Advertiser of all rows').fill('B-8')
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await dialog.getByRole('button', { name: 'Save feed' }).click()
    await expect(dialog).toBeHidden()
    await feed.getByRole('button', { name: 'Pause' }).click()
    await expect(feed).toContainText('Paused')
    await feed.getByRole('button', { name: 'Resume' }).click()
    await expect(feed.getByRole('button', { name: 'Pause' })).toBeVisible()
    // It was changed and paused since the form was read.
    await feed.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByLabel('Advertiser of all rows')).toHaveValue('B-8')
    await dialog.getByLabel('Advertiser of all rows').fill('B-9')
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await expect(dialog.getByRole('region', { name: 'First rows' })).not.toContainText('has brought leads before')
    await dialog.getByRole('button', { name: 'Save feed' }).click()
    await expect(dialog).toBeHidden()
    await feed.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog).toContainText('Its leads and deposits stay')
    await dialog.getByRole('button', { name: 'Remove feed' }).click()
    await expect(page.getByText('No lead feeds yet.')).toBeVisible()
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect(dialog).toContainText('Removed: trackbox; its leads stayed')
    await expect(dialog).toContainText('Changed: trackbox, Advertiser of all rows B-8')
  })

  await test.step('a save without a change starts nothing, and what is typed is kept until it is discarded', async () => {
    consoleNoise.allow(/404/)
    const terms = [{ place: 'constants.advertiserId', value: 'B-7' }]
    const secrets = { token: KEY, username: USERNAME, password: KEY }
    await admin.call(connectorCalls.create, {
      body: { name: 'north', preset: 'trackbox', url: api.url, ...secrets, terms },
    })
    await page.reload()
    await card(page, 'north').getByRole('button', { name: 'Change' }).click()
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await dialog.getByRole('button', { name: 'Save feed' }).click()
    await expect(page.getByText('Feed saved: north.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Set up a feed' }).click()
    await dialog.getByRole('button', { name: /^Own contract/ }).click()
    await dialog.getByLabel('Name').fill('south')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await card(page, 'north').getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Advertiser of all rows').fill('B-8')
    await admin.call(connectorCalls.remove, { params: { name: 'north' } })
    await expect(card(page, 'north')).toBeHidden()
    await dialog.getByRole('button', { name: 'Test the feed' }).click()
    await expect(page.getByText(connectorTexts.notFound)).toBeVisible()
    await expect(dialog.getByLabel('Advertiser of all rows')).toHaveValue('B-8')
  })
  await api.close()
})
