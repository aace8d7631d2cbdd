import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { advertiserTexts } from '#contract/texts/partners.ts'
import type { LeadRow } from '#sandbox/lead-api/rows.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildAffiliateDraft, buildCapDraft } from '#testing/caps.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())

let last = 0

/** An id that nobody has. */
function fresh(): string {
  last += 1
  return `X-${last}`
}

const create = (advertiserId: string, name: string, associatedGroupIds: string[] = []) =>
  admin.call(advertiserCalls.create, { body: { advertiserId, name, associatedGroupIds } })

const find = async (advertiserId: string) =>
  (await admin.call(advertiserCalls.list, {})).find((each) => each.advertiserId === advertiserId)

const importAll = (advertisers: { advertiserId: string; name: string }[], overwrite: boolean) =>
  admin.call(advertiserCalls.import, { body: { advertisers, overwrite } })

describe('an advertiser', () => {
  test('is registered with its groups, each once and blank ones dropped', async () => {
    const id = fresh()
    const created = await create(` ${id} `, ' Alster ', ['-1002', '', '-1001', ' ', '-1002'])
    expect(created).toMatchObject({ advertiserId: id, name: 'Alster', associatedGroupIds: ['-1001', '-1002'] })
    expect(await find(id)).toEqual(created)
  })

  test.each([
    [{ advertiserId: '', name: 'N' }, 'advertiserId', 'Advertiser ID and name are required'],
    [{ advertiserId: 'A', name: '  ' }, 'name', 'Advertiser ID and name are required'],
    [{ advertiserId: 'A'.repeat(65), name: 'N' }, 'advertiserId', advertiserTexts.key],
    [{ advertiserId: 'A', name: 'N'.repeat(201) }, 'name', advertiserTexts.name],
    [{ advertiserId: 'A', name: 'N', associatedGroupIds: ['group'] }, 'associatedGroupIds.0', advertiserTexts.groupId],
    [
      { advertiserId: 'A', name: 'N', groupIds: ['-1001'] },
      'groupIds',
      callTexts.unknownFields(['groupIds'], ['associatedGroupIds']),
    ],
  ])('is refused as %j, at its field', async (body, path, message) => {
    const refusal = await refusalOf(admin.call(advertiserCalls.create, { body }))
    expect(refusal.status).toBe(400)
    expect(refusal.details.errors).toEqual([{ path, message }])
  })

  test('is there once in any case, also under 20 parallel tries, and the refusal names the one that stands', async () => {
    const id = fresh()
    const spelled = [id, id.toLowerCase()]
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => create(spelled[index % 2] ?? id, `Name ${index}`)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const standing = (await find(id)) ?? (await find(id.toLowerCase()))
    const refusal = await refusalOf(create(id, 'Another'))
    expect(refusal.status).toBe(409)
    expect(refusal.message).toBe(`Advertiser ID ${standing?.advertiserId} is already registered, as ${standing?.name}.`)
    expect(refusal.details.current).toEqual(standing)
  })

  test('that differs from another in case alone since before stays itself', async () => {
    const id = fresh()
    const db = capline.db
    const rows = [id, id.toLowerCase()].map((advertiser_id) => ({
      id: advertiser_id,
      advertiser_id,
      name: advertiser_id,
    }))
    await db.insertInto('advertisers').values(rows).execute()
    await importAll([{ advertiserId: id.toLowerCase(), name: 'Small' }], true)
    expect([(await find(id))?.name, (await find(id.toLowerCase()))?.name]).toEqual([id, 'Small'])
    const cap = await admin.call(capCalls.create, { body: buildCapDraft({ advertiserId: id, date: '2026-10-02' }) })
    expect(cap).toMatchObject({ advertiserId: id, advertiserName: id })
  })

  test('is renamed; an empty name is none', async () => {
    const { _id, advertiserId } = await create(fresh(), 'Before')
    await admin.call(advertiserCalls.update, { params: { id: _id }, body: { name: ' After ' } })
    expect(await find(advertiserId)).toMatchObject({ name: 'After' })
    const refusal = await refusalOf(admin.call(advertiserCalls.update, { params: { id: _id }, body: { name: ' ' } }))
    expect([refusal.status, refusal.message]).toEqual([400, 'Name cannot be empty'])
  })

  test('gets groups linked, once each, also a group of somebody else, and unlinked', async () => {
    const one = await create(fresh(), 'One')
    const two = await create(fresh(), 'Two', ['-1005'])
    const link = (id: string, groupId: string) =>
      admin.call(advertiserCalls.linkGroup, { params: { id }, body: { groupId } })
    await Promise.all(Array.from({ length: 10 }, () => link(one._id, '-1005')))
    expect((await link(one._id, '-1006')).associatedGroupIds).toEqual(['-1005', '-1006'])
    for (const [groupId, message] of [
      [' ', 'Group ID required'],
      ['ten', advertiserTexts.groupId],
      ['-01005', advertiserTexts.groupId],
      [`-${'1'.repeat(17)}`, advertiserTexts.groupId],
    ] as const) {
      const refusal = await refusalOf(link(one._id, groupId))
      expect([refusal.status, refusal.message]).toEqual([400, message])
    }
    const unlink = { params: { id: one._id, groupId: '-1005' } }
    await admin.call(advertiserCalls.unlinkGroup, unlink)
    expect((await find(one.advertiserId))?.associatedGroupIds).toEqual(['-1006'])
    expect((await find(two.advertiserId))?.associatedGroupIds).toEqual(['-1005'])
    expect((await refusalOf(admin.call(advertiserCalls.unlinkGroup, unlink))).status).toBe(404)
  })

  test('that is deleted stays on the caps that name it', async () => {
    const { _id, advertiserId } = await create(fresh(), 'Gone Soon', ['-1007'])
    const cap = await admin.call(capCalls.create, { body: buildCapDraft({ advertiserId, date: '2026-10-01' }) })
    await admin.call(advertiserCalls.remove, { params: { id: _id } })
    expect(await find(advertiserId)).toBeUndefined()
    const [kept] = await admin.call(capCalls.listDay, { params: { date: '2026-10-01' } })
    expect(kept).toMatchObject({ advertiserId, advertiserName: 'Gone Soon' })
    const draft = buildCapDraft({ advertiserId, date: '2026-10-01', cap: 55 })
    expect(await admin.call(capCalls.update, { params: { id: cap._id }, body: draft })).toMatchObject({ cap: 55 })
  })

  test('that is gone is a 404', async () => {
    const params = { id: 'nobody' }
    for (const call of [
      () => admin.call(advertiserCalls.update, { params, body: { name: 'N' } }),
      () => admin.call(advertiserCalls.remove, { params }),
      () => admin.call(advertiserCalls.linkGroup, { params, body: { groupId: '-1' } }),
      () => admin.call(advertiserCalls.unlinkGroup, { params: { id: 'nobody', groupId: '-1' } }),
    ]) {
      const refusal = await refusalOf(call())
      expect([refusal.status, refusal.message]).toEqual([404, advertiserTexts.notFound])
    }
  })

  test('has a history: who, old and new; what changed nothing is not in it', async () => {
    const created = await create(fresh(), 'First')
    const params = { id: created._id }
    await admin.call(advertiserCalls.update, { params, body: { name: 'Second' } })
    await admin.call(advertiserCalls.update, { params, body: { name: 'Second' } })
    await admin.call(advertiserCalls.linkGroup, { params, body: { groupId: '-1009' } })
    await admin.call(advertiserCalls.remove, { params })
    const history = await admin.call(advertiserCalls.listHistory, { query: { id: created._id } })
    const second = { ...created, name: 'Second' }
    const linked = { ...second, associatedGroupIds: ['-1009'] }
    expect(history.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['advertiser.deleted', linked, null],
      ['advertiser.changed', second, linked],
      ['advertiser.changed', created, second],
      ['advertiser.created', null, created],
    ])
    expect(history.every(({ actor }) => actor === `@${admin.member.handle}`)).toBe(true)
  })
})

describe('an import', () => {
  test('adds who is new, and renames who is known only when told to', async () => {
    const [known, same, added] = [fresh(), fresh(), fresh()]
    await create(known, 'Known')
    await create(same, 'Same')
    const list = [
      { advertiserId: known.toLowerCase(), name: 'Renamed' },
      { advertiserId: same, name: 'Same' },
      { advertiserId: added, name: 'Added' },
      { advertiserId: added.toLowerCase(), name: 'Added again' },
    ]
    expect(await importAll(list, false)).toEqual({ created: 1, updated: 0, skipped: 3 })
    expect([(await find(known))?.name, (await find(added))?.name]).toEqual(['Known', 'Added'])
    expect(await importAll(list, true)).toEqual({ created: 0, updated: 1, skipped: 3 })
    expect([(await find(known))?.name, (await find(added))?.name]).toEqual(['Renamed', 'Added'])
  })

  test('is all or nothing', async () => {
    const id = fresh()
    const refusal = await refusalOf(
      importAll(
        [
          { advertiserId: id, name: 'Fine' },
          { advertiserId: '', name: 'N' },
        ],
        false,
      ),
    )
    expect(refusal.status).toBe(400)
    expect(refusal.details.errors).toEqual([{ path: 'advertisers.1.advertiserId', message: advertiserTexts.required }])
    expect(await find(id)).toBeUndefined()
  })

  test('takes 5,000 at once and not one more, and none is a mistake', async () => {
    const list = Array.from({ length: 5_001 }, (_, index) => ({ advertiserId: `M-${index}`, name: `Many ${index}` }))
    const refusal = await refusalOf(importAll(list, false))
    expect([refusal.status, refusal.message]).toEqual([400, advertiserTexts.import.tooMany])
    expect((await refusalOf(importAll([], false))).message).toBe('No valid advertisers found in JSON payload.')
    expect(await importAll(list.slice(1), false)).toEqual({ created: 5_000, updated: 0, skipped: 0 })
  })

  test('of one list by many at the same time adds each once, and none fails', async () => {
    const list = Array.from({ length: 300 }, (_, index) => ({ advertiserId: `P-${index}`, name: 'Parallel' }))
    const stats = await Promise.all(
      Array.from({ length: 8 }, (_, index) => importAll(index % 2 ? list : list.toReversed(), true)),
    )
    expect(stats.reduce((sum, { created }) => sum + created, 0)).toBe(300)
    expect(stats.every(({ created, updated, skipped }) => created + updated + skipped === 300)).toBe(true)
  })

  test('of more than 1 MB is a 413', async () => {
    const list = Array.from({ length: 5_000 }, () => ({ advertiserId: fresh(), name: 'N'.repeat(200) }))
    expect((await refusalOf(importAll(list, false))).status).toBe(413)
  })
})

describe('a publisher', () => {
  test('is known by its source, with or without #', async () => {
    const created = await admin.call(publisherCalls.create, {
      body: { sourceNumber: ' #4401', name: 'Hazel', associatedGroupIds: ['-1001'] },
    })
    expect(created).toMatchObject({ sourceNumber: '4401', name: 'Hazel', associatedGroupIds: ['-1001'] })
    const refusal = await refusalOf(
      admin.call(publisherCalls.create, { body: { sourceNumber: '4401', name: 'Other' } }),
    )
    expect([refusal.status, refusal.message]).toEqual([409, 'Source #4401 is already registered, as Hazel.'])
    const missing = await refusalOf(admin.call(publisherCalls.create, { body: { sourceNumber: '#', name: 'N' } }))
    expect(missing.message).toBe('Source and name are required')
    const params = { id: created._id }
    await admin.call(publisherCalls.update, { params, body: { name: 'Hazel II' } })
    await admin.call(publisherCalls.linkGroup, { params, body: { groupId: '-1002' } })
    await admin.call(publisherCalls.unlinkGroup, { params: { ...params, groupId: '-1001' } })
    const import_ = [
      { sourceNumber: '#4401', name: 'Hazel III' },
      { sourceNumber: '4402', name: 'New' },
    ]
    const stats = await admin.call(publisherCalls.import, { body: { publishers: import_, overwrite: true } })
    expect(stats).toEqual({ created: 1, updated: 1, skipped: 0 })
    const all = await admin.call(publisherCalls.list, {})
    expect(all).toMatchObject([
      { sourceNumber: '4401', name: 'Hazel III', associatedGroupIds: ['-1002'] },
      { sourceNumber: '4402', name: 'New' },
    ])
    await admin.call(publisherCalls.remove, { params })
    const history = await admin.call(publisherCalls.listHistory, { query: {} })
    expect(history.map(({ action }) => action)).toEqual([
      'publisher.deleted',
      'publisher.changed by import',
      'publisher.created by import',
      'publisher.changed',
      'publisher.changed',
      'publisher.changed',
      'publisher.created',
    ])
  })
})

test('who is named by leads or caps and not registered is offered, with counts and a name', async () => {
  const registered = fresh()
  await create(registered, 'Registered')
  const lead = (id: string, fields: Pick<LeadRow, 'advertiserId' | 'sourceNumber'> & Partial<LeadRow>): LeadRow => ({
    id,
    createdAt: '2026-11-20T10:00:00Z',
    geo: 'DE',
    email: `${id}@mail.test`,
    status: 'New',
    ...fields,
  })
  capline.source.put(
    'leads',
    lead('1', { advertiserId: 'U-1', advertiserName: 'Unseen One', sourceNumber: '77', sourceName: 'Guide' }),
    lead('2', { advertiserId: 'U-1', advertiserName: 'Unseen One', sourceNumber: '78' }),
    lead('3', { advertiserId: registered, sourceNumber: '77', sourceName: 'Guide' }),
    // A last lead without a name takes none away.
    lead('4', { advertiserId: registered, sourceNumber: '77', createdAt: '2026-11-21T10:00:00Z' }),
  )
  expect(await capline.sync()).toMatchObject({ status: 'success' })
  const { _id } = await create('U-2', 'Unseen Two')
  await admin.call(capCalls.create, { body: buildCapDraft({ advertiserId: 'U-2', sourceNumber: '79' }) })
  await admin.call(affiliateCapCalls.create, { body: buildAffiliateDraft({ sourceNumber: '77' }) })
  await admin.call(advertiserCalls.remove, { params: { id: _id } })

  const advertisers = (await admin.call(advertiserCalls.listUnregistered, {})).filter((offer) =>
    offer.advertiserId.startsWith('U-'),
  )
  expect(advertisers).toEqual([
    { advertiserId: 'U-1', name: 'Unseen One', leads: 2, caps: 0 },
    { advertiserId: 'U-2', name: 'Unseen Two', leads: 0, caps: 1 },
  ])
  const sources = (await admin.call(publisherCalls.listUnregistered, {})).filter(({ sourceNumber }) =>
    ['77', '78', '79'].includes(sourceNumber),
  )
  expect(sources).toEqual([
    { sourceNumber: '77', name: 'Guide', leads: 3, caps: 1 },
    { sourceNumber: '78', name: '78', leads: 1, caps: 0 },
    { sourceNumber: '79', name: '79', leads: 0, caps: 1 },
  ])
  await create('u-1', 'Unseen One')
  const rest = await admin.call(advertiserCalls.listUnregistered, {})
  expect(rest.map(({ advertiserId }) => advertiserId)).not.toContain('U-1')
})

test('members may read the list and nothing else of it', async () => {
  const { call } = await capline.signIn('editor')
  await call(advertiserCalls.list, {})
  await call(publisherCalls.list, {})
  const params = { id: 'nobody' }
  for (const refused of [
    () => call(advertiserCalls.create, { body: { advertiserId: 'N', name: 'N' } }),
    () => call(advertiserCalls.update, { params, body: { name: 'N' } }),
    () => call(advertiserCalls.remove, { params }),
    () => call(advertiserCalls.import, { body: { advertisers: [{ advertiserId: 'N', name: 'N' }] } }),
    () => call(publisherCalls.linkGroup, { params, body: { groupId: '-1' } }),
    () => call(publisherCalls.listUnregistered, {}),
    () => call(publisherCalls.listHistory, { query: {} }),
  ]) {
    expect((await refusalOf(refused())).status).toBe(403)
  }
})
