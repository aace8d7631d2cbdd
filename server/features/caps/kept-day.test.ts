import { fastify } from 'fastify'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { createKeptAnswers, type KeptAnswers } from '#platform/http/kept-answers.ts'
import { mountCalls } from '#platform/http/mount.ts'
import { createLog } from '#platform/log.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildAffiliateDraft, buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { buildLead } from '#testing/lead-rows.ts'
import { capRoutes } from './routes.ts'

let capline: TestCapline
let editor: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  editor = await capline.signIn('editor')
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())
beforeEach(async () => {
  await capline.db.deleteFrom('caps').execute()
  await capline.db.deleteFrom('delivered_by_broker').execute()
})

const TODAY = brandText<Day>('2026-11-21')
const KINDS = ['caps', 'affiliate-caps'] as const

/** The calls of caps as the product has them, over what is kept elsewhere. */
function mountBoard(kept: KeptAnswers) {
  const app = fastify()
  const { db } = capline
  const deps = { db, clock: systemClock }
  const mount = {
    admit: () => Promise.resolve(editor.member),
    readViewerReadOnly: () => Promise.resolve(false),
    idempotency: deps,
    kept,
    checkAnswers: true,
    isBehindTls: false,
    log: createLog('silent', { pretty: false }),
  }
  mountCalls(app, mount, capCalls, capRoutes(deps, 'broker'))
  mountCalls(app, mount, affiliateCapCalls, capRoutes(deps, 'affiliate'))
  return async (kind: (typeof KINDS)[number]): Promise<unknown> => {
    const url = `/api/${kind}/day/${TODAY}`
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${editor.token}` } })
    return answer.json()
  }
}

/** A board that counts what it had to write, and one that writes each answer anew. */
function mountBoards() {
  const kept = createKeptAnswers()
  let written = 0
  const keeping = mountBoard({
    find: (key) => kept.find(key),
    keep(key, answer) {
      written += 1
      kept.keep(key, answer)
    },
  })
  const fresh = mountBoard({ find: () => null, keep: () => undefined })
  return { keeping, fresh, countWritten: () => written }
}

const create = (fields = {}) => editor.call(capCalls.create, { body: buildCapDraft(fields) })
const listDay = () => editor.call(capCalls.listDay, { params: { date: TODAY } })

test('a day that stays as it is is written once, whoever asks how often', async () => {
  const { keeping, fresh, countWritten } = mountBoards()
  await create()
  await editor.call(affiliateCapCalls.create, { body: buildAffiliateDraft() })
  for (const kind of KINDS) {
    const first = await keeping(kind)
    expect(first).toMatchObject([{ geo: 'DE' }])
    for (let count = 0; count < 5; count++) expect(await keeping(kind)).toEqual(first)
    expect(await fresh(kind)).toEqual(first)
  }
  expect(countWritten()).toBe(2)
  // Nor does another day touch it.
  await create({ date: '2026-11-22' })
  await keeping('caps')
  expect(countWritten()).toBe(2)
})

test('every change is seen by the next who read, and an undo too', async () => {
  const { keeping, countWritten } = mountBoards()
  const seen = async () => {
    const day = await keeping('caps')
    // The product keeps answers of its own.
    expect(await (await fetchDay()).json()).toEqual(day)
    return day
  }
  expect(await seen()).toEqual([])
  const { _id } = await create()
  expect(await seen()).toMatchObject([{ cap: 20, version: 1, advertiserName: 'Alster Insurance' }])
  const { batchId } = await editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ cap: 30 }) })
  expect(await seen()).toMatchObject([{ cap: 30, version: 2 }])
  await editor.call(capCalls.undo, { params: { id: batchId } })
  expect(await seen()).toMatchObject([{ cap: 20, version: 3 }])
  const body = buildCapDraft({ advertiserName: 'Elbe Insurance' })
  await editor.call(capCalls.update, { params: { id: _id }, body })
  expect(await seen()).toMatchObject([{ advertiserName: 'Elbe Insurance' }])
  await editor.call(capCalls.remove, { params: { id: _id } })
  expect(await seen()).toEqual([])
  expect(countWritten()).toBe(6)
})

test('what a sync has counted is seen by the next who read, of both kinds', async () => {
  const { keeping } = mountBoards()
  await create()
  await editor.call(affiliateCapCalls.create, { body: buildAffiliateDraft() })
  for (const kind of KINDS) expect(await keeping(kind)).toMatchObject([{ actualCount: 0 }])
  const at = `${TODAY}T09:00:00.000Z`
  const lead = buildLead({ createdAt: at, updatedAt: at, advertiserId: 'B-1' })
  capline.source.put('leads', lead)
  await capline.sync()
  for (const kind of KINDS) expect(await keeping(kind)).toMatchObject([{ actualCount: 1 }])
  capline.source.put('leads', { ...lead, geo: 'FR', updatedAt: formatInstant(systemClock.now()) })
  await capline.sync()
  for (const kind of KINDS) expect(await keeping(kind)).toMatchObject([{ actualCount: 0 }])
})

test('two caps that swap what was delivered to them are another day', async () => {
  const { keeping } = mountBoards()
  await create({ geo: 'DE' })
  await create({ geo: 'FR' })
  await deliver({ DE: 1, FR: 2 })
  expect(await keeping('caps')).toMatchObject([{ actualCount: 1 }, { actualCount: 2 }])
  await deliver({ DE: 2, FR: 1 })
  expect(await keeping('caps')).toMatchObject([{ actualCount: 2 }, { actualCount: 1 }])
})

test('whatever happens in whatever order, what is kept is what a fresh reading gives', async () => {
  const { keeping, fresh, countWritten } = mountBoards()
  let reads = 0
  const geo = fc.constantFrom('DE', 'FR', 'UK')
  const step = fc.oneof(
    fc.record({ does: fc.constantFrom('add', 'remove', 'read', 'undo'), geo }),
    fc.record({ does: fc.constantFrom('deliver', 'edit'), geo, number: fc.integer({ min: 0, max: 3 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const batches: string[] = []
      for (const { does, geo: where, ...rest } of steps) {
        const number = 'number' in rest ? rest.number : 0
        await act({ does, where, number }, batches)
        for (const kind of KINDS) {
          reads += 1
          expect(await keeping(kind)).toEqual(await fresh(kind))
        }
      }
    }),
    { numRuns: 10 },
  )
  expect(countWritten()).toBeGreaterThan(20)
  expect(countWritten()).toBeLessThan(reads)
})

/** What cannot be done just then is refused, and changes nothing. */
async function act({ does, where, number }: { does: string; where: string; number: number }, batches: string[]) {
  const cap = (await listDay()).find(({ geo }) => geo === where)
  const params = { id: cap?._id ?? '' }
  const note = ({ batchId }: { batchId: string }) => void batches.push(batchId)
  if (does === 'deliver') await deliver({ [where === 'UK' ? 'GB' : where]: number })
  if (does === 'undo') await editor.call(capCalls.undo, { params: { id: batches.pop() ?? '' } }).catch(noop)
  if (does === 'remove' && cap) await editor.call(capCalls.remove, { params })
  if (does === 'edit' && cap) {
    note(await editor.call(capCalls.update, { params, body: buildCapDraft({ geo: where, cap: number }) }))
  }
  if (does === 'add') {
    await editor.call(affiliateCapCalls.create, { body: buildAffiliateDraft({ geo: where }) }).catch(noop)
    await create({ geo: where }).then(note, noop)
  }
}

const noop = () => undefined

/** Counts as a sync leaves them, by geo. */
async function deliver(leads: Record<string, number>): Promise<void> {
  for (const [geo_key, count] of Object.entries(leads)) {
    await capline.db
      .insertInto('delivered_by_broker')
      .values({ day: TODAY, geo_key, advertiser_id: 'B-1', source_number: '44', leads: count })
      .onConflict((conflict) =>
        conflict.columns(['day', 'geo_key', 'advertiser_id', 'source_number']).doUpdateSet({ leads: count }),
      )
      .execute()
  }
}

function fetchDay(): Promise<Response> {
  const headers = { authorization: `Bearer ${editor.token}` }
  return fetch(`${capline.address}/api/caps/day/${TODAY}`, { headers })
}
