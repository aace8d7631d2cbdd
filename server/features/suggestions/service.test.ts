import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import type { Member } from '#domain/team/member.ts'
import { undoBatch } from '#server/features/caps/undo-service.ts'
import { tellAllDue } from '#server/features/schedules/service.ts'
import { newId } from '#platform/db/ids.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { addCap, plantHistory, setSetting, sweepDeps, sweepOn, TODAY } from '#testing/suggestions.ts'
import { readSuggestionsOf } from './content-service.ts'
import { decideOnWeb } from './decide-service.ts'
import { followUpNow, readOutcomes } from './follow-service.ts'
import { readConversions, readDealWeeks } from './input-service.ts'
import type { SweepDeps } from './sweep-service.ts'

const GROUP = '-1001'
const clock = createTestClock('2026-11-21T10:00:00Z')

let database: TestDatabase
let deps: SweepDeps

beforeAll(async () => {
  database = await createTestDatabase()
  deps = sweepDeps(database.db, clock, createMemoryLog().log)
  // Source 44 brings four leads an hour, source 51 more of them, but none today.
  await plantHistory(database.db, '2026-11-21T10:30:00Z', [
    { source: '44', leadsAnHour: 4 },
    { source: '51', leadsAnHour: 9, leadsAnHourToday: 0 },
  ])
})
afterAll(() => database.close())

beforeEach(async () => {
  await sql`truncate suggestions, suggestion_messages, suggestion_sweeps, caps, outbox, settings, told, schedule_state cascade`.execute(
    database.db,
  )
  await sql`update suggestion_state set sweeps = 0, swept_at = null, token = '', memory = null`.execute(database.db)
  await setSetting(database.db, 'timezone', 'Europe/Berlin')
  await setSetting(database.db, 'summary_group_id', GROUP)
  clock.set('2026-11-21T10:40:00Z')
})

const turnOn = () => setSetting(database.db, 'ai_suggestion_enabled', 'true')
const force = (token: string) => setSetting(database.db, 'ai_suggestion_force_token', token)

async function sweepAt(iso: string, nodes = 1): Promise<void> {
  clock.set(iso)
  await sweepOn(deps, nodes)
}

/** As often as it takes until something is said for sure. */
async function sweepTwice(): Promise<void> {
  await sweepAt('2026-11-21T10:40:00Z')
  await sweepAt('2026-11-21T11:00:00Z')
}

const forceAt = (iso: string, token: string) => force(token).then(() => sweepAt(iso))

const told = () => database.db.selectFrom('outbox').select(['chat_id', 'text', 'reply_markup']).orderBy('id').execute()
const sweeps = () => database.db.selectFrom('suggestion_sweeps').selectAll().orderBy('at').execute()
const stored = () => database.db.selectFrom('suggestions').select(['kind', 'state', 'day']).orderBy('kind').execute()

describe('the loop', () => {
  test('sweeps by its interval, and says what is new once, a silent source at once', async () => {
    await turnOn()
    await addCap(database.db, { cap: 20 })
    await addCap(database.db, { cap: 108, source: '51' })
    await sweepTwice()
    expect(await stored()).toEqual([
      { kind: 'raise', state: 'open', day: '2026-11-21' },
      { kind: 'silent', state: 'open', day: '2026-11-21' },
    ])
    const [silent, message, ...others] = await told()
    expect(others).toEqual([])
    expect(silent?.text).toMatch(/Source 51: no leads by 11:30.*if nothing more comes/)
    expect(message?.chat_id).toBe(GROUP)
    expect(message?.text).toMatch(/DE \/ source 44 \(Alpha\): full (at|since) \d\d:\d\d/)
    expect(JSON.stringify(message?.reply_markup)).toMatch(/Raise to \d+.*Dismiss/)
    await sweepAt('2026-11-21T11:10:00Z')
    expect(await told()).toHaveLength(2)
    expect(await sweeps()).toHaveLength(3)
  })

  test('looks no more often than its interval says, and at a shorter one at once', async () => {
    await turnOn()
    await addCap(database.db, { cap: 48 })
    await sweepAt('2026-11-21T10:40:00Z')
    await sweepAt('2026-11-21T10:44:00Z')
    expect(await sweeps()).toHaveLength(1)
    await setSetting(database.db, 'ai_suggestion_interval_minutes', '3')
    await sweepAt('2026-11-21T10:44:00Z')
    expect(await sweeps()).toHaveLength(2)
  })

  test('says at once what is so where sweeps are a day apart', async () => {
    await turnOn()
    await setSetting(database.db, 'ai_suggestion_interval_minutes', '1440')
    await addCap(database.db, { cap: 20 })
    await sweepAt('2026-11-21T10:40:00Z')
    expect(await stored()).toMatchObject([{ kind: 'raise' }])
  })

  test('does nothing while it is off', async () => {
    await addCap(database.db, { cap: 20 })
    await sweepTwice()
    expect(await sweeps()).toEqual([])
  })

  test('goes on where the clock was set back', async () => {
    await turnOn()
    await sweepAt('2026-11-21T10:40:00Z')
    await sweepAt('2026-11-21T09:00:00Z')
    expect(await sweeps()).toHaveLength(2)
  })

  test('on many nodes at once makes one sweep an interval, and one message', async () => {
    await turnOn()
    await setSetting(database.db, 'ai_suggestion_interval_minutes', '1')
    await addCap(database.db, { cap: 20 })
    for (let minute = 40; minute < 60; minute++) {
      // oxlint-disable-next-line no-await-in-loop -- one interval after the other
      await sweepAt(`2026-11-21T10:${minute}:00Z`, 6)
    }
    expect(await sweeps()).toHaveLength(20)
    expect(await told()).toHaveLength(1)
  })
})

describe('a sweep that is asked for', () => {
  test('answers each request once, also while the loop is off, on many nodes, and where there is nothing to say', async () => {
    await addCap(database.db, { cap: 48 })
    await force('one')
    await sweepAt('2026-11-21T10:40:00Z', 6)
    await sweepAt('2026-11-21T10:41:00Z', 6)
    expect((await told()).map(({ text }) => text)).toEqual([
      '<b>Suggestions · 11:40</b>\nNothing to suggest. 1 cap was checked.',
    ])
    await force('two')
    await sweepAt('2026-11-21T10:42:00Z', 6)
    expect((await sweeps()).map(({ token }) => token)).toEqual(['one', 'two'])
    expect(await told()).toHaveLength(2)
  })

  test('is answered too where it is asked for with a text of before', async () => {
    for (const [minute, token] of ['one', 'two', 'one'].entries()) {
      await force(token)
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      await sweepAt(`2026-11-21T10:4${minute}:00Z`)
    }
    expect((await sweeps()).map(({ token }) => token)).toEqual(['one', 'two', 'one'])
    expect(await told()).toHaveLength(3)
  })

  test('counts of what is open only what can still be followed', async () => {
    await turnOn()
    await addCap(database.db, { cap: 20 })
    await sweepTwice()
    await forceAt('2026-11-21T11:01:00Z', 'one')
    await database.db.updateTable('caps').set({ cap: 25 }).execute()
    await forceAt('2026-11-21T11:02:00Z', 'two')
    expect((await told()).slice(1).map(({ text }) => text.split('\n')[1])).toEqual([
      'Nothing new to suggest. 1 cap was checked; 1 earlier suggestion is still open on the dashboard.',
      'Nothing to suggest. 1 cap was checked.',
    ])
  })

  test('goes on where a suggestion of before cannot be read, and says so in the log', async () => {
    await turnOn()
    await addCap(database.db, { cap: 20 })
    await sweepTwice()
    await database.db.updateTable('suggestions').set({ content: '{}' }).execute()
    const memory = createMemoryLog()
    await force('one')
    await sweepOn({ ...deps, log: memory.log })
    expect(await sweeps()).toHaveLength(3)
    await memory.waitFor({ event: 'suggestion.unreadable', level: 40 })
    memory.clear()
    const list = await readSuggestionsOf({ ...deps, log: memory.log }, undefined)
    expect(list.suggestions).toEqual([])
    await memory.waitFor({ event: 'suggestion.unreadable', level: 40 })
  })

  test('that comes while another one is at work is answered by one more', async () => {
    await addCap(database.db, { cap: 48 })
    await force('one')
    const writer = async () => {
      await force('two')
      return { templates: [], failure: null }
    }
    await sweepOn({ ...deps, writer })
    expect((await sweeps()).map(({ token }) => token)).toEqual(['one', 'two'])
  })

  test('that was cut off is answered by whoever takes over', async () => {
    await addCap(database.db, { cap: 48 })
    await force('one')
    const writer = () => Promise.reject(new Error('killed'))
    await expect(sweepOn({ ...deps, writer })).rejects.toThrow('killed')
    expect(await sweeps()).toEqual([])
    await sweepOn(deps)
    expect(await told()).toHaveLength(1)
  })

  test('says why it can suggest nothing', async () => {
    await forceAt('2026-11-21T10:40:00Z', 'one')
    await addCap(database.db, { cap: 48, source: 'new' })
    await forceAt('2026-11-21T11:00:00Z', 'two')
    await forceAt('2026-11-21T18:00:00Z', 'three')
    expect((await told()).map(({ text }) => text.split('\n')[1])).toEqual([
      'No caps are planned for today or tomorrow.',
      'There is too little history to suggest anything: leads of 20 earlier days are known.',
      'The last successful lead sync is too long ago. There are no suggestions before the next one.',
    ])
  })

  test('without a summary group is answered on the screen alone', async () => {
    await setSetting(database.db, 'summary_group_id', '')
    await addCap(database.db, { cap: 20 })
    await turnOn()
    await sweepTwice()
    expect(await told()).toEqual([])
    expect(await stored()).toHaveLength(1)
  })
})

describe('the day after', () => {
  const carla: Member = { _id: 'c', telegramId: '3', handle: 'carla', role: 'editor' }

  /** A cap of 20 that was raised when it was suggested. */
  async function raise(): Promise<{ id: string; capId: string; to: number; batchId: string }> {
    await turnOn()
    const capId = await addCap(database.db, { cap: 20 })
    await sweepTwice()
    const { id } = await database.db.selectFrom('suggestions').select('id').executeTakeFirstOrThrow()
    const applied = await decideOnWeb({ db: database.db, clock }, { actor: carla, id, act: 'apply' })
    if (!applied.ok || applied.value.suggestion.action?.kind !== 'set-cap') throw new Error('not raised')
    return { id, capId, to: applied.value.suggestion.action.to, batchId: applied.value.decision?.batch?.id ?? '' }
  }

  const outcome = async () =>
    (await database.db.selectFrom('suggestions').select('outcome').executeTakeFirstOrThrow()).outcome

  test('says what became of what was applied, from the time of the summary on, and in it', async () => {
    const { to } = await raise()
    await database.db.updateTable('delivered_by_broker').set({ leads: 31 }).where('day', '=', TODAY).execute()
    const gained = Math.min(31, to) - 20
    clock.set('2026-11-22T06:59:00Z')
    await followUpNow({ db: database.db, clock })
    expect(await outcome()).toBeNull()
    clock.set('2026-11-22T07:00:00Z')
    await database.db
      .insertInto('schedule_state')
      .values({ looked_until: '2026-11-22T06:59:00Z', plan: '{}' })
      .execute()
    await tellAllDue({ ...deps, log: createMemoryLog().log, jobs: { send: async () => null } })
    expect(await outcome()).toEqual({ helped: true, leads: gained })
    const summary = (await told()).find(({ text }) => text.includes('Broker caps · Sun 22 Nov 2026'))
    expect(summary?.text).toContain(`Suggestions yesterday: 1 applied, 1 helped, +${gained} leads`)
  })

  test('counts nothing that was taken back, also after it was known what became of it', async () => {
    const { id } = await raise()
    clock.set('2026-11-22T07:05:00Z')
    await followUpNow({ db: database.db, clock })
    expect(await readOutcomes(database.db, TODAY)).toMatchObject({ applied: 1 })
    const undone = await decideOnWeb({ db: database.db, clock }, { actor: carla, id, act: 'undo' })
    expect(undone).toMatchObject({ ok: true, value: { state: 'undone', outcome: null } })
    expect(await readOutcomes(database.db, TODAY)).toBeNull()
  })

  test('takes as taken back what was taken back in the history, until that is undone too', async () => {
    const { id, batchId } = await raise()
    const caps = { db: database.db, clock }
    const ben: Member = { _id: 'b', telegramId: '2', handle: 'ben', role: 'editor' }
    const list = async () => (await readSuggestionsOf({ ...deps, ...caps }, TODAY)).suggestions
    const undo = await undoBatch(caps, ben, 'broker', batchId)
    if (!undo.ok) throw new Error('not undone')
    expect(await list()).toMatchObject([{ state: 'undone', decision: { by: '@ben' } }])
    const late = await decideOnWeb(caps, { actor: carla, id, act: 'undo' })
    expect(late).toMatchObject({ reason: 'suggestion.settled', state: 'undone', by: '@ben' })
    await undoBatch(caps, ben, 'broker', undo.value.batchId)
    expect(await list()).toMatchObject([{ state: 'applied', decision: { by: '@carla' } }])
  })

  test('does not ask what became of what was taken back in the history', async () => {
    const { batchId } = await raise()
    await undoBatch({ db: database.db, clock }, carla, 'broker', batchId)
    clock.set('2026-11-22T07:05:00Z')
    await followUpNow({ db: database.db, clock })
    expect(await outcome()).toEqual({ helped: null, leads: 0 })
    expect(await readOutcomes(database.db, TODAY)).toBeNull()
  })

  test.each([
    ['was deleted since', () => database.db.deleteFrom('caps').execute()],
    ['is not as it was applied', () => database.db.updateTable('caps').set({ cap: 20 }).execute()],
  ])('knows nothing of a cap that %s, and does not ask again', async (_what, change) => {
    await raise()
    await change()
    clock.set('2026-11-22T07:05:00Z')
    await Promise.all([1, 2].map(() => followUpNow({ db: database.db, clock })))
    expect(await outcome()).toEqual({ helped: null, leads: 0 })
  })
})

test('conversion is of leads that are a week old and more, less those of their source that are not valid', async () => {
  const { db } = database
  const key = { geo_key: 'DE', advertiser_id: '101', source_number: '77' }
  const days = [8, 9, 3, 0].map((ago) => addDays(TODAY, -ago))
  for (const date of days) {
    const cap = { kind: 'broker', date, geo: 'DE', ...key, cap: 50, crg: '8.00', created_by: 'test' }
    await db
      .insertInto('caps')
      .values({ id: newId(), ...cap })
      .execute()
    await db
      .insertInto('delivered_by_broker')
      .values({ day: date, ...key, leads: 50 })
      .execute()
    await db
      .insertInto('deposits_by_lead_day')
      .values({ day: date, ...key, deposits: 2 })
      .execute()
    await db
      .insertInto('leads_by_status')
      .values([
        { day: date, source_number: '77', status: 'Fake', leads: 10 },
        { day: date, source_number: '77', status: '-', leads: 5 },
      ])
      .execute()
  }
  // A dash is no status.
  const counts = await readConversions(db, { invalidStatuses: ['fake', '-'] }, TODAY)
  expect(counts).toMatchObject([{ geo: 'DE', leads: 80, deposits: 4, guaranteed: 800, from: days[1], to: days[0] }])
  // Against its own past a deal of today stands with all of them, week by week.
  expect(await readDealWeeks(db, TODAY)).toMatchObject([{ sourceNumber: '77', weeks: [{ leads: 100, deposits: 4 }] }])
})
