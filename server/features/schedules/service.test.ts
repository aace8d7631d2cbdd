import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AFFILIATE_GROUP,
  deliver,
  endSync,
  startTestSchedules,
  SUMMARY_GROUP,
  type SyncEnd,
  type TestSchedules,
} from '#testing/schedules.ts'

let schedules: TestSchedules

beforeAll(async () => {
  schedules = await startTestSchedules('2026-11-21T05:00:00Z')
})

afterAll(() => schedules.database.close())

beforeEach(async () => {
  await schedules.forget()
  for (const [key, value] of Object.entries(USUAL)) await schedules.set(key, value)
  schedules.events.clear()
  await schedules.look('2026-11-21T05:00:00Z')
})

const USUAL = {
  summary_group_id: SUMMARY_GROUP,
  summary_time: '08:00',
  working_hours_alert_enabled: 'true',
  always_on_reminder_enabled: 'true',
  cap_alert_percents: '80,100',
}

const SET_BACK = 'the clock was set back; what is due is checked again'

async function texts(): Promise<string[]> {
  return (await schedules.told()).map(({ text }) => text)
}

describe('the daily summary', () => {
  test('tells of today by geo, broker and source, of yesterday, and of what got no leads', async () => {
    await schedules.addCap({ date: '2026-11-21', cap: 20 })
    await schedules.addCap({ date: '2026-11-21', cap: 10, source: '51' })
    await schedules.addCap({ date: '2026-11-20', cap: 20 })
    await schedules.addCap({ date: '2026-11-20', cap: 10, source: '51' })
    await deliver(schedules, { day: '2026-11-21', leads: 3 })
    await deliver(schedules, { day: '2026-11-20', leads: 18 })
    await schedules.look('2026-11-21T07:00:00Z')
    const [affiliate, broker] = await schedules.told()
    expect(affiliate).toMatchObject({ chatId: AFFILIATE_GROUP, key: 'summary:affiliate:2026-11-21' })
    expect(broker).toMatchObject({ chatId: SUMMARY_GROUP, key: 'summary:broker:2026-11-21' })
    expect(broker?.text).toBe(
      [
        '<b>Broker caps · Sat 21 Nov 2026</b>',
        'Today: 3 / 30 leads, 2 caps',
        '',
        '<b>🇩🇪 DE</b> 3 / 30',
        'Advertiser 101 3 / 30: #44 3 / 20 · #51 0 / 10',
        '',
        '<b>Yesterday</b>: 18 / 30 leads (60%)',
        '',
        '<b>Yesterday without a lead</b>',
        '🇩🇪 DE · Advertiser 101 · #51 · 10 planned',
      ].join('\n'),
    )
  })

  test('a yesterday of more leads than were planned is whole, as it is on the board', async () => {
    await schedules.addCap({ date: '2026-11-20', cap: 20 })
    await deliver(schedules, { day: '2026-11-20', leads: 22 })
    await schedules.look('2026-11-21T07:00:00Z')
    expect((await texts())[1]).toContain('<b>Yesterday</b>: 22 / 20 leads (100%)')
  })

  test('a change of the time minutes before moves it, and one after it does not repeat it', async () => {
    await schedules.look('2026-11-21T06:58:00Z')
    await schedules.set('summary_time', '08:30')
    await schedules.look('2026-11-21T07:00:00Z')
    expect(await texts()).toEqual([])
    await schedules.look('2026-11-21T07:30:00Z')
    expect(await texts()).toHaveLength(2)
    await schedules.set('summary_time', '09:00')
    await schedules.look('2026-11-21T08:00:00Z')
    expect((await texts()).filter((text) => text.includes('Sat 21'))).toHaveLength(2)
    await schedules.look('2026-11-22T08:00:00Z')
    expect((await texts()).filter((text) => text.includes('Sun 22'))).toHaveLength(2)
  })

  test('missed for less than an hour it comes late and says so; older it is dropped, and the log says so', async () => {
    await schedules.look('2026-11-21T07:40:00Z')
    expect((await texts())[0]).toContain('Sent late: this was due at 08:00.')
    await schedules.look('2026-11-22T12:00:00Z')
    expect(await texts()).toHaveLength(2)
    expect(schedules.events.entries).toContainEqual(
      expect.objectContaining({ key: 'summary:broker:2026-11-22', verdict: 'dropped', level: 40 }),
    )
  })

  test('without a group nobody is told', async () => {
    await schedules.set('summary_group_id', '')
    await schedules.look('2026-11-21T07:00:00Z')
    expect((await schedules.told()).map(({ chatId }) => chatId)).toEqual([AFFILIATE_GROUP])
  })
})

test('what a clock that was ahead decided is decided again once it is set back, and nothing is sent twice', async () => {
  const keys = async () => (await schedules.told()).map(({ key }) => key)
  await schedules.addCap({ date: '2026-11-23', hours: '08:00-12:00' })
  // Two days ahead: the summaries before it are dropped, and what is due there is told.
  await schedules.look('2026-11-23T07:00:00Z')
  const early = await keys()
  expect(early).toContain('opens:broker:2026-11-23T08:00')
  expect(early).not.toContain('summary:broker:2026-11-22')

  await schedules.look('2026-11-21T05:10:00Z')
  await schedules.look('2026-11-22T07:00:00Z')
  await schedules.look('2026-11-23T07:00:00Z')
  const all = await keys()
  expect(all).toContain('summary:broker:2026-11-22')
  expect(all).toHaveLength(new Set(all).size)
  expect(schedules.events.entries).toContainEqual(expect.objectContaining({ msg: SET_BACK }))
})

test('what became due while the clock was ahead is told late', async () => {
  await schedules.look('2026-11-23T05:30:00Z')
  await schedules.look('2026-11-21T07:20:00Z')
  expect((await schedules.told()).map(({ key }) => key)).toContain('summary:broker:2026-11-21')
})

test('clocks of nodes that differ by seconds are no clock that was set back', async () => {
  await schedules.look('2026-11-21T05:00:30Z')
  await schedules.look('2026-11-21T05:00:00Z')
  expect(schedules.events.entries).not.toContainEqual(expect.objectContaining({ msg: SET_BACK }))
})

describe('working hours', () => {
  test('one message before and one at the start, for all caps of a kind', async () => {
    for (const source of ['44', '51']) await schedules.addCap({ date: '2026-11-21', source, hours: '07:30-12:00' })
    await schedules.addCap({ date: '2026-11-21', source: '60', hours: '07:31-12:00' })
    // A cap of 0 is closed.
    await schedules.addCap({ date: '2026-11-21', source: '61', cap: 0, hours: '07:30-12:00' })
    await schedules.look('2026-11-21T06:00:00Z')
    await schedules.look('2026-11-21T06:30:00Z')
    expect(await texts()).toEqual([
      [
        '<b>Broker caps · open at 07:30, in 30 minutes</b>',
        '🇩🇪 DE · Advertiser 101 · #44 · 20 leads · 07:30-12:00',
        '🇩🇪 DE · Advertiser 101 · #51 · 20 leads · 07:30-12:00',
      ].join('\n'),
      expect.stringContaining('open at 07:31, in 1 minute'),
      expect.stringContaining('open since 07:30'),
    ])
  })

  test('switched off: nobody is told', async () => {
    await schedules.set('working_hours_alert_enabled', 'false')
    await schedules.addCap({ date: '2026-11-21', hours: '07:30-12:00' })
    await schedules.look('2026-11-21T06:30:00Z')
    expect(await texts()).toEqual([])
  })
})

describe('the always-on reminder', () => {
  test('lists the 24/7 caps and those that tomorrow lacks, and offers to copy them', async () => {
    await schedules.addCap({ date: '2026-11-21', alwaysOn: true })
    await schedules.addCap({ date: '2026-11-22', alwaysOn: true })
    await schedules.addCap({ date: '2026-11-21', alwaysOn: true, kind: 'affiliate', source: '51' })
    await schedules.look('2026-11-21T08:00:00Z')
    const row = await schedules.database.db
      .selectFrom('outbox')
      .select(['text', 'reply_markup'])
      .where('kind', '=', 'always-on.reminder')
      .executeTakeFirst()
    expect(row?.text).toBe(
      [
        '<b>24/7 caps · Sat 21 Nov 2026</b>',
        '🇩🇪 DE · Advertiser 101 · #44 · 20',
        '🇩🇪 DE · #51 · 20',
        '',
        '<b>Missing tomorrow</b>',
        '🇩🇪 DE · #51 · 20',
      ].join('\n'),
    )
    expect(row?.reply_markup).toEqual({
      inline_keyboard: [[{ text: 'Copy to tomorrow', callback_data: 'always-on:2026-11-21' }]],
    })
  })

  test('without 24/7 caps there is nothing to remind of', async () => {
    await schedules.look('2026-11-21T08:00:00Z')
    expect((await schedules.told()).filter(({ key }) => key?.startsWith('reminder'))).toEqual([])
  })
})

describe('caps that reach a share', () => {
  test('after a sync, in one message, each cap and share once a day', async () => {
    await schedules.addCap({ date: '2026-11-21', cap: 20 })
    await schedules.addCap({ date: '2026-11-21', cap: 10, source: '51' })
    await deliver(schedules, { day: '2026-11-21', leads: 16 })
    await deliver(schedules, { day: '2026-11-21', leads: 12, source: '51' })
    await schedules.look('2026-11-21T05:10:00Z')
    expect(await texts()).toEqual([])
    await endSync(schedules)
    await schedules.look('2026-11-21T05:10:01Z', 3)
    expect(await texts()).toEqual([
      [
        '<b>Broker caps · reached</b>',
        '🇩🇪 DE · Advertiser 101 · #44 · <b>80%</b>, 16 of 20',
        '🇩🇪 DE · Advertiser 101 · #51 · <b>120%</b>, 12 of 10',
      ].join('\n'),
    ])
    await deliver(schedules, { day: '2026-11-21', leads: 20 })
    await endSync(schedules)
    await schedules.look('2026-11-21T05:20:00Z')
    await endSync(schedules)
    await schedules.look('2026-11-21T05:30:00Z')
    expect((await texts()).slice(1)).toEqual([
      '<b>Broker caps · reached</b>\n🇩🇪 DE · Advertiser 101 · #44 · <b>100%</b>, 20 of 20',
    ])
  })

  test('the first sync of a day tells of the day before, of which it brought the last leads', async () => {
    await schedules.addCap({ date: '2026-11-21', cap: 20 })
    await schedules.look('2026-11-21T21:50:00Z')
    await endSync(schedules)
    await schedules.look('2026-11-21T21:50:01Z')
    await deliver(schedules, { day: '2026-11-21', leads: 20 })
    schedules.clock.set('2026-11-22T00:05:00Z')
    await endSync(schedules)
    await schedules.look('2026-11-22T00:05:01Z')
    const reached = () => texts().then((all) => all.filter((text) => text.includes('reached')))
    expect(await reached()).toEqual([
      '<b>Broker caps · reached · Sat 21 Nov 2026</b>\n🇩🇪 DE · Advertiser 101 · #44 · <b>100%</b>, 20 of 20',
    ])
    // From then on the day before is left alone.
    await schedules.addCap({ date: '2026-11-21', cap: 5, source: '51' })
    await deliver(schedules, { day: '2026-11-21', leads: 5, source: '51' })
    schedules.clock.set('2026-11-22T00:10:00Z')
    await endSync(schedules)
    await schedules.look('2026-11-22T00:10:01Z')
    expect(await reached()).toHaveLength(1)
  })

  test.each<{ name: string; end: Partial<SyncEnd> }>([
    { name: 'began before midnight', end: { startedAt: '2026-11-21T22:59:50Z' } },
    { name: 'failed', end: { status: 'error' } },
    { name: 'used up its calls', end: { part: 'paused' } },
    { name: 'went on with what was asked before midnight', end: { completeUntil: '2026-11-21T22:59:50Z' } },
  ])('a sync that $name leaves the last leads of the day before to the next one', async ({ end }) => {
    await schedules.addCap({ date: '2026-11-21', cap: 20 })
    await syncAt('2026-11-21T22:50:00Z')
    await syncAt('2026-11-21T23:00:10Z', end)
    await deliver(schedules, { day: '2026-11-21', leads: 20 })
    await syncAt('2026-11-21T23:10:00Z')
    expect(await texts()).toEqual([expect.stringContaining('reached · Sat 21 Nov 2026')])
    await schedules.addCap({ date: '2026-11-21', cap: 5, source: '51' })
    await deliver(schedules, { day: '2026-11-21', leads: 5, source: '51' })
    await syncAt('2026-11-21T23:20:00Z')
    expect(await texts()).toHaveLength(1)
  })

  test('a sync that fails tells of what it brought, and none tells of a day longer ago than yesterday', async () => {
    await schedules.addCap({ date: '2026-11-21', cap: 20 })
    await schedules.addCap({ date: '2026-11-22', cap: 20 })
    await syncAt('2026-11-21T22:50:00Z')
    await deliver(schedules, { day: '2026-11-21', leads: 20 })
    await deliver(schedules, { day: '2026-11-22', leads: 16 })
    await syncAt('2026-11-22T23:10:00Z', { status: 'error' })
    expect((await texts()).filter((text) => text.includes('reached'))).toEqual([
      expect.stringContaining('reached · Sun 22 Nov 2026'),
    ])
  })

  test('a day that is over for six hours is not looked at any more, however long a feed fails', async () => {
    await schedules.addCap({ date: '2026-11-21', cap: 20 })
    await syncAt('2026-11-21T22:50:00Z')
    await syncAt('2026-11-22T04:50:00Z', { status: 'error' })
    await deliver(schedules, { day: '2026-11-21', leads: 20 })
    await syncAt('2026-11-22T05:10:00Z', { status: 'error' })
    expect((await texts()).filter((text) => text.includes('reached'))).toEqual([])
  })

  test('a clock that was ahead and is set back silences nothing until it has caught up', async () => {
    await schedules.addCap({ date: '2026-11-21', cap: 10 })
    await syncAt('2026-11-21T09:00:00Z')
    await syncAt('2026-11-21T05:00:00Z')
    await deliver(schedules, { day: '2026-11-21', leads: 10 })
    await syncAt('2026-11-21T05:10:00Z')
    expect((await texts()).filter((text) => text.includes('reached'))).toHaveLength(1)
  })

  async function syncAt(at: string, end?: Partial<SyncEnd>): Promise<void> {
    schedules.clock.set(at)
    await endSync(schedules, end)
    await schedules.look(at)
  }

  test('while no group is set they wait for one', async () => {
    await schedules.set('summary_group_id', '')
    await schedules.addCap({ date: '2026-11-21', cap: 10 })
    await deliver(schedules, { day: '2026-11-21', leads: 10 })
    await endSync(schedules)
    await schedules.look('2026-11-21T05:10:00Z')
    await schedules.set('summary_group_id', SUMMARY_GROUP)
    schedules.clock.advance(1)
    await endSync(schedules)
    await schedules.look('2026-11-21T05:20:00Z')
    expect(await texts()).toHaveLength(1)
  })
})

test('many nodes that look at once tell once', async () => {
  await schedules.addCap({ date: '2026-11-21', hours: '08:00-12:00' })
  await schedules.look('2026-11-21T07:00:00Z', 8)
  const keys = (await schedules.told()).map(({ key }) => key)
  expect(keys).toHaveLength(new Set(keys).size)
  expect(keys).toContain('opens:broker:2026-11-21T08:00')
})

test('names of any signs leave the message whole', async () => {
  await schedules.addCap({ date: '2026-11-21', advertiser: '<b>&_*[', geo: 'DE', source: '</b>"' })
  await schedules.look('2026-11-21T07:00:00Z')
  const [, broker] = await schedules.told()
  expect(broker?.text).toContain('Advertiser &lt;b&gt;&amp;_*[ 0 / 20: #&lt;/b&gt;&quot; 0 / 20')
})
