import type { Locator, Page } from '@playwright/test'
import { botTexts } from '#contract/texts/bot.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { startLeadApi, USERNAME } from '#sandbox/lead-api/server.ts'
import { buildLeads } from '#testing/lead-rows.ts'
import { PATIENCE } from '#testing/patience.ts'
import { storageKeys } from '#web/lib/storage.ts'
import { columnOf } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit, expectLegible } from './fit.ts'
import { bar, field, openTab, saveButton } from './settings-page.ts'

// An installation of which nothing is known but its first admin.
test.use({ environment: { LEAD_API_URL: '', TELEGRAM_BOT_TOKEN: '' }, setup: null })
/** A sync that a busy machine gets to late, and is looked at again then. */
const LATE = { timeout: 45_000 }

const KEY = 'key-of-the-other-system'
const TOKEN = '100000:test'
const GROUP = { id: -1_000_777, title: 'Solar desk' }

/** Counts what a person does: clicks, and keys of what they type, where what they paste is one. */
function countHand(page: Page) {
  let [clicks, keys] = [0, 0]
  return {
    said: () => `${clicks} clicks, ${keys} keys`,
    async click(target: Locator) {
      clicks += 1
      await target.click()
    },
    async type(target: Locator, text: string, isPasted = false) {
      if (!(await target.evaluate((element) => element === document.activeElement))) clicks += 1
      keys += isPasted ? 1 : text.length
      await target.fill(text)
    },
    async press(key: string) {
      keys += 1
      await page.keyboard.press(key)
    },
  }
}

test('from an empty installation to a first cap that is planned, delivered and told', async ({
  page,
  capline,
  signIn,
}) => {
  const api = await startLeadApi({ token: KEY, source: capline.source, now: () => systemClock.now() })
  capline.source.put('leads', ...buildLeads(40, systemClock.now()))
  const anna = await signIn('admin')
  capline.telegram.addPerson({
    id: Number(anna.member.telegramId),
    first_name: 'Anna',
    username: anna.member.handle ?? '',
    started: true,
  })
  await page.goto('/')
  const hand = countHand(page)
  const list = page.getByRole('region', { name: /^To set up/ })
  const step = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  const act = (name: string) => list.getByRole('button', { name }).or(list.getByRole('link', { name }))

  await test.step('what is left is listed where everything is set up', async () => {
    await hand.click(page.getByRole('link', { name: 'Admin Panel' }))
    await expect(list).toContainText('To set up: 0 of 6 done')
    await expectFit(page)
  })

  await test.step('what is left is hidden by who does not want to see it, and found again', async () => {
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(page.getByText(/^To set up/)).toHaveCount(0)
    await expect(page.locator('#section-title')).toBeFocused()
    await page.reload()
    await page.getByRole('button', { name: 'What is left to set up' }).click()
    await expect(page.getByText(/^To set up/)).toBeVisible()
  })

  await test.step('the bot answers', async () => {
    await hand.click(act('Paste its token'))
    await expect(page.getByLabel('Bot API token', { exact: true })).toBeFocused()
    await hand.type(page.getByLabel('Bot API token', { exact: true }), TOKEN, true)
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/bot/test-token', async (route) => {
      await asked.promise
      await route.continue()
    })
    await hand.press('Enter')
    await expect(step('Telegram bot')).toContainText('Asking Telegram…')
    await expect(step('Telegram bot')).not.toContainText('Done')
    asked.resolve()
    await expect(step('Telegram bot')).toContainText(/Done: .*The token works\. It belongs to @/)
    await page.unroute('**/api/bot/test-token')
  })

  await test.step('the group of the bot is offered, and gets a test message', async () => {
    capline.telegram.addGroup(GROUP)
    await expect(step('Summary group')).toContainText(`The bot is in ${GROUP.title}.`)
    await hand.click(act('Choose the group'))
    await hand.click(page.getByRole('option', { name: GROUP.title }))
    await expect(bar(page)).toContainText(`The summary of broker caps goes to ${GROUP.title} at 08:00`)
    await hand.click(saveButton(page))
    await hand.click(step('Summary group').getByRole('button', { name: 'Send a test message to it' }))
    await expect(step('Summary group')).toContainText(botTexts.testSent)
    await capline.telegram.waitForMessage(GROUP.id, () => true, PATIENCE)
  })

  await test.step('the zone is right', async () => {
    await expect(step('Time zone')).toContainText('GMT+2: it is ')
    await hand.click(act('Keep this time zone'))
    await expect(step('Time zone')).toContainText('Done')
  })

  await test.step('the first feed is read', async () => {
    await hand.click(act('Set up the first feed'))
    await hand.click(page.getByRole('button', { name: 'Set up a feed' }))
    const dialog = page.getByRole('dialog')
    await hand.click(dialog.getByRole('button', { name: /^TrackBox/ }))
    await expect(dialog.getByLabel('Address')).toBeFocused()
    await hand.type(dialog.getByLabel('Address'), api.url, true)
    await hand.type(dialog.getByLabel('Key'), KEY, true)
    await hand.type(dialog.getByLabel('User name'), USERNAME, true)
    await hand.type(dialog.getByLabel('Password'), KEY, true)
    await hand.type(dialog.getByLabel('Advertiser of all rows'), 'B-7')
    await hand.click(dialog.getByRole('button', { name: 'Test the feed' }))
    await hand.click(dialog.getByRole('button', { name: 'Save feed' }))
    await expect(step('First feed')).toContainText('trackbox reads: 40 leads and 0 deposits in 24 hours.', LATE)
  })

  await test.step('the first advertiser, with the group that the bot is in', async () => {
    await hand.click(act('Add the first advertiser'))
    const form = page.getByRole('form', { name: 'Add an advertiser' })
    await hand.type(form.getByLabel('Advertiser ID'), 'B-7')
    await hand.type(form.getByLabel('Name'), 'Solar')
    await hand.type(form.getByLabel('Initial group IDs (optional)'), String(GROUP.id), true)
    await hand.click(form.getByRole('button', { name: 'Add advertiser' }))
    await expect(step('First advertiser')).toContainText('1 advertiser, 1 with a group that the bot is in.')
    await expectLegible(page)
  })

  await test.step('with a second member nothing is left, and the list is gone', async () => {
    await hand.click(act('Add a second member'))
    const form = page.getByRole('form', { name: 'Add a team member' })
    await hand.type(form.getByLabel('Telegram ID'), '700001')
    await hand.press('Enter')
    await expect(list).toHaveCount(0)
    await openTab(page, 'Telegram')
    await expect(field(page, 'Summary group ID')).toHaveValue(String(GROUP.id))
    await expect(page.getByText('To set up')).toHaveCount(0)
  })

  await test.step('another browser says once that all is done, in a line', async () => {
    await page.evaluate((key) => localStorage.removeItem(key), storageKeys.setup)
    await page.reload()
    await expect(list).toContainText('To set up: 6 of 6 done')
    await expect(list.getByRole('listitem')).toHaveCount(0)
    await page.getByRole('link', { name: 'Plans' }).click()
    await expect(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible()
    await page.goBack()
    await expect(field(page, 'Summary group ID')).toBeVisible()
    await expect(list).toHaveCount(0)
  })

  await test.step('a cap is planned, delivered, and told in the group', async () => {
    await hand.click(page.getByRole('link', { name: 'Dashboard', exact: true }))
    const column = columnOf(page, 'Today')
    await hand.click(column.getByRole('button', { name: '+ Add cap' }).first())
    const form = page.getByRole('dialog', { name: 'Add new cap' })
    await expect(form.getByLabel(/^Geo/)).toBeFocused()
    await hand.type(form.getByLabel(/^Geo/), 'jp')
    await hand.type(form.getByLabel(/^Cap/), '1')
    await hand.type(form.getByRole('combobox', { name: 'Affiliate ID' }), '44')
    await hand.type(form.getByRole('combobox', { name: 'Advertiser ID' }), 'B-7')
    await hand.press('Enter')
    await expect(page.getByText('Cap saved')).toBeVisible()
    const lead = { id: 'first', createdAt: formatInstant(systemClock.now()), geo: 'JP', sourceNumber: '44' }
    capline.source.put('leads', { ...lead, advertiserId: 'B-7', email: 'somebody@mail.test', status: 'New' })
    await hand.click(page.getByRole('button', { name: 'Run lead sync' }))
    await expect(page.getByText('Lead sync completed (1 new leads, 0 new deposits).')).toBeVisible()
    await capline.telegram.waitForMessage(GROUP.id, ({ text }) => text.includes('100'), PATIENCE)
    expect(hand.said()).toBe('29 clicks, 34 keys')
  })
  await api.close()
})
