import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { addCap, plantHistory, setSetting, sweepDeps, sweepOn } from '#testing/suggestions.ts'
import type { Member } from '#domain/team/member.ts'
import { composeAnew } from '#server/features/suggestions/content-service.ts'
import { decideOnWeb } from '#server/features/suggestions/decide-service.ts'
import type { SweepDeps } from '#server/features/suggestions/sweep-service.ts'

// What was found while no summary group was set, and what one message had no room for.

const clock = createTestClock('2026-11-21T10:40:00Z')
const carla: Member = { _id: 'c', telegramId: '3', handle: 'carla', role: 'editor' }

let database: TestDatabase
let deps: SweepDeps

beforeAll(async () => {
  database = await createTestDatabase()
  deps = sweepDeps(database.db, clock, createMemoryLog().log)
  await setSetting(database.db, 'timezone', 'Europe/Berlin')
  await plantHistory(database.db, '2026-11-21T10:30:00Z', [
    { source: '44', leadsAnHour: 4 },
    { source: '51', leadsAnHour: 9, leadsAnHourToday: 0 },
  ])
})
afterAll(() => database.close())

beforeEach(async () => {
  await sql`truncate suggestions, suggestion_messages, suggestion_sweeps, caps, outbox cascade`.execute(database.db)
  await setSetting(database.db, 'summary_group_id', '')
})

const setGroup = () => setSetting(database.db, 'summary_group_id', '-1001')
const told = () => database.db.selectFrom('outbox').select('text').orderBy('id').execute()
const stored = () => database.db.selectFrom('suggestions').select('kind').orderBy('kind').execute()

async function forceAt(iso: string, token: string, nodes = 1): Promise<void> {
  clock.set(iso)
  await setSetting(database.db, 'ai_suggestion_force_token', token)
  await sweepOn(deps, nodes)
}

test('tells what no group was told of before once, whoever asks, however many nodes there are', async () => {
  await addCap(database.db, { cap: 20 })
  await forceAt('2026-11-21T10:40:00Z', 'one')
  await addCap(database.db, { cap: 108, source: '51' })
  await forceAt('2026-11-21T11:00:00Z', 'two')
  expect((await stored()).map(({ kind }) => kind)).toEqual(['raise', 'silent'])
  await setGroup()
  await forceAt('2026-11-21T11:10:00Z', 'three', 10)
  const [message, ...others] = await told()
  expect(others).toEqual([])
  const { id } = await database.db.selectFrom('suggestion_messages').select('id').executeTakeFirstOrThrow()
  const anew = await database.db.transaction().execute((tx) => composeAnew(tx, id))
  expect(anew?.text, 'written anew in the same order').toBe(message?.text)
  const [head, first, , second] = message?.text.split('\n') ?? []
  expect(head).toBe('<b>Suggestions · 12:10</b>')
  expect(first, 'the last one that was found').toMatch(/^1\. Source 51: .*found at 12:00/)
  expect(second).toMatch(/^2\. DE \/ source 44 .*found at 11:40/)
  await forceAt('2026-11-21T11:11:00Z', 'once more')
  expect((await told())[1]?.text).toContain('2 earlier suggestions are still open on the dashboard')
})

test('tells nothing of before that somebody decided about, or that does not fit any more', async () => {
  await addCap(database.db, { cap: 20 })
  await addCap(database.db, { cap: 108, source: '51' })
  await forceAt('2026-11-21T10:40:00Z', 'one')
  expect(await stored()).toHaveLength(2)
  await database.db.updateTable('caps').set({ cap: 25 }).where('source_number', '=', '44').execute()
  const silent = database.db.selectFrom('suggestions').select('id').where('kind', '=', 'silent')
  const press = { actor: carla, id: (await silent.executeTakeFirstOrThrow()).id, act: 'dismiss' } as const
  expect((await decideOnWeb({ db: database.db, clock }, press)).ok).toBe(true)
  await setGroup()
  await forceAt('2026-11-21T10:41:00Z', 'two')
  expect((await told()).map(({ text }) => text.split('\n')[1])).toEqual(['Nothing to suggest. 2 caps were checked.'])
})

test('tells the next ones of those that one message could not tell', async () => {
  await setGroup()
  for (const source of ['1', '2', '3', '4', '5', '6', '7']) {
    // oxlint-disable-next-line no-await-in-loop -- a few rows
    for (const kind of ['broker', 'affiliate'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- a few rows
      await addCap(database.db, { cap: kind === 'broker' ? 40 : 80, kind, source, geo: `X${source}` })
    }
  }
  await forceAt('2026-11-21T10:40:00Z', 'one')
  await forceAt('2026-11-21T10:41:00Z', 'two')
  const [first, second] = (await told()).map(({ text }) => text)
  expect(first).toContain('2 more are on the dashboard.')
  expect(second).toMatch(/^1\. .*\n\n2\. .*found at 11:40<\/i>$/m)
  expect(await database.db.selectFrom('suggestions').selectAll().where('message_id', 'is', null).execute()).toEqual([])
})
