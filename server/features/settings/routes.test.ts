import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingCalls } from '#contract/settings.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import { maskSecret, MISSING_VALUE, SETTING_KEYS, settingOf } from '#domain/settings/settings.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { hearChanges } from '#testing/heard-changes.ts'
import { refusalOf } from '#testing/refusal.ts'

const TOKEN = '100000:test'
const OF_ENVIRONMENT = '999:of-the-environment'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ environment: { TELEGRAM_BOT_TOKEN: OF_ENVIRONMENT } })
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())
beforeEach(async () => {
  await capline.database.pool.query('truncate settings, changes')
})

const list = () => admin.call(settingCalls.list, {})
const history = () => admin.call(settingCalls.history, {})

const save = (key: string, value: string | number | boolean, by = admin) =>
  by.call(settingCalls.save, { params: { key }, body: { value } })

async function find(key: string) {
  return (await list()).find((setting) => setting.key === key)
}

/** As any program may send it, whatever the contract says. */
async function put(key: string, body: string) {
  const response = await fetch(`${capline.address}/api/settings/${key}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body,
  })
  const answer: unknown = await response.json()
  return { status: response.status, body: answer }
}

describe('the list', () => {
  test('has every key with its default, and nobody who set it', async () => {
    expect(await list()).toEqual(
      SETTING_KEYS.map((key) => ({
        key,
        value: key === 'telegram_bot_token' ? maskSecret(OF_ENVIRONMENT) : settingOf(key).fallback,
        secret: key === 'telegram_bot_token',
        updatedAt: null,
        updatedBy: null,
      })),
    )
  })

  test('is for admins only, as saving and the history are', async () => {
    for (const role of ['editor', 'viewer'] as const) {
      const other = await capline.signIn(role)
      for (const call of [
        () => other.call(settingCalls.list, {}),
        () => other.call(settingCalls.history, {}),
        () => save('title', 'Mine', other),
      ]) {
        expect(await refusalOf(call())).toMatchObject({ status: 403, message: callTexts.adminsOnly })
      }
    }
    expect((await refusalOf(capline.call(settingCalls.list, {}))).status).toBe(401)
    expect(await find('title')).toMatchObject({ value: 'Capline' })
  })
})

describe('saving', () => {
  test.each([
    ['summary_group_id', ' -1001234567890 ', '-1001234567890'],
    ['affiliate_summary_group_id', -100987, '-100987'],
    ['allowed_group_ids', '-1001\n\n -1002 \n-1001', '-1001\n-1002'],
    ['timezone', 'Asia/Tokyo', 'Asia/Tokyo'],
    ['summary_time', '7:30', '07:30'],
    ['leads_sync_interval_minutes', '14.6', '15'],
    ['leads_sync_interval_minutes', 10.125, '10'],
    ['leads_sync_interval_minutes', '1,440', '1440'],
    ['working_hours_alert_enabled', false, 'false'],
    ['working_hours_alert_lead_minutes', 44.6, '45'],
    ['always_on_reminder_enabled', 'false', 'false'],
    ['always_on_reminder_time', '', '09:00'],
    ['cap_alert_percents', '50, 100', '50,100'],
    ['ai_suggestion_enabled', 'true', 'true'],
    ['ai_suggestion_interval_minutes', '2.5', '3'],
    ['ai_suggestion_force_token', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
    ['invalid_statuses', 'Spam\nspam\nFake', 'Spam\nFake'],
    ['email_retention_days', '90', '90'],
    ['title', ' Night desk ', 'Night desk'],
    ['viewer_read_only', true, 'true'],
  ])('keeps %s of %j as %j', async (key, value, kept) => {
    const saved = await save(key, value)
    expect(saved).toMatchObject({ key, value: kept, secret: false, updatedBy: `@${admin.member.handle}` })
    expect(saved.updatedAt).not.toBeNull()
    expect(await find(key)).toEqual(saved)
  })

  test.each([
    ['telegram_bot_token', '', MISSING_VALUE],
    ['summary_time', ' ', MISSING_VALUE],
    ['title', '', MISSING_VALUE],
    ['leads_sync_interval_minutes', '', MISSING_VALUE],
    ['leads_sync_interval_minutes', '0', 'Interval must be a positive number of minutes.'],
    ['leads_sync_interval_minutes', '10.125', 'Write whole minutes without a point, for example 15.'],
    ['working_hours_alert_lead_minutes', -1, 'Lead time must be a positive number of minutes.'],
    ['ai_suggestion_interval_minutes', 'soon', 'AI suggestion interval must be a positive number of minutes.'],
    ['summary_group_id', '1.5', 'Group ID must be a whole number, for example -1001234567890.'],
    ['summary_time', '25:00', 'Time must be HH:MM from 00:00 to 23:59, for example 08:00.'],
    ['timezone', 'Mars/Olympus', 'Timezone must be one of the list.'],
    ['viewer_read_only', 'maybe', 'This must be true or false.'],
  ])('refuses %s of %j with its sentence, and keeps what stands', async (key, value, sentence) => {
    const refusal = await refusalOf(save(key, value))
    expect(refusal).toMatchObject({ status: 400, message: sentence })
    expect(refusal.details.errors).toEqual([{ path: 'value', message: sentence }])
    expect(await find(key)).toMatchObject({ updatedAt: null })
  })

  test.each(['{}', '{"value":null}', '{"value":["a"]}', '{"value":{"a":1}}'])(
    'says that a value is missing where the body is %s',
    async (body) => {
      expect(await put('title', body)).toMatchObject({ status: 400, body: { message: MISSING_VALUE } })
    },
  )

  test.each(['nothing', 'toString', '__proto__', 'Timezone', 'public'])('knows no setting called %s', async (key) => {
    expect(await put(key, '{"value":"x"}')).toEqual({ status: 404, body: { message: settingTexts.unknown } })
  })

  test('is seen by every screen at once, and told to every node', async () => {
    const change = { topic: 'settings', days: null }
    const told = await hearChanges(capline.database, async () => {
      await save('title', 'Night desk')
      await save('viewer_read_only', true)
    })
    expect(await capline.call(settingCalls.readPublic, {})).toMatchObject({ title: 'Night desk', viewerReadOnly: true })
    expect(told).toEqual([change, change])
  })

  test('of what stands already is no change', async () => {
    const first = await save('title', 'Night desk')
    expect(await save('title', 'Night desk')).toEqual(first)
    expect(await history()).toHaveLength(1)
  })
})

describe('the history', () => {
  test('says who changed what from what to what, newest first', async () => {
    const other = await capline.signIn('admin')
    await save('summary_time', '7:30')
    await save('summary_time', '6:00', other)
    expect(await history()).toMatchObject([
      { actor: `@${other.member.handle}`, key: 'summary_time', before: '07:30', after: '06:00' },
      { actor: `@${admin.member.handle}`, key: 'summary_time', before: '08:00', after: '07:30' },
    ])
  })

  test('is a chain without gaps, also where forty save one setting at once', async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `Desk ${index}`)
    await Promise.all(titles.map((title) => save('title', title)))
    const changes = (await history()).toReversed()
    expect(changes.map(({ after }) => after).toSorted()).toEqual(titles.toSorted())
    expect(changes.map(({ before }) => before)).toEqual(['Capline', ...changes.map(({ after }) => after).slice(0, -1)])
    expect(await find('title')).toMatchObject({ value: changes.at(-1)?.after })
  })
})

describe('the bot token', () => {
  const canary = '123456:AAEcanaryOfTheSettings-xyz'

  test('is never sent back: its last four characters are all that anybody sees', async () => {
    expect(await save('telegram_bot_token', canary)).toMatchObject({ secret: true, value: '••••-xyz' })
    await save('telegram_bot_token', `${canary}2`)
    expect(await find('telegram_bot_token')).toMatchObject({ secret: true, value: '••••xyz2' })
    expect(await history()).toMatchObject([
      { key: 'telegram_bot_token', before: '••••-xyz', after: '••••xyz2' },
      { key: 'telegram_bot_token', before: '', after: '••••-xyz' },
    ])
  })

  test('what cannot be one is refused with its form, and the one in use stays', async () => {
    await save('telegram_bot_token', canary)
    for (const typed of ['hello', '123456', 'AAEcanary', '123456:', ':AAE', '12 34:AAE', '123456:A/E']) {
      expect(await refusalOf(save('telegram_bot_token', typed))).toMatchObject({
        status: 400,
        message: 'A bot token looks like 123456:ABC-DEF, as BotFather gave it.',
      })
    }
    expect(await find('telegram_bot_token')).toMatchObject({ value: '••••-xyz' })
  })

  test('is kept sealed, and stands plainly in no table', async () => {
    await save('telegram_bot_token', canary)
    const { rows } = await capline.database.pool.query<{ found: string }>(
      `select string_agg(t::text, '') as found from (
        select row_to_json(s)::text as t from settings s union all select row_to_json(c)::text from changes c
        union all select row_to_json(l)::text from debug_logs l) rows`,
    )
    expect(rows[0]?.found).toContain('telegram_bot_token')
    expect(rows[0]?.found).not.toContain('canaryOfTheSettings')
    const { rows: sealed } = await capline.database.pool.query<{ value: null; sealed: Buffer }>(
      "select value, sealed from settings where key = 'telegram_bot_token'",
    )
    expect(sealed[0]?.value).toBeNull()
    expect(sealed[0]?.sealed.toString('latin1')).not.toContain('canary')
  })

  test('is in use without a restart: the bot that was deaf with the old one hears with the new one', async () => {
    const polled = () => capline.telegram.calls({ method: 'getUpdates' }).length
    expect(polled()).toBe(0)
    await save('telegram_bot_token', TOKEN)
    await expect.poll(() => polled()).toBeGreaterThan(0)
  })
})
