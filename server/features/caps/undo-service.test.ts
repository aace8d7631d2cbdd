import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { systemClock } from '#platform/clock.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, editCaps, insertAdvertiser } from '#testing/caps.ts'
import { refusalOf, statusOf } from '#testing/refusal.ts'
import { readMutedCaps } from './alert-service.ts'
import { insertMute } from './mute-store.ts'

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
})

const TODAY = '2026-11-21'

const { create, commit, undo, listDay } = editCaps(() => editor)

const PAUSE = {
  act: 'pause',
  geo: 'DE',
  sourceNumber: '44',
  advertiserId: 'B-1',
  from: brandText<Day>('2099-01-01'),
} as const

/** What people see of a cap; a restored one has moved its version on. */
const contentOf = (caps: Awaited<ReturnType<typeof listDay>>) => caps.map(({ version: _version, ...cap }) => cap)

describe('undo', () => {
  test('brings back what was deleted, with its id', async () => {
    const cap = await create()
    const before = await listDay()
    const { batchId } = await commit({ remove: [{ id: cap._id, version: 1 }] })
    await undo(batchId)
    const after = await listDay()
    expect(contentOf(after)).toEqual(contentOf(before))
    expect(after[0]?.version).toBe(2)
  })

  test('brings back that its alerts are muted, too', async () => {
    const { _id: id, date: day } = await create()
    const mute = { capId: id, day, by: '@anna', at: systemClock.now() }
    await capline.db.transaction().execute((tx) => insertMute(tx, mute))
    const { batchId } = await commit({ remove: [{ id, version: 1 }] })
    expect(await readMutedCaps(capline.db, [id])).toEqual(new Set())
    await undo(batchId)
    expect(await readMutedCaps(capline.db, [id])).toEqual(new Set([id]))
  })

  test('takes what was paused beside back, too; a pause that cannot be begun leaves all as it was', async () => {
    const send = (advertiserId: string) =>
      editor.call(capCalls.commit, {
        body: {
          action: 'paste',
          create: [buildCapDraft()],
          update: [],
          remove: [],
          acts: [{ ...PAUSE, advertiserId }],
        },
      })
    const refusal = await refusalOf(send('nobody'))
    expect([refusal.status, refusal.details.errors?.[0]?.path]).toEqual([400, 'acts.0'])
    expect(await listDay()).toEqual([])
    const { batchId } = await send('B-1')
    expect(await editor.call(pauseCalls.listStanding, {})).toMatchObject([{ geo: 'DE', way: 'message', until: null }])
    await undo(batchId)
    expect(await listDay()).toEqual([])
    expect(await editor.call(pauseCalls.listStanding, {})).toEqual([])
  })

  test('is refused over a cap of a later commit of which only the pauses were taken back', async () => {
    const cap = await create({ cap: 10 })
    const raise = async (to: number, acts: (typeof PAUSE)[]) => {
      const [standing] = await listDay()
      const update = [{ id: cap._id, draft: { ...buildCapDraft({ cap: to }), version: standing?.version ?? 0 } }]
      return editor.call(capCalls.commit, { body: { action: 'paste', create: [], update, remove: [], acts } })
    }
    const first = await raise(20, [])
    const later = await raise(30, [PAUSE])
    await editor.call(pauseCalls.undo, { params: { id: later.batchId } })
    expect((await refusalOf(undo(first.batchId))).message).toBe(capTexts.changedSince)
    expect(await listDay()).toMatchObject([{ cap: 30 }])
    const history = await editor.call(capCalls.listHistory, { query: { id: cap._id } })
    expect(history.map(({ undone, pauses, pausePlaces }) => [undone, pauses, ...pausePlaces])).toEqual([
      [false, 1, 'DE / B-1 / source 44'],
      [false, 0],
      [false, 0],
    ])
  })

  test('takes a whole commit back, and can be taken back itself', async () => {
    const kept = await create()
    const gone = await create({ geo: 'FR' })
    const before = await listDay()
    const { batchId } = await commit({
      create: [buildCapDraft({ geo: 'IT' })],
      update: [{ id: kept._id, draft: buildCapDraft({ cap: 33, geo: 'AT' }) }],
      remove: [{ id: gone._id, version: null }],
    })
    const committed = await listDay()
    const undone = await undo(batchId)
    expect(contentOf(await listDay())).toEqual(contentOf(before))
    await undo(undone.batchId)
    expect(contentOf(await listDay())).toEqual(contentOf(committed))
  })

  test('is refused as a whole where something was changed since', async () => {
    const [one, other] = await Promise.all([create(), create({ geo: 'FR' })])
    const { batchId } = await commit({
      update: [one, other].map((cap) => ({ id: cap._id, draft: buildCapDraft({ geo: cap.geo, cap: 50 }) })),
    })
    await editor.call(capCalls.update, { params: { id: one._id }, body: buildCapDraft({ cap: 51 }) })
    const refusal = await refusalOf(undo(batchId))
    expect(refusal.status).toBe(409)
    expect(refusal.message).toBe(capTexts.changedSince)
    expect((await listDay()).map((cap) => cap.cap)).toEqual([51, 50])
  })

  test('is refused where the place of a deleted cap was taken', async () => {
    const cap = await create()
    const { batchId } = await commit({ remove: [{ id: cap._id, version: null }] })
    await create({ cap: 7 })
    expect(await refusalOf(undo(batchId))).toMatchObject({
      status: 409,
      message: capTexts.exists('DE / source 44', cap.date),
    })
    expect(await listDay()).toMatchObject([{ cap: 7 }])
  })

  test('happens once, also when it is asked for twice at once', async () => {
    const cap = await create()
    const { batchId } = await commit({ remove: [{ id: cap._id, version: null }] })
    const answers = await Promise.allSettled([undo(batchId), undo(batchId)])
    expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 409]))
    expect(await listDay()).toHaveLength(1)
  })

  test('and somebody who changes the same cap at once: one of them is told no, and nothing is lost', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await create({ sourceNumber: String(round) })
      const draft = (cap: number) => buildCapDraft({ cap, sourceNumber: String(round) })
      const { batchId } = await commit({ update: [{ id: _id, draft: draft(33) }] })
      const change = () => editor.call(capCalls.update, { params: { id: _id }, body: { ...draft(50), version: 2 } })
      const [undone, changed] = await Promise.allSettled([undo(batchId), change()])
      expect(new Set([undone, changed].map(statusOf))).toEqual(new Set([200, 409]))
      const standing = (await listDay()).find((cap) => cap._id === _id)
      expect(standing).toMatchObject({ cap: undone.status === 'fulfilled' ? 20 : 50, version: 3 })
    }
  })

  test('of a deletion, and somebody who takes its place at once: one of them is told no', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sourceNumber = String(round)
      const { _id } = await create({ sourceNumber })
      const { batchId } = await commit({ remove: [{ id: _id, version: null }] })
      const answers = await Promise.allSettled([undo(batchId), create({ sourceNumber })])
      expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 409]))
      expect((await listDay()).filter((cap) => cap.sourceNumber === sourceNumber)).toHaveLength(1)
    }
  })

  test('goes on to what was changed before, once what came later was taken back, and forward again', async () => {
    const cap = await create({ cap: 10 })
    const change = async (to: number) =>
      (await commit({ update: [{ id: cap._id, draft: await draftWith(to) }] })).batchId
    const draftWith = async (to: number) => {
      const [standing] = await listDay()
      return { ...buildCapDraft({ cap: to }), version: standing?.version ?? 0 }
    }
    const expectCap = async (to: number) => expect(await listDay()).toMatchObject([{ cap: to }])
    const [first, second] = [await change(20), await change(30)]
    expect((await refusalOf(undo(first))).status, 'as long as a later one stands').toBe(409)
    const undoneSecond = await undo(second)
    const undoneFirst = await undo(first)
    await expectCap(10)
    for (const done of [first, second]) expect((await refusalOf(undo(done))).status).toBe(409)
    const again = await undo(undoneFirst.batchId)
    await expectCap(20)
    await undo(undoneSecond.batchId)
    await expectCap(30)
    expect((await refusalOf(undo(again.batchId))).status, 'the second stands again').toBe(409)
  })

  test('of a delete that was undone before is refused, whatever became of the cap since', async () => {
    const { _id } = await create()
    const first = await commit({ remove: [{ id: _id, version: null }] })
    await undo(first.batchId)
    await editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ cap: 50 }) })
    await commit({ remove: [{ id: _id, version: null }] })
    expect((await refusalOf(undo(first.batchId))).message).toBe(capTexts.changedSince)
    expect(await listDay()).toEqual([])
  })

  test('never takes a version back', async () => {
    const { _id } = await create()
    for (let round = 0; round < 3; round += 1) {
      const { batchId } = await commit({ remove: [{ id: _id, version: null }] })
      await undo(batchId)
    }
    expect(await listDay()).toMatchObject([{ _id, version: 4 }])
  })

  test('of nothing is a 404', async () => {
    expect((await refusalOf(undo('nothing'))).status).toBe(404)
  })
})

describe('the history of a cap', () => {
  test('tells who changed what, newest first, and what was undone', async () => {
    const cap = await create()
    const { batchId } = await commit({ update: [{ id: cap._id, draft: buildCapDraft({ cap: 33 }) }] })
    await undo(batchId)
    const history = await editor.call(capCalls.listHistory, { query: { id: cap._id } })
    const actor = `@${editor.member.handle}`
    expect(history).toMatchObject([
      { action: 'cap.changed by undo', actor, before: { cap: 33 }, after: { cap: 20 }, undone: false },
      { action: 'cap.changed by bulk', actor, before: { cap: 20 }, after: { cap: 33 }, undone: true },
      { action: 'cap.created', actor, before: null, after: { cap: 20 }, undone: false },
    ])
  })

  test('tells what stands undone, also where the undo was undone, and that again', async () => {
    const cap = await create()
    const { batchId } = await commit({ update: [{ id: cap._id, draft: buildCapDraft({ cap: 33 }) }] })
    const undone = async () => {
      const history = await editor.call(capCalls.listHistory, { query: { id: cap._id } })
      return history.map((entry) => entry.undone).toReversed()
    }
    const first = await undo(batchId)
    expect(await undone()).toEqual([false, true, false])
    const redone = await undo(first.batchId)
    expect(await undone()).toEqual([false, false, true, false])
    await undo(redone.batchId)
    expect(await undone()).toEqual([false, true, false, true, false])
  })

  test('tells of each change how many its commit made, also of other caps', async () => {
    const cap = await create()
    await commit({ create: [buildCapDraft({ sourceNumber: '91' }), buildCapDraft({ sourceNumber: '92' })] })
    const { batchId } = await commit({
      create: [buildCapDraft({ sourceNumber: '93' })],
      update: [{ id: cap._id, draft: buildCapDraft({ cap: 33 }) }],
    })
    const history = await editor.call(capCalls.listHistory, { query: { id: cap._id } })
    expect(history.map(({ batchSize }) => batchSize)).toEqual([2, 1])
    expect(history[0]?.batchId).toBe(batchId)
  })

  test('is found on both days when a cap is moved', async () => {
    const cap = await create()
    await editor.call(capCalls.update, { params: { id: cap._id }, body: buildCapDraft({ date: '2027-01-05' }) })
    const history = await editor.call(capCalls.listHistory, { query: { date: '2027-01-05' } })
    expect(history).toMatchObject([{ before: { date: TODAY }, after: { date: '2027-01-05' } }])
  })
})
