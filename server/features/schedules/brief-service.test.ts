import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMute } from '#server/features/caps/mute-store.ts'
import { createForecastCaches } from '#server/features/suggestions/forecast-service.ts'
import { removeRows } from '#testing/lead-rows.ts'
import { startTestSchedules, SUMMARY_GROUP, type TestSchedules } from '#testing/schedules.ts'
import { addCap, plantHistory, TODAY } from '#testing/suggestions.ts'
import { briefQueue, tellBrief } from './brief-service.ts'

let schedules: TestSchedules

const db = () => schedules.database.db

/** 07:30 in Berlin. */
const DUE = '2026-11-21T06:30:00Z'

beforeAll(async () => {
  schedules = await startTestSchedules('2026-11-21T06:00:00Z')
  await schedules.set('morning_brief_time', '07:30')
  await plantHistory(db(), DUE, [
    { leadsAnHour: 8 },
    { leadsAnHour: 1, geo: 'IT', source: '51' },
    { leadsAnHour: 5, geo: 'FR', source: '60' },
  ])
  const failing = { connector: 'main', run_id: 'r', since: '2026-11-21T03:10:00Z' }
  await db().insertInto('failing_connectors').values(failing).execute()
})

afterAll(() => schedules.database.close())

/** Does the jobs that were sent, each as often as said. */
async function work(times = 1): Promise<void> {
  const { clock } = schedules
  const publicUrl = 'https://capline.example'
  const deps = { db: db(), clock, connectors: [{ name: 'main' }], kept: createForecastCaches(clock), publicUrl }
  for (const { payload } of schedules.sent.splice(0)) {
    // oxlint-disable-next-line no-await-in-loop -- done again, as after its node died
    for (let time = 0; time < times; time += 1) await tellBrief(deps, briefQueue.payload.parse(payload))
  }
}

const briefs = () =>
  db().selectFrom('outbox').select(['chat_id', 'text', 'reply_markup']).where('dedupe_key', 'like', 'brief:%').execute()

test('a day without caps has no brief by the clock', async () => {
  await schedules.look('2026-11-21T06:29:00Z')
  await schedules.look(DUE)
  expect(schedules.sent).toMatchObject([{ queue: 'schedules.brief', payload: { key: 'brief:2026-11-21' } }])
  await work()
  expect(await briefs()).toEqual([])
})

test('told once over nodes and however often its job is done: what needs somebody, with its numbers', async () => {
  await schedules.forgetTold('2026-11-21T06:29:00Z')
  const capId = await addCap(db(), { cap: 40 })
  await addCap(db(), { cap: 60, geo: 'IT', source: '51' })
  // Paused, muted and closed on purpose: nothing is said of them.
  await addCap(db(), { cap: 200, geo: 'FR', source: '60' })
  await addCap(db(), { cap: 0, geo: 'FR', source: '61' })
  const muted = await addCap(db(), { cap: 300, geo: 'IT', source: '44' })
  const mute = { capId: muted, day: TODAY, by: 'test', at: schedules.clock.now() }
  await db()
    .transaction()
    .execute((tx) => insertMute(tx, mute))
  const begins = '2026-11-19T09:00:00Z'
  await db()
    .insertInto('pauses')
    .values({ id: 'p1', geo: 'FR', begins, created_at: begins, reason: 'quality', begun_by: '@anna', way: 'board' })
    .execute()
  await schedules.look(DUE, 6)
  expect(schedules.sent).toHaveLength(1)
  await work(2)
  const [told, ...more] = await briefs()
  expect(more).toEqual([])
  expect(told?.chat_id).toBe(SUMMARY_GROUP)
  expect(told?.text.replaceAll(/<\/?a[^>]*>/g, '').split('\n')).toEqual([
    '<b>Morning brief · Sat 21 Nov 2026</b>',
    '',
    '<b>Feeds that fail</b>',
    '1. main for 3 h 20 min, since 04:10',
    '',
    '<b>Full early</b>',
    expect.stringMatching(/^2\. 🇩🇪 DE · Alpha · #44 · 40 planned, full at about 1\d:\d\d, \d h/),
    '',
    '<b>Paused</b>',
    '3. FR for 1 d 21 h, since Thu 19 Nov 2026 10:00 · quality',
    '',
    '<b>Will stay under 60%</b>',
    expect.stringMatching(/^4\. 🇮🇹 IT · Alpha · #51 · about 1\d of 60 \(\d\d%\)$/),
    '',
    '<b>Weeks not closed</b>',
    expect.stringMatching(/^5\. Mon 9 Nov – Sun 15 Nov 2026 · 1,\d{3} leads, ended 6 days ago$/),
  ])
  expect(told?.text).toContain(`<a href="https://capline.example/?cap=${capId}">🇩🇪 DE`)
  expect(told?.reply_markup).toMatchObject({
    inline_keyboard: [
      [{ callback_data: `cap:add.${capId}` }, {}],
      [{}, {}],
    ],
  })
})

test('a day without caps has one where a pause without an end is to be asked about', async () => {
  await schedules.forget()
  await schedules.look('2026-11-22T06:29:00Z')
  await schedules.look('2026-11-22T06:30:00Z')
  await work()
  expect(await briefs()).toMatchObject([
    {
      chat_id: SUMMARY_GROUP,
      text: expect.stringContaining('FR</a> for 2 d 21 h'),
      reply_markup: { inline_keyboard: [[{ callback_data: expect.stringMatching(/p1$/) }, {}]] },
    },
  ])
})

test('a calm brief counts broker caps with their leads, and those of sources where there is none', async () => {
  await removeRows(schedules.database)
  await db().deleteFrom('pauses').execute()
  const planted = [
    { daysAhead: 2, cap: 40 },
    { daysAhead: 2, cap: 35, kind: 'affiliate' as const },
    { daysAhead: 3, cap: 25, kind: 'affiliate' as const },
  ]
  for (const cap of planted) await addCap(db(), cap)
  for (const day of ['2026-11-23', '2026-11-24']) {
    await schedules.look(`${day}T06:29:00Z`)
    await schedules.look(`${day}T06:30:00Z`)
    await work()
  }
  expect((await briefs()).slice(-2).map(({ text }) => text)).toEqual([
    expect.stringContaining('Nothing needs attention: 1 cap, 40 leads planned.'),
    expect.stringContaining('Nothing needs attention: 1 cap, 25 leads planned.'),
  ])
})
