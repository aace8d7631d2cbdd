import { settingCalls } from '#contract/settings.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import type { TestCapline } from '#testing/capline.ts'
import { expectToast, searchIn } from './admin-page.ts'
import { bringLeads, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit, expectLegible } from './fit.ts'
import { bar, field, openSettings, pickZone, readValue, saveButton } from './settings-page.ts'

/** More leads than are moved while somebody waits: one every half hour. */
async function plantManyLeads({ database }: TestCapline): Promise<void> {
  await database.pool.query(
    `insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, advertiser_id)
    select 'main', i::text, at, (at at time zone 'Etc/GMT-2')::date, 'DE', 'DE', '44', 'adv-1'
    from generate_series(1, 2400) i,
      lateral (select '2026-11-22T22:00:00Z'::timestamptz - i * interval '30 minutes' as at) t`,
  )
}

test('a zone says what it moves before it is saved, and can be left', async ({ page, capline, signIn }) => {
  const admin = await signIn('admin')
  bringLeads(capline, 2)
  await capline.sync()
  await capline.database.pool.query(
    `update leads set created_at = '2026-11-20T20:00:00Z', day = '2026-11-20' where external_id = 'DE-44-0';
    update leads set created_at = '2026-11-20T10:00:00Z', day = '2026-11-20' where external_id = 'DE-44-1'`,
  )
  await openSettings(page, 'days')
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/settings/timezone/preview*', async (route) => {
    await asked.promise
    await route.continue()
  })
  await pickZone(page, 'Asia/Tokyo')
  await field(page, 'Summary time').fill('07:15')
  await page.keyboard.press('Enter')
  await expectToast(page, settingTexts.zoneUnseen)
  expect(await readValue(admin, 'summary_time')).toBe('07:15')
  expect(await readValue(admin, 'timezone')).toBe('Etc/GMT-2')
  await expect(saveButton(page)).toBeDisabled()
  asked.resolve()
  await expect(bar(page).getByText('1 lead moves to another day.')).toBeVisible()
  await expectFit(page)
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'Timezone')).toHaveValue('GMT+2')
  await expect(page.locator('#section-title')).toBeFocused()
  expect(await readValue(admin, 'timezone')).toBe('Etc/GMT-2')

  // A Tab takes what was found, too; of a list that nobody has typed in, it takes nothing.
  await field(page, 'Timezone').fill('tokyo')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Timezone')).toHaveValue('Asia/Tokyo')
  // What is typed and erased again searches for nothing.
  await field(page, 'Timezone').press('End')
  for (const key of ['x', 'Backspace', 'Tab']) await page.keyboard.press(key)
  await expect(field(page, 'Timezone')).toHaveValue('Asia/Tokyo')
  await pickZone(page, 'GMT+2')
  await expect(bar(page)).toHaveCount(0)
  await field(page, 'Timezone').press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Timezone')).toHaveValue('GMT+2')
  await field(page, 'Timezone').fill('tokyo')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Timezone')).toHaveValue('GMT+2')

  await searchIn(field(page, 'Timezone'), 'tokyo')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Timezone')).toHaveValue('Asia/Tokyo')
  await saveButton(page).click()
  await expectToast(page, settingTexts.saved)
  await expect.poll(() => readValue(admin, 'timezone')).toBe('Asia/Tokyo')
  await expect(page.locator('#section-title')).toBeFocused()
  const { rows } = await capline.database.pool.query<{ day: string }>('select day from leads order by created_at')
  expect(rows.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])

  await test.step('the board and the view of a day have the days of that zone', async () => {
    // Saturday in the zone by default, Sunday in Tokyo.
    await page.clock.setFixedTime('2026-11-21T16:00:00Z')
    await openBoard(page)
    const chips = page.getByRole('group', { name: 'Days on the board' }).getByRole('button')
    await expect(chips).toHaveCount(18)
    await expect(chips.nth(3)).toHaveAccessibleName('Today · Sun 22 Nov')
    await page.goto('/day/x/full')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today · Sun 22 Nov')
  })

  await test.step('leads that are listed are those of the days of the zone, also when it changes', async () => {
    await page.goto('/leads?to=2026-11-20')
    const leads = page.getByRole('table', { name: 'Leads' }).locator('tbody > tr')
    await expect(leads).toHaveText([/DE-44-1/])
    // Early on a day there is late on the one before here.
    await admin.call(settingCalls.save, { params: { key: 'timezone' }, body: { value: 'Etc/GMT-2' } })
    await expect(page.getByText('Days and times are GMT+2.')).toBeVisible()
    await expect(leads).toHaveCount(2)
  })
})

test('over many leads it goes on in the background, with its progress', async ({ page, capline, signIn }) => {
  const admin = await signIn('admin')
  await plantManyLeads(capline)
  const holder = await capline.database.pool.connect()
  await holder.query("begin; update leads set email = 'held' where external_id::integer <= 48")
  await openSettings(page, 'days')
  await pickZone(page, 'Asia/Tokyo')
  await saveButton(page).click()
  await expectToast(page, settingTexts.zoneStarted('Asia/Tokyo'))
  const progress = page.getByRole('progressbar', { name: 'Changing to Asia/Tokyo' })
  await expect(progress).toBeVisible()
  // Not yet: a toast that said so would stand beside that one.
  expect(await page.getByRole('alert').filter({ hasText: settingTexts.saved }).count()).toBe(0)
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(10)
  await expect(field(page, 'Timezone')).toBeDisabled()
  await expect(field(page, 'Timezone')).toHaveValue('GMT+2')
  await expectLegible(page)
  await holder.query('rollback')
  holder.release()
  await expect(progress).toHaveCount(0)
  await expect(field(page, 'Timezone')).toHaveValue('Asia/Tokyo')
  await expect(field(page, 'Timezone')).toBeEnabled()
  expect(await readValue(admin, 'timezone')).toBe('Asia/Tokyo')
})
