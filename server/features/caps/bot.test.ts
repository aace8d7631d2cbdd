import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { capTexts } from '#contract/texts/caps.ts'
import { capKeyboard } from '#domain/sentences/cap-buttons.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, HOUR } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { createSecrets } from '#platform/secrets.ts'
import { newId } from '#platform/db/ids.ts'
import { syncCommands } from '#server/features/bot/sync-bot.ts'
import { buttonPages } from '#server/features/outbox/page-bot.ts'
import { pauseScopes } from '#server/features/pauses/edit-service.ts'
import { readStandingPauses } from '#server/features/pauses/service.ts'
import { linkCommands } from '#server/features/partners/link-bot.ts'
import { allowCommands } from '#server/features/settings/allow-bot.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { ANNA, BORIS, buildReply, GROUP } from '#testing/bot.ts'
import { plantPauses } from '#testing/payout-pauses.ts'
import { startTalk, type Talk } from '#testing/talk.ts'
import { capAlerts } from './alert-bot.ts'
import { readMutedCaps } from './alert-service.ts'
import { capQuestions } from './bot.ts'

const TODAY = parseDay('2026-11-21') ?? neverDay()

let talk: Talk
let syncs: string[]

beforeEach(async () => {
  syncs = []
  talk = await startTalk((bot) => [
    capQuestions,
    capAlerts({ db: bot.database.db, clock: bot.clock }),
    buttonPages,
    syncCommands(async (_tx, by) => {
      syncs.push(by)
      return null
    }),
    linkCommands(bot),
    allowCommands({ ...bot, secrets: createSecrets(APP_SECRET) }),
  ])
  await talk.addMember(ANNA, 'admin')
  await talk.addPartner('advertiser', 'B-1', 'Nord')
  await talk.addPartner('publisher', '44', 'North')
})

afterEach(() => talk.bot.close())

function neverDay(): never {
  throw new Error('no day')
}

async function plantCap(
  kind: 'broker' | 'affiliate',
  fields: { geo: string; source: string; cap: number; day?: Day; advertiser?: string },
): Promise<string> {
  const id = newId()
  const { geo, source, cap, day = TODAY, advertiser = 'B-1' } = fields
  const own = kind === 'broker' ? { advertiser_id: advertiser, advertiser_name: `Name of ${advertiser}` } : {}
  await talk.bot.database.db
    .insertInto('caps')
    .values({
      id,
      kind,
      date: day,
      geo,
      geo_key: geo,
      cap,
      source_number: source,
      created_by: 'x',
      version: 1,
      ...stamps,
      ...own,
    })
    .execute()
  return id
}

const stamps = { always_on: false, created_at: '2026-11-20T00:00:00Z', updated_at: '2026-11-20T00:00:00Z' }

async function deliver(geo: string, source: string, leads: number, advertiser = 'B-1'): Promise<void> {
  await talk.bot.database.db
    .insertInto('delivered_by_broker')
    .values({ day: TODAY, geo_key: geo, advertiser_id: advertiser, source_number: source, leads, deposits: 1 })
    .execute()
}

describe('questions', () => {
  beforeEach(async () => {
    await plantCap('broker', { geo: 'DE', source: '44', cap: 20 })
    await plantCap('broker', { geo: 'FR', source: '45', cap: 10, advertiser: 'B-2' })
    await plantCap('affiliate', { geo: 'DE', source: '44', cap: 30 })
    await plantCap('affiliate', { geo: 'IT', source: '45', cap: 5, day: addDays(TODAY, 1) })
    await deliver('DE', '44', 7)
  })

  test('/today, /tomorrow, /caps and /stats answer from the counts of the day', async () => {
    expect((await talk.ask(ANNA, ANNA, '/today'))?.text).toBe(
      [
        'Today · Sat 21 Nov 2026 (GMT+2)',
        '',
        'Broker caps 7 / 30 · 2 caps',
        '🇩🇪 DE 7 / 20',
        '#44 · Name of B-1: 7 / 20',
        '🇫🇷 FR 0 / 10',
        '#45 · Name of B-2: 0 / 10',
        '',
        'Affiliate caps 7 / 30 · 1 cap',
        '🇩🇪 DE 7 / 30',
        '#44: 7 / 30',
      ].join('\n'),
    )
    expect((await talk.ask(ANNA, ANNA, '/tomorrow'))?.text).toContain('🇮🇹 IT 0 / 5')
    expect((await talk.ask(ANNA, ANNA, '/caps 21.11 fr'))?.text).toContain('Broker caps 0 / 10 · 1 cap')
    expect((await talk.ask(ANNA, ANNA, '/caps Monday'))?.text).toContain('Mon 23 Nov 2026 (GMT+2)\nNo caps.')
    expect((await talk.ask(ANNA, ANNA, '/caps soon or later'))?.text).toContain('is not one day and one geo')
    expect((await talk.ask(ANNA, ANNA, '/stats 20-22 Nov'))?.text).toContain('“20-22 Nov” is not one day and one geo')
    expect((await talk.ask(ANNA, ANNA, '/stats'))?.text).toContain('Leads 7 · deposits 1')
    expect((await talk.ask(ANNA, ANNA, '/stats'))?.text).toContain('2 caps · 0 full · 1 without leads')
  })

  test('/stats does not count a cap as without leads that was paused all day, but one that was paused for hours', async () => {
    await plantCap('broker', { geo: 'AT', source: '46', cap: 10 })
    const from = zoneOf(DEFAULT_ZONE).startOf(TODAY)
    const scope = { geo: null, advertiserId: null }
    await plantPauses(talk.bot.database.db, [
      { ...scope, sourceNumber: '45', from, until: null },
      { ...scope, sourceNumber: '46', from, until: addMilliseconds(from, 6 * HOUR) },
    ])
    expect((await talk.ask(ANNA, ANNA, '/stats'))?.text).toContain('3 caps · 0 full · 1 without leads')
  })

  test('a group that is somebody’s sees only what is theirs, whoever asks', async () => {
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    await talk.addPartner('publisher', '45', 'South', GROUP.id)
    const tomorrow = await talk.ask(GROUP, ANNA, '/tomorrow')
    expect(tomorrow?.text).toContain('🇮🇹 IT 0 / 5')
    const today = await talk.ask(GROUP, ANNA, '/today')
    expect(today?.text).toContain('No caps.')
    expect((await talk.ask(GROUP, ANNA, '/stats'))?.text).not.toContain('Leads 7')
  })

  test('strangers, and groups that are not allowed, hear nothing', async () => {
    expect(await talk.ask(BORIS, BORIS, '/today')).toBeNull()
    expect(await talk.ask(GROUP, ANNA, '/stats')).toBeNull()
  })
})

describe('for admins', () => {
  test('/allow says why a group cannot be allowed', async () => {
    const value = Array.from({ length: 500 }, (_, index) => String(-5000 - index)).join('\n')
    const setting = { key: 'allowed_group_ids', updated_at: '2026-11-21T10:00:00Z', updated_by: 'test' }
    await talk.bot.database.db
      .insertInto('settings')
      .values({ ...setting, value })
      .execute()
    expect((await talk.ask(GROUP, ANNA, '/allow'))?.text).toBe('At most 500 groups.')
  })

  test('/allow and /link work in any group that the bot is in', async () => {
    expect((await talk.ask(GROUP, ANNA, '/allow'))?.text).toBe('Members may now use commands in this group.')
    const setting = await talk.bot.database.db.selectFrom('settings').select('value').execute()
    expect(setting).toEqual([{ value: String(GROUP.id) }])
    expect((await talk.ask(GROUP, ANNA, '/link advertiser b-1'))?.text).toBe(
      'This group now belongs to the advertiser Nord.',
    )
    expect((await talk.ask(GROUP, ANNA, '/link source 99'))?.text).toContain('No source has the number 99.')
    await talk.addPartner('advertiser', 'B-7', 'Alster Insurance')
    expect((await talk.ask(GROUP, ANNA, '/link advertiser Alster'))?.text).toBe(
      'No advertiser has the ID Alster. Did you mean Alster Insurance (B-7)?',
    )
    await talk.addPartner('advertiser', 'B-8', 'Alster Media')
    expect((await talk.ask(GROUP, ANNA, '/link advertiser Alster'))?.text).toContain('Add it in the Control Center')
    expect((await talk.ask(GROUP, ANNA, '/link'))?.text).toContain('/link advertiser ID')
    expect((await talk.ask(ANNA, ANNA, '/link source 44'))?.text).toContain('in the group')
    const actions = await talk.bot.database.db.selectFrom('changes').select('action').orderBy('id').execute()
    expect(actions.map(({ action }) => action)).toEqual(['setting.changed', 'advertiser.changed'])
  })

  test('/sync asks for one at once; an editor has no such command', async () => {
    await talk.addMember(BORIS, 'editor')
    expect((await talk.ask(ANNA, ANNA, '/sync'))?.text).toBe('A lead sync has started.')
    expect((await talk.ask(BORIS, BORIS, '/sync'))?.text).toContain('There is no command /sync')
    expect(await talk.ask(GROUP, BORIS, '/allow')).toBeNull()
    expect(syncs).toEqual([`@m${ANNA.id}`])
  })
})

describe('buttons under an alert', () => {
  async function alertOf(id: string): Promise<void> {
    talk.bot.summaryGroupIds = [String(GROUP.id)]
    const replyMarkup = capKeyboard([{ _id: id, geo: 'DE', sourceNumber: '44' }])
    const message = await talk.bot.enqueue({ ...buildReply('DE is at 80%', GROUP.id), replyMarkup })
    await talk.bot.settled(message, 'sent')
  }

  test('raise, pause, copy and mute the cap, with their history', async () => {
    const id = await plantCap('affiliate', { geo: 'DE', source: '44', cap: 20 })
    await deliver('DE', '44', 7)
    await alertOf(id)
    expect(await talk.press(GROUP, ANNA, '+10')).toBe('DE / source 44: the cap is 30 now.')
    expect(await talk.press(GROUP, ANNA, 'Pause')).toBe('Paused: DE / source 44, until tonight.')
    expect(await talk.press(GROUP, ANNA, 'Pause')).toBe('DE / source 44 is paused already, until tonight or longer.')
    expect(await talk.press(GROUP, ANNA, 'Copy to next day')).toBe('DE / source 44 is copied to the next day.')
    expect(await talk.press(GROUP, ANNA, 'Copy to next day')).toBe('DE / source 44 exists on the next day already.')
    expect(await talk.press(GROUP, ANNA, 'Mute this day')).toBe('DE / source 44: no more alerts on this day.')
    expect(await readMutedCaps(talk.bot.database.db, [id])).toEqual(new Set([id]))
    const rows = await talk.bot.database.db.selectFrom('caps').select(['date', 'cap']).orderBy('date').execute()
    expect(rows).toEqual([
      { date: TODAY, cap: 30 },
      { date: addDays(TODAY, 1), cap: 30 },
    ])
    const actions = await talk.bot.database.db.selectFrom('changes').select(['action', 'actor']).orderBy('id').execute()
    expect(actions).toEqual(
      ['cap.changed by button', 'pause.begun', 'cap.created by button'].map((action) => ({
        action,
        actor: `@m${ANNA.id}`,
      })),
    )
  })

  test('pause until tonight what is paused for less', async () => {
    const { db } = talk.bot.database
    const id = await plantCap('affiliate', { geo: 'DE', source: '44', cap: 20 })
    await alertOf(id)
    const until = addMilliseconds(talk.bot.clock.now(), HOUR)
    const scopes = [{ geo: 'DE', advertiserId: null, sourceNumber: '44' }]
    const wish = { scopes, from: null, until, reason: 'quality', note: null } as const
    const anna = { _id: 'a', telegramId: String(ANNA.id), handle: 'anna', role: 'editor' } as const
    await pauseScopes({ db, clock: talk.bot.clock }, anna, wish, 'board')
    expect(await talk.press(GROUP, ANNA, 'Pause')).toBe('Paused: DE / source 44, until tonight.')
    expect(await talk.press(GROUP, ANNA, 'Pause')).toBe('DE / source 44 is paused already, until tonight or longer.')
    expect(await readStandingPauses(db, until)).toMatchObject([{ reason: 'quality', endedAt: null }])
    await alertOf(await plantCap('affiliate', { geo: 'DE', source: '51', cap: 20 }))
    const planned = {
      ...wish,
      scopes: [{ geo: 'DE', advertiserId: null, sourceNumber: '51' }],
      from: until,
      until: null,
    }
    await pauseScopes({ db, clock: talk.bot.clock }, anna, planned, 'board')
    expect(await talk.press(GROUP, ANNA, 'Pause')).toBe('Paused: DE / source 51, until somebody resumes it.')
  })

  test('do nothing to a cap whose day is over; copying it to a day that is not still works', async () => {
    const id = await plantCap('affiliate', { geo: 'DE', source: '44', cap: 20 })
    await alertOf(id)
    talk.bot.clock.advance(DAY)
    for (const button of ['+10', 'Pause', 'Mute this day']) {
      expect(await talk.press(GROUP, ANNA, button)).toBe('DE / source 44: its day is over.')
    }
    expect(await talk.press(GROUP, ANNA, 'Copy to next day')).toBe('DE / source 44 is copied to the next day.')
    talk.bot.clock.advance(DAY)
    expect(await talk.press(GROUP, ANNA, 'Copy to next day')).toBe('DE / source 44: its day is over.')
    const rows = await talk.bot.database.db.selectFrom('caps').select(['date', 'cap']).orderBy('date').execute()
    expect(rows.map(({ cap }) => cap)).toEqual([20, 20])
    expect(await readMutedCaps(talk.bot.database.db, [id])).toEqual(new Set())
  })

  test('copy no cap whose advertiser was deleted, and say why', async () => {
    await alertOf(await plantCap('broker', { geo: 'DE', source: '44', cap: 20, advertiser: 'B-9' }))
    expect(await talk.press(GROUP, ANNA, 'Copy to next day')).toBe(capTexts.unknownAdvertiser('B-9'))
    expect(await talk.press(GROUP, ANNA, '+10')).toContain('the cap is 30 now.')
  })

  test('of more caps than have room are reached page by page, each press once', async () => {
    const ids: string[] = []
    for (let source = 1; source <= 19; source += 1)
      ids.push(await plantCap('affiliate', { geo: 'DE', source: String(source), cap: 20 }))
    talk.bot.summaryGroupIds = [String(GROUP.id)]
    const caps = ids.map((_id, index) => ({ _id, geo: 'DE', sourceNumber: String(index + 1) }))
    await talk.bot.settled(
      await talk.bot.enqueue({ ...buildReply('19 caps', GROUP.id), replyMarkup: capKeyboard(caps) }),
      'sent',
    )
    const shows = async (button: string) => {
      await expect.poll(() => talk.lastOf(GROUP)?.buttons).toContain(button)
    }
    await shows('9–16 of 19 ▶')
    expect(await talk.press(GROUP, BORIS, '9–16 of 19 ▶')).toBe('')
    await Promise.all([1, 2].map(() => talk.press(GROUP, ANNA, '9–16 of 19 ▶')))
    await shows('DE #16 +10')
    expect(await talk.press(GROUP, ANNA, '17–19 of 19 ▶')).toBe('')
    await shows('DE #19 +10')
    expect(await talk.press(GROUP, ANNA, 'DE #19 +10')).toBe('DE / source 19: the cap is 30 now.')
    const raised = talk.bot.database.db.selectFrom('caps').select('source_number').where('cap', '=', 30)
    expect(await raised.execute()).toEqual([{ source_number: '19' }])
    await talk.press(GROUP, ANNA, '◀ 9–16')
    await shows('◀ 1–8')
  })

  test('are turned only in the chat that they stand in', async () => {
    const id = await plantCap('affiliate', { geo: 'DE', source: '44', cap: 20 })
    const caps = Array.from({ length: 9 }, () => ({ _id: id, geo: 'DE', sourceNumber: '44' }))
    const elsewhere = await talk.bot.enqueue({ ...buildReply('elsewhere', GROUP.id), replyMarkup: capKeyboard(caps) })
    await talk.bot.settled(elsewhere, 'sent')
    const button = { text: 'Turn', callback_data: `page:2.${elsewhere}` }
    const here = { ...buildReply('here', ANNA.id), replyMarkup: { inline_keyboard: [[button]] } }
    await talk.bot.settled(await talk.bot.enqueue(here), 'sent')
    expect(await talk.press(ANNA, ANNA, 'Turn')).toBe('These buttons are too old.')
  })

  test('do nothing for a stranger, and nothing to a cap that is gone', async () => {
    const id = await plantCap('affiliate', { geo: 'DE', source: '44', cap: 20 })
    await alertOf(id)
    expect(await talk.press(GROUP, BORIS, '+10')).toBe('')
    await talk.bot.database.db.deleteFrom('caps').execute()
    expect(await talk.press(GROUP, ANNA, '+10')).toBe('This cap no longer exists.')
  })
})
