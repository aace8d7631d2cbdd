import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closingCalls } from '#contract/closings.ts'
import { payoutDetailCalls } from '#contract/payout-details.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { settingCalls } from '#contract/settings.ts'
import { statementCalls } from '#contract/statements.ts'
import { closingTexts } from '#contract/texts/closings.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { closeWeeks, lineOf } from '#testing/closed-weeks.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { behind } from '#testing/locked-table.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let admin: SignedIn
let weeks: ReturnType<typeof closeWeeks>

const words = closingTexts
const WEEK = { start: '2026-03-02', end: '2026-03-08' }
const NEXT = { start: '2026-03-09', end: '2026-03-15' }

// In it #44 is owed $1,350, #51 $2,450 and #77 $95; its numbers are made by hand.
beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
  weeks = closeWeeks(admin)
  const example = readPayoutCases().find(({ name }) => name === '13-several-affiliates')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
})
afterAll(() => capline.close())
beforeEach(async () => {
  await capline.db.deleteFrom('closing_adjustments').execute()
  await capline.db.deleteFrom('closings').execute()
  await capline.db.deleteFrom('payout_reports').execute()
})

test('a week goes from frozen to paid, with the history of each step', async () => {
  const frozen = await weeks.freeze(WEEK)
  expect(frozen).toMatchObject({ ...WEEK, state: 'frozen', totalDue: 3_895 })
  expect(frozen.lines.map(({ affiliateId, due }) => [affiliateId, due])).toEqual([
    ['44', 1_350],
    ['51', 2_450],
    ['77', 95],
  ])
  const params = { id: frozen.id }
  const adjusted = await admin.call(closingCalls.adjust, {
    params,
    body: { affiliateId: '#44', amount: -50.25, reason: 'Two doubles' },
  })
  expect(lineOf(adjusted, '44')).toMatchObject({ payout: 1_350, adjusted: -50.25, due: 1_299.75 })
  const approved = await weeks.approve(adjusted)
  expect(approved).toMatchObject({ state: 'approved', totalDue: 3_844.75 })
  const late = admin.call(closingCalls.adjust, { params, body: { affiliateId: '44', amount: 1, reason: 'late' } })
  expect(await refusalOf(late)).toMatchObject({ status: 409, message: words.notFrozen })
  const body = { version: approved.version, paidOn: '2026-03-10', reference: 'SEPA 4711' }
  const paid = await admin.call(closingCalls.pay, { params, body })
  expect(paid).toMatchObject({ state: 'paid', paidOn: '2026-03-10', paymentReference: 'SEPA 4711', totalDue: 3_844.75 })
  expect(await refusalOf(admin.call(closingCalls.reopen, { params, body: { version: paid.version } }))).toMatchObject({
    message: words.notReopenable,
  })
  expect(await refusalOf(weeks.release(paid))).toMatchObject({ message: words.notFrozen })
  const history = await admin.call(closingCalls.listHistory, { params })
  expect(history.map(({ action }) => action)).toEqual([
    'closing.paid',
    'closing.approved',
    'closing.adjusted',
    'closing.carried',
    'closing.frozen',
  ])
  expect(history[2]).toMatchObject({ note: '#44 -$50.25: Two doubles' })
})

test('no day is closed twice, also where two do it at once', async () => {
  const report = await weeks.calculate(WEEK)
  const both = await Promise.allSettled(
    [1, 2].map(() => admin.call(closingCalls.freeze, { body: { reportId: report } })),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const across = await weeks.calculate({ start: '2026-03-08', end: '2026-03-10' })
  expect(await refusalOf(admin.call(closingCalls.freeze, { body: { reportId: across } }))).toMatchObject({
    status: 409,
    message: 'Mon 2 Mar – Sun 8 Mar 2026 is closed already and shares days with this range.',
  })
  expect(await refusalOf(admin.call(closingCalls.freeze, { body: { reportId: 'none' } }))).toMatchObject({
    status: 404,
  })
  expect(await admin.call(closingCalls.list, {})).toHaveLength(1)
})

test('whoever approves approves what they saw', async () => {
  const frozen = await weeks.freeze(WEEK)
  const params = { id: frozen.id }
  await admin.call(closingCalls.adjust, { params, body: { affiliateId: '44', amount: 10, reason: 'bonus' } })
  const stale = admin.call(closingCalls.approve, { params, body: { version: frozen.version } })
  expect(await refusalOf(stale)).toMatchObject({ status: 409, message: words.changed })
  const late = await behind(
    capline.db,
    (tx) =>
      tx
        .updateTable('closings')
        .set({ version: frozen.version + 2 })
        .execute(),
    () => refusalOf(admin.call(closingCalls.approve, { params, body: { version: frozen.version + 1 } })),
  )
  expect(late).toMatchObject({ status: 409, message: words.changed })
})

test('deposits are left out or priced, and a guarantee makes up for what it guarantees', async () => {
  const frozen = await weeks.freeze(WEEK)
  const params = { id: frozen.id }
  const { deposits } = await admin.call(payoutDetailCalls.listDeposits, { params: { id: frozen.reportId }, query: {} })
  const pick = (list: string) => deposits.find((each) => each.list === list)
  const [inside, outOfDeal] = [pick('inside'), pick('outOfDeal')]
  if (!inside || !outOfDeal) throw new Error('the case lacks deposits')
  const edit = ({ connector, id }: { connector: string; id: string }, price: number | null) =>
    admin.call(closingCalls.adjustDeposit, {
      params,
      body: { connector, depositId: id, price, reason: 'checked by hand' },
    })
  // $600 of c1's guarantee of $720 come from this conversion: without it the top-up is the whole guarantee.
  const leftOut = await edit(inside, null)
  expect(leftOut.adjustments.at(-1)).toMatchObject({ kind: 'leaveOut', affiliateId: '44', amount: 0 })
  const priced = await edit(outOfDeal, 20)
  expect(lineOf(priced, '77')).toMatchObject({ payout: 95, adjusted: -75, due: 20 })
  expect(await refusalOf(edit(outOfDeal, 5))).toMatchObject({ status: 409, message: words.depositTwice })
  expect(await refusalOf(edit({ connector: 'main', id: 'nobody' }, 5))).toMatchObject({ status: 404 })
  const adjustmentId = priced.adjustments.at(-1)?.id ?? ''
  const back = await admin.call(closingCalls.takeBack, { params: { ...params, adjustmentId } })
  expect(lineOf(back, '77')).toMatchObject({ adjusted: 0, due: 95 })
  const [, last] = await admin.call(closingCalls.listHistory, { params })
  expect(last?.note).toBe(`Deposit ${outOfDeal.id} of #77 priced $20.00: checked by hand`)
})

test('the history of a deposit without a source says so', async () => {
  const sourceless = {
    email: 'nobody@mail.test',
    geo: '',
    advertiserId: 'B2',
    sourceNumber: '',
    createdAt: '2026-03-05T10:00:00Z',
    updatedAt: formatInstant(systemClock.now()),
  }
  capline.source.put('deposits', { ...sourceless, id: 'sourceless', payout: 1_000 })
  await capline.sync()
  const frozen = await weeks.freeze(WEEK)
  const params = { id: frozen.id }
  const body = { connector: 'main', depositId: 'sourceless', price: 600, reason: 'agreed' }
  const { adjustments } = await admin.call(closingCalls.adjustDeposit, { params, body })
  await admin.call(closingCalls.takeBack, { params: { ...params, adjustmentId: adjustments[0]?.id ?? '' } })
  const history = await admin.call(closingCalls.listHistory, { params })
  expect(history.slice(0, 2).map(({ note }) => note)).toEqual([
    'No source -$400.00 taken back: agreed',
    'Deposit sourceless of no source priced $600.00: agreed',
  ])
  capline.source.remove('deposits', 'sourceless')
  await capline.db.deleteFrom('deposits').where('external_id', '=', 'sourceless').execute()
})

test('a closed week does not change when late data arrive; the next one carries the difference, once', async () => {
  const week = await weeks.approve(await weeks.freeze(WEEK))
  capline.source.put('deposits', {
    id: 'late',
    email: 'late@mail.test',
    geo: 'PL',
    advertiserId: 'B2',
    sourceNumber: '77',
    createdAt: '2026-03-05T10:00:00Z',
    updatedAt: formatInstant(systemClock.now()),
    payout: 40.5,
  })
  await capline.sync()
  expect((await weeks.read(week.id)).totalDue).toBe(3_895)

  const next = await weeks.freeze(NEXT)
  expect(lineOf(next, '77')).toMatchObject({ payout: 0, carriedOver: 40.5, due: 40.5 })
  expect(next.adjustments).toMatchObject([
    { kind: 'carryOver', ofClosingId: week.id, reason: 'Late data of Mon 2 Mar – Sun 8 Mar 2026' },
  ])
  const carried = { id: next.id, adjustmentId: next.adjustments[0]?.id ?? '' }
  expect(await refusalOf(admin.call(closingCalls.takeBack, { params: carried }))).toMatchObject({
    message: words.carriedLine,
  })
  expect(await refusalOf(weeks.reopen(week))).toMatchObject({ status: 409, message: words.carries })

  const third = await weeks.freeze({ start: '2026-03-16', end: '2026-03-22' })
  expect(third.adjustments).toEqual([])
  await weeks.release(next)
  const again = await weeks.freeze(NEXT)
  expect(lineOf(again, '77')?.carriedOver).toBe(40.5)
  capline.source.remove('deposits', 'late')
  await capline.db.deleteFrom('deposits').where('external_id', '=', 'late').execute()
})

test('an affiliate that a week has only by a line has its name, also in its statement', async () => {
  const next = await weeks.adjust(await weeks.freeze(NEXT), '44', 50)
  expect(lineOf(next, '44')).toMatchObject({ affiliateName: 'North Media', payout: 0, due: 50 })
  expect(lineOf(await weeks.approve(next), '44')).toMatchObject({ affiliateName: 'North Media' })
  const of = { params: { id: next.reportId, affiliateId: '44' } }
  expect(await admin.call(statementCalls.read, of)).toMatchObject({ affiliateName: 'North Media', due: 50 })
})

test('an approved week can be taken back while nothing builds on it', async () => {
  const week = await weeks.approve(await weeks.freeze(WEEK))
  const open = await weeks.reopen(week)
  expect(open).toMatchObject({ state: 'frozen', approvedAt: null })
  await weeks.release(open)
  expect(await admin.call(closingCalls.list, {})).toEqual([])
})

test('weeks are approved in their order', async () => {
  const [week, next] = [await weeks.freeze(WEEK), await weeks.freeze(NEXT)]
  expect(await refusalOf(weeks.approve(next))).toMatchObject({ status: 409, message: words.earlierFrozen })
  await weeks.approve(week)
  expect(await weeks.approve(await weeks.readCarried(next.id))).toMatchObject({ state: 'approved' })
})

test('a week is opened again as it was seen, and keeps its history', async () => {
  const frozen = await weeks.freeze(WEEK)
  const adjusted = await weeks.adjust(frozen, '44', 10)
  expect(await refusalOf(weeks.release(frozen))).toMatchObject({ status: 409, message: words.changed })
  await weeks.release(adjusted)
  const gone = { params: { id: frozen.id } }
  expect(await refusalOf(admin.call(closingCalls.listHistory, gone))).toMatchObject({ status: 404 })
  const { id } = await weeks.freeze(WEEK)
  const history = await admin.call(closingCalls.listHistory, { params: { id } })
  expect(history.slice(0, 6).map(({ action }) => action)).toEqual([
    'closing.carried',
    'closing.frozen',
    'closing.released',
    'closing.adjusted',
    'closing.carried',
    'closing.frozen',
  ])
})

test('a report of days that were not over is not closed', async () => {
  const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
  const ofToday = await weeks.calculate({ start: today, end: today })
  const tooEarly = { status: 409, message: words.tooEarly }
  expect(await refusalOf(weeks.freezeReport(ofToday))).toMatchObject(tooEarly)
  // Made late enough, but of leads of before.
  const stale = await weeks.calculate(WEEK)
  // Of a source that was never read to its end, too.
  for (const synced_at of ['2026-03-08T21:59:59Z', null]) {
    await capline.db.updateTable('payout_reports').set({ synced_at }).where('id', '=', stale).execute()
    expect(await refusalOf(weeks.freezeReport(stale))).toMatchObject(tooEarly)
  }
})

test('weeks beside each other have no hour twice and leave none out', async () => {
  await weeks.freeze(WEEK)
  const setZone = (value: string) => admin.call(settingCalls.save, { params: { key: 'timezone' }, body: { value } })
  await setZone('Europe/London')
  const ofLondon = await weeks.calculate(NEXT)
  expect(await refusalOf(weeks.freezeReport(ofLondon))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Mon 2 Mar – Sun 8 Mar 2026 is next to .* closed in the time zone GMT\+2\./),
  })
  // In winter its days begin when those of GMT+2 do.
  await setZone('Europe/Kiev')
  await weeks.freeze(NEXT)
  await setZone(DEFAULT_ZONE)
})

test('an affiliate that gets nothing for the week can be adjusted where it is a publisher', async () => {
  const frozen = await weeks.freeze(WEEK)
  expect(await refusalOf(weeks.adjust(frozen, '4711', 5))).toMatchObject({ message: words.noAffiliate })
  const publisher = { sourceNumber: '4711', name: 'Newcomer' }
  await admin.call(publisherCalls.create, { body: publisher })
  expect(lineOf(await weeks.adjust(frozen, '4711', 5), '4711')).toMatchObject({ payout: 0, due: 5 })
})

test('refuses bad input with its sentence', async () => {
  const { id } = await weeks.freeze(WEEK)
  const adjust = (body: { affiliateId: string; amount: number; reason: string }) =>
    refusalOf(admin.call(closingCalls.adjust, { params: { id }, body }))
  const good = { affiliateId: '44', amount: 1, reason: 'why' }
  expect(await adjust({ ...good, amount: Number.NaN })).toMatchObject({ status: 400, message: words.noAmount })
  expect(await adjust({ ...good, amount: 0 })).toMatchObject({ status: 400, message: words.amount })
  expect(await adjust({ ...good, amount: 0.001 })).toMatchObject({ status: 400, message: words.amount })
  expect(await adjust({ ...good, reason: ' ' })).toMatchObject({ status: 400, message: words.reason })
  expect(await adjust({ ...good, affiliateId: '' })).toMatchObject({ status: 400, message: words.affiliate })
  const message = words.noAffiliate
  const unknown = { status: 400, message, details: { errors: [{ path: 'affiliateId', message }] } }
  expect(await adjust({ ...good, affiliateId: 'Nordlicht Media' })).toMatchObject(unknown)
})
