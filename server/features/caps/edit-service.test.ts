import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildAffiliateDraft, buildCapDraft, editCaps, insertAdvertiser } from '#testing/caps.ts'
import { refusalOf, statusOf } from '#testing/refusal.ts'

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
const TOMORROW = '2026-11-22'

const { create, commit, undo, listDay } = editCaps(() => editor)

/** Terms of three kinds, as they are filled in and as they stand. */
const TERMS = [
  {
    draft: { workingHours: null, cpa: null, crg: null },
    stored: { workingHours: null, alwaysOn: false, cpa: null, crg: null },
  },
  {
    draft: { workingHours: '24/7', cpa: 1.25, crg: 12.5 },
    stored: { workingHours: null, alwaysOn: true, cpa: 125, crg: 1_250 },
  },
  { draft: {}, stored: { workingHours: '09:00-17:00', alwaysOn: false, cpa: 60_000, crg: 800 } },
]

/** Another day, geo and source, and other terms, by the number of the cap. */
function changeEach(cap: number) {
  const place = { date: TOMORROW, geo: cap % 2 === 0 ? 'uk' : 'IT', sourceNumber: `{"${cap}", null}` }
  return buildCapDraft({ ...place, cap, version: 1, ...TERMS[cap % 3]?.draft })
}

describe('a commit of many', () => {
  test('adds, changes and removes in one go, with one batch in the history', async () => {
    const kept = await create()
    const gone = await create({ geo: 'FR' })
    const { batchId, days } = await commit({
      create: [buildCapDraft({ geo: 'IT', date: TOMORROW, advertiserId: 'b-1' })],
      update: [{ id: kept._id, draft: buildCapDraft({ cap: 33, version: 1 }) }],
      remove: [{ id: gone._id, version: 1 }],
    })
    expect(days).toEqual([TODAY, TOMORROW])
    expect(await listDay()).toMatchObject([{ geo: 'DE', cap: 33, version: 2 }])
    expect(await listDay(TOMORROW)).toMatchObject([{ geo: 'IT', advertiserId: 'B-1' }])
    const history = await editor.call(capCalls.listHistory, { query: { date: TODAY } })
    expect(history.filter((entry) => entry.batchId === batchId).map((entry) => entry.action)).toEqual([
      'cap.deleted by bulk',
      'cap.changed by bulk',
    ])
  })

  test('is all or nothing, and says of every row what keeps it', async () => {
    const standing = await create()
    const refusal = await refusalOf(
      commit({
        create: [
          buildCapDraft({ geo: 'FR' }),
          buildCapDraft(),
          buildCapDraft({ geo: 'IT', advertiserId: 'B-9' }),
          buildCapDraft({ geo: 'fr' }),
        ],
        update: [{ id: standing._id, draft: buildCapDraft({ cap: 1, version: 7 }) }],
        remove: [{ id: 'nothing', version: null }],
      }),
    )
    expect(refusal.status).toBe(409)
    expect(refusal.message).toBe(capTexts.commitRefused(4))
    expect(refusal.details.errors).toEqual([
      { path: 'remove.0', message: capTexts.notFound },
      { path: 'update.0', message: capTexts.changedMeanwhile },
      { path: 'create.2', message: capTexts.unknownAdvertiser('B-9') },
      { path: 'create.3', message: capTexts.twice },
    ])
    expect(refusal.details.current).toMatchObject({ 'update.0': { _id: standing._id } })
    expect(await listDay()).toMatchObject([{ _id: standing._id, cap: 20 }])
  })

  test('names the cap that stands where one is to be added', async () => {
    const standing = await create()
    const refusal = await refusalOf(commit({ create: [buildCapDraft({ geo: 'FR' }), buildCapDraft()] }))
    expect(refusal.details.errors).toEqual([{ path: 'create.1', message: capTexts.exists('DE / source 44', TODAY) }])
    expect(refusal.details.current).toMatchObject({ 'create.1': { _id: standing._id } })
    expect(await listDay()).toHaveLength(1)
  })

  test('moves caps one day on where each stands in the next one’s way', async () => {
    const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
    const caps = await Promise.all(days.slice(0, 3).map((date) => create({ date })))
    await commit({
      update: caps.map((cap, index) => ({ id: cap._id, draft: buildCapDraft({ date: days[index + 1] ?? '' }) })),
    })
    const counts = await Promise.all(days.map(async (date) => (await listDay(date)).length))
    expect(counts).toEqual([0, 1, 1, 1])
  })

  test('swaps two caps', async () => {
    const [one, other] = await Promise.all([create({ cap: 1 }), create({ cap: 2, sourceNumber: '45' })])
    await commit({
      update: [
        { id: one._id, draft: buildCapDraft({ cap: 1, sourceNumber: '45' }) },
        { id: other._id, draft: buildCapDraft({ cap: 2 }) },
      ],
    })
    expect((await listDay()).map((cap) => [cap.cap, cap.sourceNumber])).toEqual([
      [2, '44'],
      [1, '45'],
    ])
  })

  test('names a cap once', async () => {
    const { _id } = await create()
    const refusal = await refusalOf(
      commit({ update: [{ id: _id, draft: buildCapDraft({ cap: 1 }) }], remove: [{ id: _id, version: null }] }),
    )
    expect(refusal.status).toBe(409)
    expect(refusal.details.errors).toEqual([{ path: 'remove.0', message: capTexts.repeated }])
  })

  test('of nothing is refused, and so is what is no cap at all', async () => {
    expect((await refusalOf(commit({}))).message).toBe(capTexts.nothingToCommit)
    const odd = await refusalOf(commit({ remove: [{ id: 'a\0b', version: null }] }))
    expect(odd.status).toBe(400)
  })

  test('two who cross each other both get an answer', async () => {
    const caps = await Promise.all(['1', '2', '3', '4'].map((sourceNumber) => create({ sourceNumber })))
    const move = (index: number, sourceNumber: string) => ({
      id: caps[index]?._id ?? '',
      draft: buildCapDraft({ sourceNumber }),
    })
    for (let round = 0; round < 10; round += 1) {
      const [x, y] = [`x${round}`, `y${round}`]
      const answers = await Promise.allSettled([
        commit({ update: [move(0, x), move(1, y)] }),
        commit({ update: [move(2, y), move(3, x)] }),
      ])
      expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 409]))
    }
  })

  test('a row that is wrong in itself is a 400 at its cell', async () => {
    const refusal = await refusalOf(commit({ create: [buildCapDraft(), buildCapDraft({ cap: -1 })] }))
    expect(refusal.status).toBe(400)
    expect(refusal.details.errors).toEqual([{ path: 'create.1.cap', message: capTexts.cap }])
  })

  test('2,000 caps are one commit', async () => {
    const drafts = Array.from({ length: 2_000 }, (_, index) => buildCapDraft({ sourceNumber: String(index) }))
    const { batchId } = await commit({ create: drafts, action: 'copy' })
    expect(await listDay()).toHaveLength(2_000)
    await undo(batchId)
    expect(await listDay()).toEqual([])
  })

  test('2,001 caps that are changed together have each what is its own, and so has the history', async () => {
    const drafts = Array.from({ length: 2_001 }, (_, index) => buildCapDraft({ cap: index, sourceNumber: `a${index}` }))
    await commit({ create: drafts })
    const caps = await listDay()
    const { batchId } = await commit({ update: caps.map(({ _id, cap }) => ({ id: _id, draft: changeEach(cap) })) })
    const [changed, gone] = await Promise.all([listDay(TOMORROW), listDay()])
    expect(gone).toEqual([])
    const ids = new Map(caps.map(({ _id, cap }) => [cap, _id]))
    for (const { _id, cap, geo, sourceNumber, version, ...terms } of changed) {
      expect({ _id, geo, version }).toEqual({ _id: ids.get(cap), geo: cap % 2 === 0 ? 'UK' : 'IT', version: 2 })
      expect(sourceNumber).toBe(`{"${cap}", null}`)
      expect(terms).toMatchObject(TERMS[cap % 3]?.stored ?? {})
    }
    const { rows } = await capline.database.pool.query(
      `select count(*)::integer as changes, bool_and(subject_id = before ->> '_id' and subject_id = after ->> '_id'
        and before ->> 'cap' = after ->> 'cap' and before ->> 'version' = '1' and after ->> 'version' = '2'
        and before ->> 'sourceNumber' = 'a' || (after ->> 'cap')) as right from changes where batch_id = $1`,
      [batchId],
    )
    expect(rows).toEqual([{ changes: 2_001, right: true }])
    await undo(batchId)
    const restored = await listDay()
    expect(restored.map(({ cap, sourceNumber, version }) => [cap, sourceNumber, version])).toEqual(
      caps.map(({ cap, sourceNumber }) => [cap, sourceNumber, 3]),
    )
  })

  test('of two who commit the same at the same instant one is saved whole, the other not at all', async () => {
    const drafts = Array.from({ length: 50 }, (_, index) => buildCapDraft({ sourceNumber: String(index) }))
    const answers = await Promise.allSettled([commit({ create: drafts }), commit({ create: drafts.toReversed() })])
    expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 409]))
    expect(await listDay()).toHaveLength(50)
  })
})

describe('affiliate caps', () => {
  const createAffiliate = (fields = {}) => editor.call(affiliateCapCalls.create, { body: buildAffiliateDraft(fields) })

  test('have no advertiser, and one stands on a day, geo and source', async () => {
    const cap = await createAffiliate({ geo: 'UK' })
    expect(cap).toMatchObject({ kind: 'affiliate', advertiserId: null })
    expect((await refusalOf(createAffiliate({ geo: 'GB', sourceNumber: '#44' }))).status).toBe(409)
  })

  test('are not broker caps', async () => {
    const cap = await createAffiliate()
    await create()
    expect(await listDay()).toHaveLength(1)
    const remove = editor.call(capCalls.remove, { params: { id: cap._id } })
    expect((await refusalOf(remove)).status).toBe(404)
    const summary = await editor.call(affiliateCapCalls.summarizeDay, { query: { date: TODAY } })
    expect(summary).toMatchObject({ count: 1, plannedTotal: 20 })
  })

  test('say what is missing in their own words', async () => {
    const refusal = await refusalOf(createAffiliate({ geo: '' }))
    expect(refusal.message).toBe(capTexts.fillAffiliate)
  })

  test('count the leads of their source whoever bought them', async () => {
    await createAffiliate()
    await create()
    await insertAdvertiser(capline.db, 'B-2', 'Bravo')
    const leads = ['B-1', 'B-2', 'B-2'].map((advertiserId, index) => ({
      id: `lead-${index}`,
      createdAt: `${TODAY}T10:00:00Z`,
      geo: 'de',
      sourceNumber: '#44',
      advertiserId,
    }))
    capline.source.put('leads', ...leads)
    await capline.sync()
    const [affiliate] = await editor.call(affiliateCapCalls.listDay, { params: { date: TODAY } })
    const [broker] = await listDay()
    expect(affiliate?.actualCount).toBe(3)
    expect(broker?.actualCount).toBe(1)
    const total = await editor.call(affiliateCapCalls.countLeads, { query: { date: TODAY } })
    expect(total.total).toBe(3)
  })
})
