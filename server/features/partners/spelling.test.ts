import { afterAll, beforeAll, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { capReadingCalls } from '#contract/cap-readings.ts'
import { limitCalls } from '#contract/limits.ts'
import { parseDay } from '#domain/kernel/day.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { SPECIFIED_TERMS } from '#domain/payouts/terms.ts'
import { settleAgain } from '#server/features/payouts/finished-service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, editCaps } from '#testing/caps.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'

const DAY = '2026-11-20'
const clock = { now: () => instantFromMilliseconds(Date.UTC(2026, 10, 21, 10)) }

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())

const caps = editCaps(() => admin)

const register = (advertiserId: string) =>
  admin.call(advertiserCalls.create, { body: { advertiserId, name: 'Hypo', aliases: [`${advertiserId}x`] } })

const importOne = (advertiserId: string) =>
  admin.call(advertiserCalls.import, { body: { advertisers: [{ advertiserId, name: 'Hypo' }], overwrite: true } })

const listIds = async () => (await admin.call(advertiserCalls.list, {})).map(({ advertiserId }) => advertiserId)

async function removeAll(): Promise<void> {
  for (const { _id: id } of await admin.call(advertiserCalls.list, {})) {
    await admin.call(advertiserCalls.remove, { params: { id } })
  }
}

/** Reads leads again as the feed writes them, and one that came since. */
async function sync(count: number): Promise<void> {
  const written = ['hyp1', 'HYP1', ' Hyp1 ', 'hYP1']
  const leads = Array.from({ length: count }, (_, index) => {
    const email = `p${index}@example.org`
    return buildLead({ id: `lead-${index}`, advertiserId: written[index % 4] ?? '', email })
  })
  const deposits = [buildDeposit({ leadId: 'lead-0', advertiserId: 'hyp1' })]
  await storeLeadRows(capline.db, clock, { leads, deposits })
}

/** What the board and the payout report say of its one cap. */
async function readCap() {
  const day = parseDay(DAY)
  if (!day) throw new Error(`${DAY} is no day`)
  const { deals, extraDeposits } = await settleAgain(capline.db, {
    range: { start: day, end: day },
    zone: zoneOf('UTC'),
    invalidStatuses: [],
    terms: SPECIFIED_TERMS,
  })
  return {
    delivered: (await caps.listDay(DAY)).map(({ actualCount }) => actualCount),
    deals: deals.map(({ deal, validLeads, deposits }) => [deal.advertiserId, validLeads, deposits.inside.length]),
    outOfDeal: extraDeposits.length,
  }
}

test('an advertiser that is deleted and registered again in another case keeps its leads and deposits', async () => {
  await register('HYP1')
  await caps.create(buildCapDraft({ advertiserId: 'HYP1', date: DAY, workingHours: null }))
  let count = 4
  const expectAll = async () => {
    await sync(count)
    expect(await readCap()).toEqual({ delivered: [count], deals: [['HYP1', count, 1]], outOfDeal: 0 })
    count += 1
  }
  await expectAll()
  await removeAll()
  await expectAll()
  expect(await register('hyp1')).toMatchObject({ advertiserId: 'HYP1' })
  await expectAll()
  await removeAll()
  await expectAll()
  expect(await importOne('Hyp1')).toMatchObject({ created: 1 })
  expect(await listIds()).toEqual(['HYP1'])
  await expectAll()
})

test('a renamed advertiser has its new name on its caps, which stay the same caps', async () => {
  const id = 'REN1'
  const { _id } = await admin.call(advertiserCalls.create, { body: { advertiserId: id, name: 'Before' } })
  const place = { geo: 'AT', advertiserId: id, sourceNumber: '91' }
  const made = await caps.create(buildCapDraft({ ...place, date: DAY, workingHours: null }))
  const { batchId } = await caps.commit({
    update: [{ id: made._id, draft: { ...buildCapDraft({ ...place, date: DAY, workingHours: null }), cap: 21 } }],
  })
  const own = { ...made, cap: 21, version: made.version + 1 }
  const given = await caps.create(buildCapDraft({ ...place, geo: 'CH', date: DAY, advertiserName: 'Of somebody' }))
  await storeLeadRows(capline.db, clock, { leads: [buildLead({ ...place, id: 'of-renamed' })], deposits: [] })
  const scope = { geos: ['AT'], advertiserIds: [id], sourceNumbers: [] }
  const terms = { number: 99, unit: 'leads', period: 'range', firstDay: DAY, lastDay: DAY } as const
  const { limit } = await admin.call(limitCalls.create, { body: { name: 'x', side: 'broker', ...scope, ...terms } })
  await admin.call(advertiserCalls.update, { params: { id: _id }, body: { name: 'After' } })

  const standing = await caps.listDay(DAY)
  const find = (capId: string) => standing.find((cap) => cap._id === capId)
  expect(find(own._id)).toMatchObject({ advertiserName: 'After', version: own.version, actualCount: 1 })
  expect(find(given._id)).toMatchObject({ advertiserName: 'Of somebody' })
  const periods = await admin.call(limitCalls.listPeriods, { params: { id: limit._id } })
  expect(periods).toMatchObject([{ planned: own.cap, delivered: 1 }])
  expect((await readCap()).deals).toContainEqual([id, 1, 0])
  const text = 'After AT 30 #91 tomorrow'
  const { rows } = await admin.call(capReadingCalls.read, { body: { text, author: { kind: 'member' } } })
  expect(rows).toMatchObject([{ advertiserId: id, geos: ['AT'], cap: 30, saved: true }])

  // Who brings an older state back, or saves a form that was opened before, brings no former name back.
  await caps.undo(batchId)
  await caps.create(buildCapDraft({ ...place, geo: 'FR', date: DAY, advertiserName: 'Before' }))
  const named = (await caps.listDay(DAY)).filter(({ advertiserId }) => advertiserId === id)
  expect(named.map(({ geo, advertiserName }) => [geo, advertiserName])).toEqual([
    ['AT', 'After'],
    ['CH', 'Of somebody'],
    ['FR', 'After'],
  ])

  await admin.call(advertiserCalls.import, {
    body: { advertisers: [{ advertiserId: id, name: 'Again' }], overwrite: true },
  })
  expect((await caps.listDay(DAY)).find((cap) => cap._id === own._id)).toMatchObject({ advertiserName: 'Again' })
  await admin.call(advertiserCalls.remove, { params: { id: _id } })
  expect((await caps.listDay(DAY)).find((cap) => cap._id === own._id)).toMatchObject({ advertiserName: 'Again' })
})
