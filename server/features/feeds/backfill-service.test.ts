import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMilliseconds, formatInstant, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { parseLead } from '#domain/leads/parse-rows.ts'
import { parseJson } from '#platform/json.ts'
import type { Connector, PageResult } from '#platform/leads/connector.ts'
import { addSink, createLog } from '#platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildLeads, startLeadSync, type TestLeadSync } from '#testing/lead-sync.ts'
import { runBackfills } from './backfill-service.ts'
import { hasDueBackfill } from './backfill-store.ts'

let database: TestDatabase
let world: TestLeadSync

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  world = await startLeadSync({ database })
})

afterEach(() => world.close())

afterAll(() => database.close())

test('a worker that was taken for dead and fails late neither ends what its successor does nor takes it back', async () => {
  const { db } = database
  const at = formatInstant(world.now())
  const backfill = { id: 'b', connector: 'main', from_at: at, to_at: at, requested_by: 'test', created_at: at }
  await db.insertInto('backfills').values(backfill).execute()
  const [first, second] = [holdUp(), holdUp()]
  const connectors = [{ ...world.connect(), readPages: answerInTurn([first, second]) }]
  const run = () => runBackfills({ ...world.deps, connectors }, new AbortController().signal)
  const stands = () => db.selectFrom('backfills').select(['state', 'message']).executeTakeFirstOrThrow()

  const runOfFirst = run()
  await first.asked
  const runOfSecond = run()
  await second.asked
  first.answer({ kind: 'failed', failure: { reason: 'lead_api.unreachable', message: 'Gone.' } })
  await runOfFirst
  expect(await stands()).toEqual({ state: 'running', message: null })
  second.answer({ kind: 'paused', until: world.now() })
  await runOfSecond
  expect(await stands()).toEqual({ state: 'waiting', message: expect.any(String) })
  await run()
  expect(await stands()).toEqual({ state: 'done', message: null })
})

test('a source that is busy or away for a while does not end a backfill, which goes on from there', async () => {
  const { db } = database
  await db.deleteFrom('backfills').execute()
  const at = formatInstant(world.now())
  const backfill = { id: 'w', connector: 'main', from_at: at, to_at: at, requested_by: 'test', created_at: at }
  await db.insertInto('backfills').values(backfill).execute()
  const sources = [holdUp(), holdUp(), holdUp()]
  const [away, busy, broken] = sources
  away?.answer({ kind: 'failed', failure: { reason: 'lead_api.unreachable', message: 'Gone.' } })
  busy?.answer({ kind: 'paused', until: addMilliseconds(world.now(), HOUR) })
  broken?.answer({ kind: 'failed', failure: { reason: 'lead_api.refused', message: 'No.' } })
  const connectors = [{ ...world.connect(), readPages: answerInTurn(sources) }]
  const runAfter = async (milliseconds: number) => {
    world.pass(milliseconds)
    const isDue = await hasDueBackfill(db, world.now())
    await runBackfills({ ...world.deps, connectors }, new AbortController().signal)
    return [isDue, await db.selectFrom('backfills').select(['state', 'message']).executeTakeFirstOrThrow()]
  }
  const waiting = (message: string) => ({ state: 'waiting', message: expect.stringContaining(message) })
  expect(await runAfter(0)).toEqual([true, waiting('Gone. It is tried again at ')])
  expect(await runAfter(4 * MINUTE)).toEqual([false, waiting('Gone.')])
  expect(await runAfter(MINUTE)).toEqual([true, waiting('The sync continues at')])
  expect(await runAfter(54 * MINUTE)).toEqual([false, waiting('The sync continues at')])
  expect(await runAfter(MINUTE)).toEqual([true, { state: 'failed', message: 'No.' }])
})

test('bad rows of a backfill are told, and judged among all that its turns have read', async () => {
  const { db } = database
  const lines: string[] = []
  const log = createLog('silent', { pretty: false })
  addSink(log, { write: (line) => lines.push(line) })
  const pages = [
    { good: 60, bad: 0 },
    { good: 0, bad: 5 },
  ]
  const judge = async (id: string, kept: typeof pages) => {
    const at = formatInstant(world.now())
    await db
      .insertInto('backfills')
      .values({ id, connector: 'main', from_at: at, to_at: at, requested_by: 'test', created_at: at })
      .execute()
    const connectors = [{ ...world.connect(), readPages: onePageInTurn(kept) }]
    for (const _ of kept) await runBackfills({ ...world.deps, log, connectors }, new AbortController().signal)
    return db.selectFrom('backfills').select(['state', 'message', 'bad_rows']).where('id', '=', id).executeTakeFirst()
  }
  expect(await judge('few', pages)).toEqual({ state: 'done', message: null, bad_rows: 5 })
  const told = lines.filter((line) => line.includes('a row cannot be used')).map((line) => parseJson(line))
  expect(told).toHaveLength(5)
  expect(told[0]).toMatchObject({ backfill: 'few', kind: 'leads', row: 0, reason: 'id is missing' })
  expect(await judge('many', pages.toReversed())).toMatchObject({ state: 'done' })
  expect(await judge('most', [...pages, { good: 1, bad: 3 }])).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/^8 of 69 rows of the leads feed cannot be used/),
  })
})

/** Leads in pages. After each of them no call is left; there are no deposits. */
function onePageInTurn(pages: readonly { good: number; bad: number }[]): Connector['readPages'] {
  return async function* readPages(kind, { cursor }) {
    const at = Number(cursor)
    const page = kind === 'leads' ? pages[at] : undefined
    if (!page) return yield { kind: 'unchanged' }
    const isLast = at + 1 === pages.length
    const rows = [...buildLeads(page.good, world.now()), ...Array.from({ length: page.bad }, () => ({}))]
    const leads = rows.map((row) => parseLead(row))
    yield {
      kind: 'page',
      page: {
        rows: rows.length,
        leads,
        deposits: [],
        withoutDeposit: [],
        progress: null,
        nextCursor: isLast ? null : String(at + 1),
        etag: null,
      },
    }
    if (!isLast) yield { kind: 'paused', until: world.now() }
  }
}

interface HeldUp {
  asked: Promise<void>
  ask(): Promise<PageResult>
  answer(result: PageResult): void
}

/** A source that is asked, and answers when it is told to. */
function holdUp(): HeldUp {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<PageResult>()
  const ask = () => {
    asked.resolve()
    return answer.promise
  }
  return { asked: asked.promise, ask, answer: answer.resolve }
}

/** Who asks after them finds nothing new. */
function answerInTurn(turns: readonly HeldUp[]): Connector['readPages'] {
  let asked = 0
  return async function* readPages() {
    const turn = turns[asked]
    asked += 1
    yield turn ? await turn.ask() : { kind: 'unchanged' }
  }
}
