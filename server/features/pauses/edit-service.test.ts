import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPausedAt } from '#domain/hours/paused-time.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { covers, endOf, formatScope, spansOver, type PauseScope } from '#domain/pauses/pause.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import { newId } from '#platform/db/ids.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { insertMember } from '#testing/capline.ts'
import { pauseScopes, resumePauses, resumeScopeIn, undoPauses, type PauseCommit } from './edit-service.ts'
import { doActsIn } from './planned-service.ts'
import { readPauses } from './service.ts'

const START = '2026-11-21T08:00:00Z'
const start = parseInstant(START) ?? neverNow()
const clock = createTestClock(START)
let database: TestDatabase
let anna: Member

function neverNow(): never {
  throw new Error('no instant')
}

beforeAll(async () => {
  database = await createTestDatabase()
  anna = await insertMember(database.db, { role: 'editor' })
  await insertAdvertiser(database.db)
})

afterAll(() => database.close())

beforeEach(() => forget())

async function forget(): Promise<void> {
  await database.db.deleteFrom('pauses').execute()
}

const deps = () => ({ db: database.db, clock })
const batchOf = (done: Result<PauseCommit, { reason: string }>) => (done.ok && done.value.batchId) || ''
const scopeOf = (part: Partial<PauseScope>): PauseScope => ({
  geo: null,
  advertiserId: null,
  sourceNumber: null,
  ...part,
})
const DE = scopeOf({ geo: 'DE' })
const DE_B1 = scopeOf({ geo: 'DE', advertiserId: 'B-1' })
const SCOPES = [DE, DE_B1, scopeOf({ sourceNumber: '44' })]
const LENGTH = 240
const STEP = 7

const step = fc.oneof(
  fc.record({
    act: fc.constant('pause' as const),
    scope: fc.nat({ max: 2 }),
    // No step is within a minute of an end: what is undone so soon has never been.
    for: fc.option(fc.integer({ min: 1, max: 60 }).filter((minutes) => minutes % STEP !== STEP - 1)),
  }),
  fc.record({ act: fc.constant('resume' as const), scope: fc.nat({ max: 2 }) }),
  fc.record({ act: fc.constant('undo' as const), back: fc.nat({ max: 2 }) }),
)

/** What each scope is to be, minute by minute, without any row. */
type Timeline = boolean[][]

test('pausing, resuming and undoing in any order ends in what the rows say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await forget()
      const meant: Timeline = SCOPES.map(() => Array.from({ length: LENGTH }, () => false))
      const done: { batchId: string; before: Timeline; touched: number[] }[] = []
      for (const [index, each] of steps.entries()) {
        const now = index * STEP
        clock.set(START)
        clock.advance(now * MINUTE)
        const before = meant.map((own) => [...own])
        if (each.act === 'undo') {
          const last = done.at(-1 - each.back)
          const later = last ? done.slice(done.indexOf(last) + 1) : []
          const result = last && (await undoPauses(deps(), anna, last.batchId))
          // What is over already is left as it is.
          if (!last || !result?.ok || result.value.batchId === null) continue
          // Where the same was changed later, nothing of that runs any more.
          const runs = (scope: number) => before[scope]?.includes(true, now)
          const changed = later.flatMap(({ touched }) => touched).filter((scope) => last.touched.includes(scope))
          expect(changed.filter(runs)).toEqual([])
          for (const scope of last.touched) {
            for (let minute = now; minute < LENGTH; minute += 1) {
              const held = last.before[scope]?.[minute] ?? false
              ;(meant[scope] ?? [])[minute] = held
            }
          }
          // What takes back what took back is acted by the journey of the board.
          done.length = 0
          continue
        }
        const scope = SCOPES[each.scope] ?? DE
        if (each.act === 'pause') {
          const until = each.for === null ? null : at(now + each.for)
          const wish = { scopes: [scope], from: null, until, reason: 'quality' as const, note: null }
          const result = await pauseScopes(deps(), anna, wish, 'board')
          for (let minute = now; minute < LENGTH; minute += 1) {
            ;(meant[each.scope] ?? [])[minute] = each.for === null || minute < now + each.for
          }
          if (result.ok) done.push({ batchId: result.value.batchId ?? '', before, touched: [each.scope] })
          continue
        }
        const result = await database.db.transaction().execute((tx) => resumeScopeIn(tx, deps(), anna, scope))
        const touched = SCOPES.flatMap((own, place) => (covers(scope, own) && before[place]?.[now] ? [place] : []))
        for (const place of touched) meant[place]?.fill(false, now)
        if (result.ok && result.value.batchId !== null) {
          done.push({ batchId: result.value.batchId, before, touched })
        }
      }
      const pauses = await readPauses(database.db, { from: start, until: at(LENGTH) })
      for (const [index, scope] of SCOPES.entries()) {
        const own = pauses.filter((pause) => formatScope(pause) === formatScope(scope))
        const said = Array.from({ length: LENGTH }, (_, minute) => isPausedAt(spansOver(own, scope), at(minute)))
        expect(said).toEqual(meant[index])
      }
    }),
    { numRuns: process.env['SOAK'] === '1' ? 500 : 25 },
  )
})

function at(minutes: number): Instant {
  return addMilliseconds(start, minutes * MINUTE)
}

describe('a resumption', () => {
  const wish = { scopes: [DE], from: null, until: null, reason: 'quality' as const, note: 'fraud' }
  let batchId: string
  const pauseAgain = (until: Instant | null, from: Instant | null = null) =>
    pauseScopes(deps(), anna, { ...wish, from, until }, 'board')
  const undo = (id = batchId) => undoPauses(deps(), anna, id)
  const spans = async () =>
    (await readPauses(database.db, { from: start, until: null })).map((pause) => [pause.from, endOf(pause)])

  beforeEach(async () => {
    clock.set(START)
    await pauseAgain(null)
    clock.advance(10 * MINUTE)
    const resumed = await database.db.transaction().execute((tx) => resumeScopeIn(tx, deps(), anna, DE))
    batchId = batchOf(resumed)
  })

  test('that is undone at once has never been, and what undid it is undone alike', async () => {
    const again = await undo()
    expect(await spans()).toEqual([[start, null]])
    await undo(batchOf(again))
    clock.advance(30 * MINUTE)
    expect(await spans()).toEqual([[start, at(10)]])
  })

  test('that is undone after an hour leaves the hour as it was', async () => {
    clock.advance(60 * MINUTE)
    const again = await undo()
    expect(await spans()).toEqual([
      [start, at(10)],
      [at(70), null],
    ])
    expect(again.ok && again.value.pauses).toMatchObject([{ reason: 'quality', note: 'fraud' }])
    expect(await undo()).toEqual({ ok: false, reason: 'batch.changed-since' })
  })

  test('is not undone once the same is paused anew, now or for later, and is once that is over', async () => {
    clock.advance(MINUTE)
    const later = await pauseAgain(at(120), at(90))
    expect(await undo()).toEqual({ ok: false, reason: 'batch.changed-since' })
    await undo(batchOf(later))
    await pauseAgain(at(60))
    clock.advance(MINUTE)
    expect(await undo()).toEqual({ ok: false, reason: 'batch.changed-since' })
    clock.advance(60 * MINUTE)
    expect(await undo()).toMatchObject({ ok: true })
  })
})

test('a pause that was planned before another one does not keep that one from being undone', async () => {
  clock.set(START)
  const wish = { scopes: [DE], from: at(600), until: at(900), reason: 'quality' as const, note: null }
  await pauseScopes(deps(), anna, wish, 'board')
  clock.advance(MINUTE)
  const paused = await pauseScopes(deps(), anna, { ...wish, from: null, until: null }, 'board')
  clock.advance(700 * MINUTE)
  expect(await undoPauses(deps(), anna, batchOf(paused))).toMatchObject({ ok: true })
})

describe('a planned pause and one that runs on into it', () => {
  const wish = { scopes: [DE], reason: 'quality' as const, note: null }
  const pause = async (from: Instant | null, until: Instant | null) => {
    return batchOf(await pauseScopes(deps(), anna, { ...wish, from, until }, 'board'))
  }
  const read = () => readPauses(database.db, { from: start, until: null })
  const spans = async () => (await read()).map((one) => [one.from, endOf(one)])
  const resumeFirst = async () => {
    const [first] = await read()
    return batchOf(await resumePauses(deps(), anna, [first?._id ?? '']))
  }

  beforeEach(async () => {
    clock.set(START)
    await pause(at(600), at(900))
    await pause(null, null)
  })

  test('stay two: what was planned holds also where the first is resumed before', async () => {
    clock.advance(60 * MINUTE)
    await resumeFirst()
    expect(await spans()).toEqual([
      [start, at(60)],
      [at(600), at(900)],
    ])
  })

  test('end together while both run; undone later, the longer one goes on', async () => {
    clock.advance(700 * MINUTE)
    const resumed = await resumeFirst()
    const ended = [start, at(600)].map((from) => [from, at(700)])
    expect(await spans()).toEqual(ended)
    clock.advance(60 * MINUTE)
    await undoPauses(deps(), anna, resumed)
    expect(await spans()).toEqual([...ended, [at(760), null]])
  })

  test('are one from then on where the end is changed while both run', async () => {
    clock.advance(700 * MINUTE)
    const changed = await pause(null, at(800))
    expect(await spans()).toEqual([
      [start, at(800)],
      [at(600), at(700)],
    ])
    clock.advance(60 * MINUTE)
    expect(await undoPauses(deps(), anna, changed)).toMatchObject({ ok: true })
    expect(await spans()).toEqual([
      [start, null],
      [at(600), at(900)],
    ])
  })
})

test('traffic of an advertiser that was deleted is paused as its caps spell it, once', async () => {
  clock.set(START)
  await database.db.insertInto('former_advertisers').values({ advertiser_id: 'Gone' }).execute()
  const wish = { from: null, until: null, reason: 'quality' as const, note: null }
  const of = (advertiserId: string) => scopeOf({ geo: 'DE', advertiserId })
  const twice = await pauseScopes(deps(), anna, { ...wish, scopes: [of('GONE'), of('gone')] }, 'board')
  expect(twice).toEqual({ ok: false, reason: 'pause.twice', path: 'scopes.1' })
  await pauseScopes(deps(), anna, { ...wish, scopes: [of('gone')] }, 'board')
  expect(await readPauses(database.db, { from: start, until: null })).toMatchObject([{ advertiserId: 'Gone' }])
  const unknown = await pauseScopes(deps(), anna, { ...wish, scopes: [of('nobody')] }, 'board')
  expect(unknown).toMatchObject({ ok: false, reason: 'pause.unknown-advertiser' })
})

test('a button changes the end of a running pause, and not its reason and note', async () => {
  clock.set(START)
  const wish = { scopes: [DE], from: null, until: at(60), reason: 'quality' as const, note: 'fraud' }
  await pauseScopes(deps(), anna, wish, 'board')
  await pauseScopes(deps(), anna, { ...wish, until: at(120), reason: 'other', note: null }, 'button')
  const [pause] = await readPauses(database.db, { from: start, until: null })
  expect(pause).toMatchObject({ until: at(120), reason: 'quality', note: 'fraud' })
})

test('of many who pause the same at once, one row runs', async () => {
  clock.set(START)
  const wish = { scopes: [DE_B1], from: null, until: null, reason: 'budget' as const, note: null }
  await Promise.all(Array.from({ length: 8 }, () => pauseScopes(deps(), anna, wish, 'board')))
  expect(await readPauses(database.db, { from: start, until: null })).toHaveLength(1)
})

test('a resumption on a later day ends what is within it then, and names the wider pauses that still hold', async () => {
  clock.set(START)
  const day = (text: string) => parseInstant(`${text}T00:00:00+02:00`) ?? neverNow()
  const pause = async (scope: PauseScope, from: Instant | null, until: Instant | null) => {
    const result = await pauseScopes(deps(), anna, { scopes: [scope], from, until, reason: 'other', note: null }, 'bot')
    if (!result.ok) throw new Error(result.reason)
  }
  const of = (sourceNumber: string) => ({ ...DE_B1, sourceNumber })
  const B1 = scopeOf({ advertiserId: 'B-1' })
  await pause(DE, null, null)
  await pause(B1, null, day('2026-11-23'))
  await pause(DE_B1, null, null)
  await pause(of('44'), day('2026-11-22'), null)
  await pause(of('45'), day('2026-11-22'), day('2026-11-23'))
  await pause(of('46'), day('2026-11-25'), null)
  const act = { act: 'resume', ...DE_B1, from: brandText<Day>('2026-11-24'), until: null, note: null } as const
  const batchId = newId()
  const left = await database.db.transaction().execute((tx) => doActsIn(tx, deps(), anna, [act], batchId))
  expect(left.map(formatScope)).toEqual([formatScope(DE)])
  const readEnds = async () => {
    const pauses = await readPauses(database.db, { from: start, until: null })
    return new Map(pauses.map((own) => [formatScope(own), endOf(own)]))
  }
  const ends = (...own: [PauseScope, Instant | null][]) => new Map(own.map(([scope, end]) => [formatScope(scope), end]))
  const others: [PauseScope, Instant | null][] = [
    [DE, null],
    [B1, day('2026-11-23')],
    [of('45'), day('2026-11-23')],
  ]
  const back = day('2026-11-24')
  expect(await readEnds()).toEqual(ends(...others, [DE_B1, back], [of('44'), back]))
  await undoPauses(deps(), anna, batchId)
  expect(await readEnds()).toEqual(ends(...others, [DE_B1, null], [of('44'), null], [of('46'), null]))
})

test.each([
  ['ends it now, if it would be over', '15:00', '15:00'],
  ['leaves it as it was, if both ends are over', '20:00', '18:00'],
  ['gives it its earlier end, if that is still to come', '11:30', '12:00'],
])('undoing a later end of a pause %s', async (_what, undoneAt, end) => {
  const iso = (time: string) => `2026-11-21T${time}:00Z`
  const time = (text: string) => parseInstant(iso(text)) ?? neverNow()
  const pause = async (now: string, until: string) => {
    clock.set(iso(now))
    const wish = { scopes: [DE], from: null, until: time(until), reason: 'other' as const, note: null }
    return batchOf(await pauseScopes(deps(), anna, wish, 'bot'))
  }
  await pause('10:00', '12:00')
  const batchId = await pause('11:00', '18:00')
  clock.set(iso(undoneAt))
  expect(await undoPauses(deps(), anna, batchId)).toMatchObject({ ok: true })
  const pauses = await readPauses(database.db, { from: start, until: null })
  expect(pauses.map((own) => [own.from, endOf(own)])).toEqual([[time('10:00'), time(end)]])
})
