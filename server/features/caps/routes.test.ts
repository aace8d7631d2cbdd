import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { ApiError } from '#contract/client.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { daysBetween, type Day } from '#domain/kernel/day.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildAffiliateDraft, buildCapDraft, editCaps, insertAdvertiser } from '#testing/caps.ts'
import { refusalOf } from '#testing/refusal.ts'

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

const { create, listDay } = editCaps(() => editor)

describe('adding a cap', () => {
  test('answers the cap with its defaults', async () => {
    const { batchId: _batchId, ...cap } = await create()
    expect(cap).toMatchObject({
      date: '2026-11-21',
      geo: 'DE',
      cap: 20,
      advertiserName: 'Alster Insurance',
      sourceNumber: '44',
      workingHours: '09:00-17:00',
      alwaysOn: false,
      cpa: 60_000,
      crg: 800,
      actualCount: 0,
      createdBy: editor.member.handle,
      version: 1,
    })
    expect(await listDay()).toEqual([cap])
  })

  test('is seen by who did it, however many read the day at once', async () => {
    const sources = Array.from({ length: 25 }, (_, at) => String(at + 1))
    await Promise.all(
      sources.map(async (sourceNumber) => {
        const [saved] = await Promise.all([create({ sourceNumber }), listDay(), listDay()])
        const day = await listDay()
        expect(day.map(({ _id }) => _id)).toContain(saved._id)
      }),
    )
    expect(await listDay()).toHaveLength(sources.length)
  })

  test('keeps a geo as it was typed, and takes UK and GB, #44 and 44 for one', async () => {
    await create({ geo: 'uk', sourceNumber: ' #44 ' })
    const [cap] = await listDay()
    expect(cap).toMatchObject({ geo: 'UK', sourceNumber: '44' })
    const refusal = await refusalOf(create({ geo: 'GB' }))
    expect(refusal.status).toBe(409)
    expect(refusal.message).toBe(capTexts.exists('UK / source 44', '2026-11-21'))
    expect(refusal.details.current).toMatchObject({ _id: cap?._id })
  })

  test('reads 24/7 as always on, without windows', async () => {
    expect(await create({ workingHours: '24/7' })).toMatchObject({ alwaysOn: true, workingHours: null })
  })

  test('refuses an advertiser that nobody registered, at its field', async () => {
    const refusal = await refusalOf(create({ advertiserId: 'B-9' }))
    expect(refusal.status).toBe(400)
    expect(refusal.details.errors).toEqual([{ path: 'advertiserId', message: capTexts.unknownAdvertiser('B-9') }])
  })

  test('says what is missing, and where', async () => {
    const response = await fetch(`${capline.address}/api/caps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
      body: '{"date":"2026-11-21"}',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      message: capTexts.fillBroker,
      errors: [{ path: 'geo' }, { path: 'cap' }, { path: 'advertiserId' }, { path: 'sourceNumber' }],
    })
  })

  test('of many who add the same cap at the same instant one gets it, the others its 409', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => create()))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refusals.every((refusal) => refusal instanceof ApiError && refusal.status === 409)).toBe(true)
    expect(await listDay()).toHaveLength(1)
  })

  test('with an Idempotency-Key a repeat answers what the first answered', async () => {
    const headers = { 'idempotency-key': 'add-once' }
    const first = await editor.call(capCalls.create, { body: buildCapDraft() }, headers)
    expect(await editor.call(capCalls.create, { body: buildCapDraft() }, headers)).toEqual(first)
    const other = editor.call(capCalls.create, { body: buildCapDraft({ geo: 'FR' }) }, headers)
    expect((await refusalOf(other)).message).toBe(httpTexts.keyReused)
  })
})

describe('changing a cap', () => {
  test('replaces its fields and moves its version', async () => {
    const { _id } = await create()
    const changed = await editor.call(capCalls.update, {
      params: { id: _id },
      body: buildCapDraft({ cap: 30, cpa: null, version: 1 }),
    })
    expect(changed).toMatchObject({ _id, cap: 30, cpa: null, version: 2 })
  })

  test('a write that saw an older version is told what stands now', async () => {
    const { _id } = await create()
    const change = (cap: number) =>
      editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ cap, version: 1 }) })
    await change(30)
    const refusal = await refusalOf(change(40))
    expect(refusal.status).toBe(409)
    expect(refusal.details.current).toMatchObject({ cap: 30, version: 2 })
    expect(await listDay()).toMatchObject([{ cap: 30 }])
  })

  test('of parallel changes that saw one version exactly one is saved', async () => {
    const { _id } = await create()
    const changes = Array.from({ length: 10 }, (_, index) =>
      editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ cap: 100 + index, version: 1 }) }),
    )
    const answers = await Promise.allSettled(changes)
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    expect(await listDay()).toMatchObject([{ version: 2 }])
  })

  test('cannot move a cap onto another', async () => {
    const { _id } = await create()
    await create({ geo: 'FR' })
    const refusal = await refusalOf(
      editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ geo: 'FR' }) }),
    )
    expect(refusal.message).toBe(capTexts.exists('FR / source 44', '2026-11-21'))
    expect((await listDay()).map((cap) => cap.geo)).toEqual(['DE', 'FR'])
  })

  test('keeps the advertiser that it has after that one was deleted', async () => {
    await insertAdvertiser(capline.db, 'B-7', 'Gone Soon')
    const { _id } = await create({ advertiserId: 'B-7' })
    await capline.db.deleteFrom('advertisers').where('advertiser_id', '=', 'B-7').execute()
    const body = buildCapDraft({ advertiserId: 'B-7', cap: 5 })
    const changed = await editor.call(capCalls.update, { params: { id: _id }, body })
    expect(changed).toMatchObject({ cap: 5, advertiserName: 'Gone Soon' })
  })

  test('every change leaves a row in the history', async () => {
    const { _id } = await create()
    await editor.call(capCalls.update, { params: { id: _id }, body: buildCapDraft({ cap: 21 }) })
    await editor.call(capCalls.remove, { params: { id: _id } })
    const rows = await capline.db
      .selectFrom('changes')
      .select(['action', 'actor', 'before', 'after'])
      .where('subject_id', '=', _id)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.action)).toEqual(['cap.created', 'cap.changed', 'cap.deleted'])
    expect(rows[1]).toMatchObject({
      actor: `@${editor.member.handle}`,
      before: { cap: 20 },
      after: { cap: 21 },
    })
  })

  test('the history cannot be changed', async () => {
    await create()
    await expect(capline.db.deleteFrom('changes').execute()).rejects.toThrow('append-only')
  })
})

describe('deleting a cap', () => {
  test('answers nothing, and a second time that it is gone', async () => {
    const { _id } = await create()
    await editor.call(capCalls.remove, { params: { id: _id } })
    const refusal = await refusalOf(editor.call(capCalls.remove, { params: { id: _id } }))
    expect(refusal.status).toBe(404)
    expect(await listDay()).toEqual([])
  })
})

describe('reading a day', () => {
  test('lists by geo, then planned descending', async () => {
    await create({ geo: 'FR', cap: 5 })
    await create({ geo: 'DE', cap: 1, sourceNumber: '1' })
    await create({ geo: 'DE', cap: 9, sourceNumber: '2' })
    expect((await listDay()).map((cap) => [cap.geo, cap.cap])).toEqual([
      ['DE', 9],
      ['DE', 1],
      ['FR', 5],
    ])
  })

  test('sums up what is planned and delivered', async () => {
    await create({ cap: 5 })
    await create({ cap: 7, geo: 'FR' })
    const summary = await editor.call(capCalls.summarizeDay, { query: { date: '2026-11-21' } })
    expect(summary).toEqual({ date: '2026-11-21', count: 2, plannedTotal: 12, actualTotal: 0 })
    await create({ cap: 3, date: '2026-11-23' })
    const leads = [
      { day: brandText<Day>('2026-11-21'), geo_key: 'DE', advertiser_id: 'B-1', source_number: '44', leads: 4 },
      { day: brandText<Day>('2026-11-21'), geo_key: 'DE', advertiser_id: 'B-2', source_number: '44', leads: 9 },
    ]
    await capline.db.insertInto('delivered_by_broker').values(leads).execute()
    const days = { start: '2026-11-20', end: '2026-11-23' }
    expect(await editor.call(capCalls.summarizeDays, { query: days })).toEqual([
      { date: '2026-11-21', count: 2, plannedTotal: 12, actualTotal: 4 },
      { date: '2026-11-23', count: 1, plannedTotal: 3, actualTotal: 0 },
    ])
    await editor.call(affiliateCapCalls.create, {
      body: buildAffiliateDraft({ date: '2026-11-21', geo: 'DE', cap: 6 }),
    })
    expect(await editor.call(affiliateCapCalls.summarizeDays, { query: days })).toEqual([
      { date: '2026-11-21', count: 1, plannedTotal: 6, actualTotal: 13 },
    ])
    const refusal = await refusalOf(
      editor.call(capCalls.summarizeDays, { query: { start: '2026-11-21', end: '2027-11-21' } }),
    )
    expect(refusal).toMatchObject({ status: 400, message: capTexts.tooManyDays })
    await capline.db.deleteFrom('delivered_by_broker').execute()
  })

  test('says by what leads a day is planned, today where no day is named', async () => {
    const { places } = await editor.call(capCalls.listRecent, { query: { date: '2026-11-21' } })
    expect(places).toEqual([])
    const { date, sameWeekday } = await editor.call(affiliateCapCalls.listRecent, { query: {} })
    expect(daysBetween(sameWeekday, date)).toBe(7)
  })

  test.each(['2026-02-30', 'tomorrow', '2026-1-1', '%00'])('refuses the day %s', async (date) => {
    const response = await fetch(`${capline.address}/api/caps/day/${date}`, {
      headers: { authorization: `Bearer ${editor.token}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: capTexts.date })
  })
})

describe('who may', () => {
  test('nobody without a session', async () => {
    expect((await refusalOf(capline.call(capCalls.create, { body: buildCapDraft() }))).status).toBe(401)
  })

  test('viewers may, until they are made read-only', async () => {
    const viewer = await capline.signIn('viewer')
    const { _id: id } = await viewer.call(capCalls.create, { body: buildCapDraft() })
    await viewer.call(capCalls.update, { params: { id }, body: buildCapDraft({ cap: 21 }) })
    expect(await listDay()).toMatchObject([{ cap: 21 }])
    await viewer.call(capCalls.remove, { params: { id } })
    expect(await listDay()).toEqual([])
    await capline.db
      .insertInto('settings')
      .values({ key: 'viewer_read_only', value: 'true', updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' })
      .execute()
    const refusal = await refusalOf(viewer.call(capCalls.create, { body: buildCapDraft({ geo: 'FR' }) }))
    expect(refusal.status).toBe(403)
    expect(refusal.message).toBe(callTexts.viewersReadOnly)
    await capline.db.deleteFrom('settings').execute()
  })
})
