import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closingCalls } from '#contract/closings.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { statementCalls } from '#contract/statements.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { statementTexts } from '#contract/texts/statements.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'
import { readXlsx } from '#testing/xlsx.ts'

let capline: TestCapline
let admin: SignedIn
let reportId: string

const words = statementTexts
const CHAT = '-1001000044'

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
  const example = readPayoutCases().find(({ name }) => name === '13-several-affiliates')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
  await plantNowhere()
  const { id } = await admin.call(payoutCalls.queue, { body: example.range })
  const read = () => admin.call(payoutCalls.read, { params: { id }, query: {} })
  await vi.waitFor(async () => expect((await read()).status).toBe('success'), PATIENCE)
  reportId = id
})
afterAll(() => capline.close())

const of = (affiliateId: string) => ({ params: { id: reportId, affiliateId } })

test('a statement says what an affiliate is owed, and not who buys', async () => {
  const statement = await admin.call(statementCalls.read, of('44'))
  expect(statement).toMatchObject({
    affiliateName: 'North Media',
    closing: null,
    cpaComponent: 600,
    crgComponent: 540,
    extraPayout: 210,
    due: 1_350,
    geos: [{ geo: 'DE' }, { geo: 'FR' }],
  })
  expect(statement.deals.reduce((sum, { payout }) => sum + payout.total, 0)).toBe(1_350)
  const wire = JSON.stringify(statement)
  for (const secret of ['Alpha', 'Bravo', 'advertiser', 'margin']) expect(wire).not.toContain(secret)
  expect(await refusalOf(admin.call(statementCalls.read, of('nobody')))).toMatchObject({ status: 404 })
})

test('it can be had as a file whose lines add up', async () => {
  const csv = Buffer.from(await readFile('44', 'csv')).toString()
  const lines = csv.trimEnd().split('\r\n')
  expect(lines[0]).toContain(',Valid leads,While paused,Deposits,')
  const { deals } = await admin.call(statementCalls.read, of('44'))
  expect(lines.slice(1, 1 + deals.length).map((line) => line.split(',').slice(6, 9).map(Number))).toEqual(
    deals.map(({ validLeads, paused, deposits }) => [validLeads, paused, deposits]),
  )
  expect(lines.slice(-2)).toEqual([',,To be paid,,,,,,,,,,1350.00', `,,${words.notApproved},,,,,,,,,,`])
  const book = readXlsx(await readFile('77', 'xlsx'))
  expect(book['Statement']?.slice(1).map((row) => [row[2], row[12]])).toEqual([
    ['Deposits out of deal', '95'],
    ['To be paid', '95'],
    [words.notApproved, undefined],
  ])
  const nowhere = Buffer.from(await readFile('99', 'csv')).toString()
  expect(nowhere).toContain(`2026-03-05,${payoutTexts.unknown.geo},Deposits out of deal,`)
  expect(book['About']?.map(([name]) => name)).toContain('Terms')
})

test('of days that were calculated again a statement says so, and is not sent', async () => {
  const [first, second] = [await calculate('2026-03-07'), await calculate('2026-03-07')]
  expect(second).not.toBe(first)
  const params = { id: first, affiliateId: '51' }
  const statement = await admin.call(statementCalls.read, { params })
  expect(statement).toMatchObject({ closedOtherwise: null, newer: { reportId: second, knowsAffiliate: true } })
  const { text, chatIds } = await admin.call(statementCalls.preview, { params })
  expect(text.split('\n').at(-1)).toBe(words.newer)
  const body = { text, chatIds, sent: 0 }
  const refusal = await refusalOf(admin.call(statementCalls.send, { params, body }))
  expect(refusal).toMatchObject({ status: 409, message: words.sendNewer })
  const newest = { params: { id: second, affiliateId: '51' } }
  expect(await admin.call(statementCalls.read, newest)).toMatchObject({ newer: null })
})

test('what was sent of some days is known once they are calculated again', async () => {
  const publishers = await admin.call(publisherCalls.list, {})
  const params = { id: publishers.find(({ sourceNumber }) => sourceNumber === '51')?._id ?? '' }
  await admin.call(publisherCalls.linkGroup, { params, body: { groupId: '-1001000051' } })
  const first = { id: await calculate('2026-03-06'), affiliateId: '51' }
  const { text, chatIds } = await admin.call(statementCalls.preview, { params: first })
  await admin.call(statementCalls.send, { params: first, body: { text, chatIds, sent: 0 } })
  const again = { ...first, id: await calculate('2026-03-06') }
  const { sent } = await admin.call(statementCalls.preview, { params: again })
  expect(sent).toMatchObject([{ by: `@${admin.member.handle}` }])
  const send = (times: number) =>
    admin.call(statementCalls.send, { params: again, body: { text, chatIds, sent: times } })
  expect(await refusalOf(send(0))).toMatchObject({ status: 409, message: words.changed })
  expect(await send(1)).toEqual({ chats: 1 })
  await admin.call(publisherCalls.unlinkGroup, { params: { ...params, groupId: '-1001000051' } })
})

test('it is sent to the chats of the affiliate as it was previewed, and what was sent is known', async () => {
  const before = await admin.call(statementCalls.preview, of('44'))
  expect(before.chatIds).toEqual([])
  const send = ({ sent, deliveries: _deliveries, ...seen }: typeof before) =>
    admin.call(statementCalls.send, { ...of('44'), body: { ...seen, sent: sent.length } })
  expect(await refusalOf(send(before))).toMatchObject({ status: 409, message: words.noChat })

  const publishers = await admin.call(publisherCalls.list, {})
  const north = publishers.find(({ sourceNumber }) => sourceNumber === '44')
  await admin.call(publisherCalls.linkGroup, { params: { id: north?._id ?? '' }, body: { groupId: CHAT } })
  const { id } = await admin.call(closingCalls.freeze, { body: { reportId } })
  await admin.call(closingCalls.adjust, {
    params: { id },
    body: { affiliateId: '44', amount: -50, reason: 'Two doubles' },
  })
  expect(await refusalOf(send(before))).toMatchObject({ status: 409, message: words.changed })

  const preview = await admin.call(statementCalls.preview, of('44'))
  expect(preview.chatIds).toEqual([CHAT])
  expect(preview.text).toBe(
    [
      'Payout statement · affiliate #44 North Media',
      'Mon 2 Mar – Sun 8 Mar 2026 (GMT+2)',
      '',
      'Valid leads 5 · deposits 2',
      'CPA $600.00',
      'CRG top-up $540.00',
      'Extras $210.00',
      'Two doubles: -$50.00',
      '',
      'To be paid $1,300.00',
      'Not approved yet: this may still change.',
    ].join('\n'),
  )
  // Another chat than the one that was looked at.
  expect(await refusalOf(send({ ...preview, chatIds: ['-1001000099'] }))).toMatchObject({ message: words.changed })
  // Two who send at once send once.
  const both = await Promise.allSettled([send(preview), send(preview)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refusalOf(send(preview))).toMatchObject({ status: 409, message: words.changed })
  const queued = await capline.db
    .selectFrom('outbox')
    .select(['kind', 'chat_id', 'text'])
    .where('chat_id', '=', CHAT)
    .execute()
  expect(queued).toEqual([{ kind: 'payout.statement', chat_id: CHAT, text: preview.text }])
  const after = await admin.call(statementCalls.preview, of('44'))
  expect(after.sent).toHaveLength(1)
  expect(await send(after)).toEqual({ chats: 1 })

  await expect.poll(async () => (await readClosing(id)).carriedAt).not.toBeNull()
  await admin.call(closingCalls.adjust, {
    params: { id },
    body: { affiliateId: '44', amount: -1_500, reason: 'Fraud' },
  })
  const { version } = await readClosing(id)
  await admin.call(closingCalls.approve, { params: { id }, body: { version } })
  const overpaid = 'Overpaid, deducted from the next week -$200.00'
  const approved = await admin.call(statementCalls.preview, of('44'))
  expect(approved.text.split('\n').at(-1)).toBe(overpaid)
  const payment = { version: (await readClosing(id)).version, paidOn: '2026-03-10', reference: 'WIRE-1' }
  await admin.call(closingCalls.pay, { params: { id }, body: payment })
  // Nothing was transferred to this one.
  expect((await admin.call(statementCalls.preview, of('44'))).text.split('\n').at(-1)).toBe(overpaid)
  const paid = await admin.call(statementCalls.preview, of('51'))
  expect(paid.text.split('\n').at(-1)).toBe('Paid on Tue 10 Mar 2026 (WIRE-1)')
})

test('of days that are closed with another calculation a statement says so, and is not sent', async () => {
  // The week of the report was frozen above, when nothing was known of #100.
  await plantNowhere('100')
  const { id } = await admin.call(payoutCalls.queue, { body: { start: '2026-03-04', end: '2026-03-10' } })
  const read = () => admin.call(payoutCalls.read, { params: { id }, query: {} })
  await expect.poll(async () => (await read()).status).toBe('success')
  const params = { id, affiliateId: '44' }
  const days = 'Mon 2 Mar – Sun 8 Mar 2026'
  expect(await admin.call(statementCalls.read, { params })).toMatchObject({
    closing: null,
    closedOtherwise: { reportId, start: '2026-03-02', end: '2026-03-08', knowsAffiliate: true },
  })
  const { text, chatIds } = await admin.call(statementCalls.preview, { params })
  expect(text).toContain(`\nTotal of this calculation $`)
  expect(text.split('\n').at(-1)).toBe(words.closedOtherwise(days))
  const body = { text, chatIds, sent: 0 }
  expect(await refusalOf(admin.call(statementCalls.send, { params, body }))).toMatchObject({
    status: 409,
    message: words.sendOther(days),
  })
  expect(await admin.call(statementCalls.read, of('44'))).toMatchObject({ closedOtherwise: null })
  const late = await admin.call(statementCalls.read, { params: { id, affiliateId: '100' } })
  expect(late.closedOtherwise).toMatchObject({ reportId, knowsAffiliate: false })
})

test('what Telegram refused is told, and sent again as long as the statement says the same', async () => {
  const chat = Number(CHAT)
  capline.telegram.plant({ groups: [{ id: chat, title: 'Bravo', members: [] }] })
  capline.telegram.setBotStatus(chat, 'kicked')
  const publishers = await admin.call(publisherCalls.list, {})
  const own = publishers.find(({ sourceNumber }) => sourceNumber === '51')
  await admin.call(publisherCalls.linkGroup, { params: { id: own?._id ?? '' }, body: { groupId: CHAT } })
  const preview = () => admin.call(statementCalls.preview, of('51'))
  const { sent, deliveries, ...seen } = await preview()
  expect([sent, deliveries]).toEqual([[], []])
  await admin.call(statementCalls.send, { ...of('51'), body: { ...seen, sent: 0 } })
  const becomes = async (status: string) => {
    await expect.poll(preview).toMatchObject({ deliveries: [{ status }] })
  }
  await becomes('failed')
  const after = await preview()
  expect(after.sent).toHaveLength(1)
  expect(after.deliveries).toMatchObject([{ chatId: CHAT, error: expect.stringContaining('bot was kicked') }])

  const again = (deliveryId: string) =>
    admin.call(statementCalls.resend, { params: { ...of('51').params, deliveryId } })
  const id = after.deliveries[0]?.id ?? ''
  expect(await refusalOf(again('other'))).toMatchObject({ status: 404, message: broadcastTexts.notThere })
  capline.telegram.setBotStatus(chat, 'member')
  const both = await Promise.allSettled([again(id), again(id)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await becomes('sent')
  expect(capline.telegram.messages(chat).map(({ text }) => text)).toEqual([seen.text])
  expect((await preview()).sent).toHaveLength(1)
  expect(await refusalOf(again(id))).toMatchObject({ status: 409, message: broadcastTexts.notResendable })
  const history = await capline.db
    .selectFrom('changes')
    .select(['action', 'actor'])
    .where('subject', '=', 'statement')
    .where('subject_id', '=', `${reportId} 51`)
    .orderBy('position')
    .execute()
  const actor = `@${admin.member.handle}`
  expect(history).toEqual([
    { action: 'statement.queued', actor },
    { action: 'statement.resent', actor },
  ])

  // Its chat is another's by now.
  await capline.db.updateTable('outbox').set({ state: 'unknown' }).where('id', '=', id).execute()
  await admin.call(publisherCalls.unlinkGroup, { params: { id: own?._id ?? '', groupId: CHAT } })
  expect(await refusalOf(again(id))).toMatchObject({ status: 409, message: words.changed })
})

/** Calculates the days from Monday on; which report that is. */
async function calculate(end: string): Promise<string> {
  const { id } = await admin.call(payoutCalls.queue, { body: { start: '2026-03-02', end } })
  const read = () => admin.call(payoutCalls.read, { params: { id }, query: {} })
  await expect.poll(async () => (await read()).status).toBe('success')
  return id
}

/** A deposit without a geo. */
async function plantNowhere(sourceNumber = '99') {
  const createdAt = '2026-03-05T10:00:00Z'
  const updatedAt = formatInstant(systemClock.now())
  const id = `nowhere-${sourceNumber}`
  const ids = { id, email: `${id}@mail.test`, geo: '', advertiserId: 'B2', sourceNumber }
  capline.source.put('deposits', { ...ids, createdAt, updatedAt, payout: 10 })
  await capline.sync()
}

function readClosing(id: string) {
  return admin.call(closingCalls.read, { params: { id } })
}

async function readFile(affiliateId: string, format: 'csv' | 'xlsx'): Promise<Uint8Array> {
  const path = `/payouts/reports/${reportId}/statements/${affiliateId}/export?format=${format}`
  const response = await fetch(`${capline.address}/api${path}`, { headers: { authorization: `Bearer ${admin.token}` } })
  return new Uint8Array(await response.arrayBuffer())
}
