import { analyticsFileCalls } from '#contract/analytics-files.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { analyticsFileTexts } from '#contract/texts/analytics-files.ts'
import { PATIENCE } from '#testing/patience.ts'
import { open, plant, today } from './analytics-page.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

const GROUP = -1_000_840_001

test('a table is scheduled for a chat, tried, paused and removed', async ({ page, capline, signIn, consoleNoise }) => {
  const { member } = await signIn('admin')
  await plant(capline)
  capline.telegram.plant({ groups: [{ id: GROUP, title: 'Sales' }] })
  const chat = { chat_id: String(GROUP), title: 'Sales', type: 'supergroup', is_member: true }
  await capline.db
    .insertInto('bot_chats')
    .values({ ...chat, updated_at: '2026-11-26T06:00:00Z' })
    .execute()
  consoleNoise.allow(/503/)
  await page.route('**/api/bot/chats', (route) => route.fulfill({ status: 503 }))
  await open(page)
  const dialog = page.getByRole('dialog', { name: 'Schedule a table' })
  const cards = dialog.getByRole('article')

  await test.step('of the table as it is seen; what is missing is told at its field', async () => {
    await page.getByRole('button', { name: 'Schedule this table…' }).first().click()
    await expect(dialog.getByText('GEOs, sorted as on the screen.')).toBeVisible()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/bot/chats')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Schedule file' }).click()
    await expect(dialog.getByText('Choose a chat.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Chat', exact: true }).click()
    await page.getByRole('option', { name: 'Sales' }).click()
    await dialog.getByLabel('Days').selectOption('Today')
    await dialog.getByLabel(/^At/).fill('7:5')
    await dialog.getByRole('button', { name: 'Schedule file' }).click()
    await expect(dialog.getByText('A time of day is written like 08:00.')).toBeVisible()
    await dialog.getByLabel(/^At/).fill('07:05')
    await dialog.getByLabel('Sat').check()
    await dialog.getByLabel('Sun').check()
    await dialog.getByRole('button', { name: 'Schedule file' }).click()
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText('GEOs, today · CSVNot sent yetevery day at 07:05 to Sales. Yours.')
    await expectFit(page)
  })

  await test.step('it is sent now to be tried, and is in the chat', async () => {
    await cards.getByRole('button', { name: 'Send now' }).click()
    const sent = await capline.telegram.waitForMessage(GROUP, ({ document }) => document !== undefined, PATIENCE)
    expect(sent.document?.file_name).toBe(`analytics-geo-${today()}-${today()}.csv`)
    const text = Buffer.from(sent.document?.url.split(',')[1] ?? '', 'base64').toString()
    expect(text).toContain(`GEO (${today()} in GMT+2),Leads,Deposits,Conversion Rate %`)
    await expect(cards.getByText('Sent', { exact: true })).toBeVisible()
  })

  await test.step('paused it does not go; changed it goes elsewhere; removed it is gone', async () => {
    await cards.getByRole('button', { name: 'Pause' }).click()
    await expect(cards).toContainText('Paused: not sent.')
    await cards.getByRole('button', { name: 'Resume' }).click()
    await expect(cards).toContainText('Next ')
    await cards.getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await cards.getByLabel('Format').selectOption('XLSX')
    await expect(cards.getByRole('button', { name: 'Pause' })).toBeDisabled()
    await cards.getByRole('button', { name: 'Cancel' }).click()
    await expectAccessible(page)
    await cards.getByRole('button', { name: 'Keep editing' }).click()
    await expect(cards.getByLabel('Format')).toHaveValue('xlsx')
    await dialog.getByRole('button', { name: 'Save file' }).click()
    await expect(cards).toContainText('GEOs, today · XLSX')
    await dialog.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of scheduled files' })
    await expect(history).toContainText('GEOs, today: format CSV → XLSX')
    await expect(history).toContainText(`@${member.handle}`)
    await history.getByRole('button', { name: 'Close' }).click()
    await cards.getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await cards.getByLabel('Format').selectOption('CSV')
    await cards.getByRole('button', { name: 'Cancel' }).click()
    await cards.getByRole('button', { name: 'Discard' }).click()
    await expect(cards.getByLabel('Format')).toHaveCount(0)
    await cards.getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove file' }).click()
    await expect(cards).toHaveCount(0)
  })

  await test.step('what somebody else changes meanwhile is taken over, and saved with what was typed', async () => {
    const other = await capline.signIn('admin')
    const wish = { table: 'geo', preset: 'today', sort: 'name', descending: false, format: 'csv' } as const
    const body = { ...wish, chatId: String(GROUP), weekdays: [1, 2], time: '07:05' }
    const { _id: id } = await other.call(analyticsFileCalls.add, { body })
    await cards.getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await cards.getByLabel(/^At/).fill('09:30')
    await cards.getByLabel('Mon').uncheck()
    await cards.getByLabel('Days').selectOption('Yesterday')
    const changed = { preset: 'last-week', format: 'xlsx' } as const
    const theirs = { ...body, ...changed, weekdays: [1, 2, 3], isPaused: true }
    await other.call(analyticsFileCalls.change, { params: { id }, body: theirs })
    consoleNoise.allow(/409/)
    await dialog.getByRole('button', { name: 'Save file' }).click()
    await expect(page.getByText(analyticsFileTexts.stale)).toBeVisible()
    await expect(cards.getByLabel('Days')).toHaveAccessibleDescription(callTexts.changedTo('Last week'))
    await dialog.getByRole('button', { name: 'Save file' }).click()
    await expect(cards.getByLabel('Days')).toHaveCount(0)
    const { files } = await other.call(analyticsFileCalls.list, {})
    const kept = { preset: 'yesterday', format: 'xlsx', weekdays: [2, 3], time: '09:30', isPaused: true }
    expect(files).toMatchObject([{ file: kept }])
    await other.call(analyticsFileCalls.remove, { params: { id } })
    await expect(cards).toHaveCount(0)
  })

  await test.step('what is typed into one that somebody removes stays, and saving says why it is not kept', async () => {
    const other = await capline.signIn('admin')
    const weekdays = [1]
    const wish = { table: 'geo', preset: 'today', sort: 'name', descending: false, format: 'csv' } as const
    const own = { chatId: other.member.telegramId, weekdays, time: '07:05' }
    const { _id: id } = await other.call(analyticsFileCalls.add, { body: { ...wish, ...own } })
    await cards.getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await expect(cards.getByRole('combobox', { name: 'Chat', exact: true })).toHaveValue(/^Its owner/)
    await cards.getByLabel(/^At/).fill('09:30')
    await other.call(analyticsFileCalls.remove, { params: { id } })
    consoleNoise.allow(/404/)
    const seen = page.waitForResponse((answer) => answer.url().endsWith('/api/analytics/files') && answer.ok())
    await dialog.getByRole('button', { name: 'Save file' }).click()
    await expect(page.getByText(analyticsFileTexts.notFound)).toBeVisible()
    await seen
    await expect(cards.getByLabel(/^At/)).toHaveValue('09:30')
    await cards.getByRole('button', { name: 'Cancel' }).click()
    await cards.getByRole('button', { name: 'Discard' }).click()
    await expect(cards).toHaveCount(0)
  })
})
