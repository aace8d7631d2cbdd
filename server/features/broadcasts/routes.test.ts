import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { newId } from '#platform/db/ids.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { hearChanges } from '#testing/heard-changes.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let anna: SignedIn

const SOLAR = -1_000_800_001
const WIND = -1_000_800_002
const CLOSED = -1_000_800_003

beforeAll(async () => {
  capline = await startTestCapline({ environment: { ROLES: 'web,worker,bot' } })
  capline.telegram.plant({
    groups: [
      { id: SOLAR, title: 'Solar' },
      { id: WIND, title: 'Wind' },
      { id: CLOSED, title: 'Closed' },
    ],
  })
  capline.telegram.setBotStatus(CLOSED, 'kicked')
  anna = await capline.signIn('admin')
})

afterAll(() => capline.close())

beforeEach(async () => {
  for (const table of ['broadcasts', 'outbox', 'advertisers', 'publishers', 'message_templates', 'caps'] as const) {
    await capline.db.deleteFrom(table).execute()
  }
})

async function addAdvertiser(key: string, name: string, groups: readonly number[]): Promise<string> {
  const id = newId()
  await capline.db.insertInto('advertisers').values({ id, advertiser_id: key, name }).execute()
  for (const group of groups) {
    await capline.db
      .insertInto('advertiser_groups')
      .values({ advertiser: id, group_id: String(group) })
      .execute()
  }
  return id
}

async function plantCap(advertiserId: string, source: string): Promise<void> {
  const stamps = { created_at: '2026-11-20T00:00:00Z', updated_at: '2026-11-20T00:00:00Z', created_by: 'x' }
  const place = { geo: 'UK', geo_key: 'GB', advertiser_id: advertiserId, source_number: source }
  const day = brandText<Day>('2026-11-22')
  const cap = { id: newId(), kind: 'broker', cap: 5, date: day, version: 1, always_on: false }
  await capline.db
    .insertInto('caps')
    .values({ ...cap, ...place, ...stamps, working_hours: '10:00-18:00' })
    .execute()
}

const draft = { audience: 'advertisers', message: 'Hello <b>{{advertiserName}}</b>', parseMode: 'HTML' } as const
const send = (body: object) => anna.call(broadcastCalls.send, { body: { ...draft, ...body } })
const countRows = async () => (await capline.db.selectFrom('outbox').select('id').execute()).length

describe('a broadcast', () => {
  test('reaches every chat of the audience, each with its own names, and says what became of it', async () => {
    await addAdvertiser('B-1', 'Nord & <Co>', [SOLAR])
    await addAdvertiser('B-2', 'Closed Co', [CLOSED])
    await addAdvertiser('B-3', 'Nobody', [])
    const { id, count, deliveries } = await send({})
    expect(count).toBe(2)
    // How far each has come by then is the sender's affair.
    expect(deliveries.map(({ recipients }) => recipients)).toEqual([['Closed Co'], ['Nord & <Co>']])
    const message = await capline.telegram.waitForMessage(SOLAR, ({ text }) => text.startsWith('Hello'), PATIENCE)
    expect(message).toMatchObject({ text: 'Hello Nord & <Co>', entities: [{ type: 'bold', offset: 6, length: 11 }] })
    const done = await expect
      .poll(() => anna.call(broadcastCalls.read, { params: { id } }))
      .toMatchObject({ counts: { queued: 0, sending: 0, sent: 1, failed: 1, unknown: 0 }, count: 2 })
      .then(() => anna.call(broadcastCalls.read, { params: { id } }))
    expect(done.deliveries.map(({ success, error }) => [success, error])).toEqual([
      [false, expect.stringMatching(/kicked/i)],
      [true, null],
    ])
    expect(await anna.call(broadcastCalls.list, {})).toMatchObject([{ id, count: 2, sentBy: `@${anna.member.handle}` }])

    const [failed] = done.deliveries
    capline.telegram.setBotStatus(CLOSED, 'member')
    const params = { id, deliveryId: failed?.id ?? '' }
    expect(await anna.call(broadcastCalls.resend, { params })).toMatchObject({ status: 'queued', success: null })
    await capline.telegram.waitForMessage(CLOSED, ({ text }) => text === 'Hello Closed Co', PATIENCE)
    await expect
      .poll(() => anna.call(broadcastCalls.read, { params: { id } }))
      .toMatchObject({ counts: { sent: 2, failed: 0 } })
    expect(await refusalOf(anna.call(broadcastCalls.resend, { params }))).toMatchObject({ status: 409 })
  })

  test('is sent again to all that it failed to reach, and to nobody whose result is unknown', async () => {
    for (const group of [SOLAR, WIND]) capline.telegram.setBotStatus(group, 'kicked')
    await addAdvertiser('B-1', 'Nord', [SOLAR])
    await addAdvertiser('B-2', 'Sued', [WIND])
    await addAdvertiser('B-3', 'West', [CLOSED])
    const { id, deliveries } = await send({ message: 'Again {{advertiserName}}' })
    const counts = async () => (await anna.call(broadcastCalls.read, { params: { id } })).counts
    await expect.poll(counts).toMatchObject({ sent: 1, failed: 2 })
    const arrived = deliveries.find(({ recipients }) => recipients.includes('West'))
    await capline.db
      .updateTable('outbox')
      .set({ state: 'unknown' })
      .where('id', '=', arrived?.id ?? '')
      .execute()
    for (const group of [SOLAR, WIND]) capline.telegram.setBotStatus(group, 'member')
    expect(await anna.call(broadcastCalls.resendFailed, { params: { id } })).toEqual({ count: 2 })
    await expect.poll(counts).toMatchObject({ sent: 2, failed: 0, unknown: 1 })
    expect(capline.telegram.messages(CLOSED).filter(({ text }) => text === 'Again West')).toHaveLength(1)
    const refused = await refusalOf(anna.call(broadcastCalls.resendFailed, { params: { id } }))
    expect(refused).toMatchObject({ status: 409 })
    expect(await refusalOf(anna.call(broadcastCalls.resendFailed, { params: { id: 'none' } }))).toMatchObject({
      status: 404,
    })
  })

  test('gives a chat that two share one copy of each distinct text', async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    await addAdvertiser('B-2', 'Sued', [WIND])
    expect((await send({ message: 'The same for all' })).deliveries).toMatchObject([{ recipients: ['Nord', 'Sued'] }])
    const { id, count, deliveries } = await send({})
    expect(deliveries).toHaveLength(2)
    // Chats are counted, of which this is one.
    expect(count).toBe(1)
    expect(await anna.call(broadcastCalls.read, { params: { id } })).toMatchObject({ count: 1 })
    expect(await anna.call(broadcastCalls.list, {})).toMatchObject([{ count: 1 }, { count: 1 }])
  })

  test('is queued once for each request, however often and at once it is asked for', async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    const all = await Promise.all(Array.from({ length: 5 }, () => send({ requestId: 'one' })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await countRows()).toBe(1)
  })

  test('is answered again as it was, also where nobody would get it by now', async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    const first = await send({ requestId: 'one' })
    await capline.db.deleteFrom('advertisers').execute()
    expect(await send({ requestId: 'one' })).toMatchObject({ id: first.id, count: 1 })
    expect(await countRows()).toBe(1)
  })

  test('is no other message under the same request', async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    await send({ requestId: 'one' })
    expect(await refusalOf(send({ requestId: 'one', message: 'Another' }))).toMatchObject({ status: 409 })
    expect(await refusalOf(send({ requestId: 'one', disableNotification: true }))).toMatchObject({ status: 409 })
    expect(await countRows()).toBe(1)
  })

  test('for others is another one, and no request is both; in which order people are named is all the same', async () => {
    const nord = await addAdvertiser('B-1', 'Nord', [WIND])
    const sued = await addAdvertiser('B-2', 'Sued', [SOLAR])
    await send({ requestId: 'one', recipientIds: [nord] })
    expect(await refusalOf(send({ requestId: 'one', recipientIds: [sued] }))).toMatchObject({ status: 409 })
    expect(await refusalOf(send({ requestId: 'one', recipientIds: [nord, sued] }))).toMatchObject({ status: 409 })
    expect(await refusalOf(send({ requestId: 'one' }))).toMatchObject({ status: 409 })
    expect(await countRows()).toBe(1)

    const two = await send({ requestId: 'two', recipientIds: [nord, sued] })
    expect(await send({ requestId: 'two', recipientIds: [sued, nord, sued] })).toMatchObject({ id: two.id, count: 2 })
    const all = await send({ requestId: 'three' })
    expect(await send({ requestId: 'three', recipientIds: null })).toMatchObject({ id: all.id })
    expect(await refusalOf(send({ requestId: 'three', recipientIds: [nord, sued] }))).toMatchObject({ status: 409 })
  })

  test('of a request from before its people were kept is answered again as it was', async () => {
    const nord = await addAdvertiser('B-1', 'Nord', [WIND])
    const first = await send({ requestId: 'one', recipientIds: [nord] })
    await capline.db.updateTable('broadcasts').set({ chosen: null }).execute()
    expect(await send({ requestId: 'one', recipientIds: [nord] })).toMatchObject({ id: first.id })
  })

  test('goes to those who were chosen, and to nobody else', async () => {
    const nord = await addAdvertiser('B-1', 'Nord', [WIND])
    await addAdvertiser('B-2', 'Sued', [SOLAR])
    expect((await send({ recipientIds: [nord] })).deliveries).toMatchObject([{ recipients: ['Nord'] }])
  })

  test.each([
    [{ message: ' ' }, 'Please enter a message before sending.'],
    [{ message: 'a\0b' }, /invisible characters/],
    [{ message: 'a\nb <b>c' }, /^Line 2, character \d+: /],
    [{ message: 'x {{sourceNumber}}' }, /^Line 1, character 3: \{\{sourceNumber\}\} is not a placeholder/],
    [{ message: `${'x'.repeat(4090)}{{advertiserName}}` }, /at most 4096 characters. For Nord Insurance it has 4104/],
    [{ message: 'x'.repeat(1025), photoUrl: 'https://example.com/a.png' }, /at most 1024 characters/],
    [{ message: 'x', photoUrl: 'file:///etc/passwd' }, /image URL/],
    [{ message: 'x', recipientIds: [] }, /None of these recipients has a chat/],
  ])('that Telegram would refuse is refused before anything is queued: %j', async (body, sentence) => {
    await addAdvertiser('B-1', 'Nord Insurance', [WIND])
    const refusal = await refusalOf(send(body))
    expect(refusal.status).toBe(400)
    expect(refusal.message).toMatch(sentence)
    expect(await countRows()).toBe(0)
  })

  test('as a test goes to whoever asks, as the first recipient would get it', async () => {
    await addAdvertiser('B-1', 'Tried', [WIND])
    const person = Number(anna.member.telegramId)
    capline.telegram.plant({ people: [{ id: person, first_name: 'Anna', started: true }] })
    expect(await anna.call(broadcastCalls.test, { body: draft })).toEqual({ recipient: 'Tried' })
    await capline.telegram.waitForMessage(person, ({ text }) => text === 'Hello Tried', PATIENCE)
    expect(capline.telegram.messages(WIND).filter(({ text }) => text === 'Hello Tried')).toEqual([])
  })
})

test('recipients are listed with whether they have a cap for a geo on a day', async () => {
  await addAdvertiser('B-1', 'Nord', [WIND])
  await addAdvertiser('B-2', 'Sued', [])
  await plantCap('B-2', '1')
  const list = (query: object) =>
    anna.call(broadcastCalls.listRecipients, { query: { audience: 'advertisers', ...query } })
  expect((await list({})).map(({ name, hasCap }) => [name, hasCap])).toEqual([
    ['Nord', null],
    ['Sued', null],
  ])
  expect((await list({ date: '2026-11-22', geo: 'GB' })).map(({ hasCap }) => hasCap)).toEqual([false, true])
  const german = await list({ date: '2026-11-22', geo: 'DE' })
  expect(german.map(({ hasCap }) => hasCap)).toEqual([false, false])
  expect(german.map(({ caps }) => caps)).toEqual([
    { text: 'Sun 22 Nov 2026 (GMT+2): no caps', geos: [] },
    { text: 'Sun 22 Nov 2026 (GMT+2)\n🇬🇧 UK · #1 · 5 leads · 10:00-18:00', geos: ['GB'] },
  ])
})

describe('{{caps}}', () => {
  const message = 'Yours: {{caps}}'

  beforeEach(async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    await addAdvertiser('B-2', 'Sued', [SOLAR])
    await plantCap('B-2', '1')
    await plantCap('B-9', '3')
  })

  test('is what each chat has on the day, and what becomes of those without any is somebody’s choice', async () => {
    expect(await refusalOf(send({ message }))).toMatchObject({ status: 400, message: /^Choose the day for/ })
    const asked = { message, capsDay: '2026-11-22' }
    expect((await refusalOf(send(asked))).message).toMatch(/^Nord has no caps on that day. Choose: skip/)
    expect(await countRows()).toBe(0)

    const skipped = await send({ ...asked, withoutCaps: 'skip', requestId: 'one' })
    expect(skipped.deliveries).toMatchObject([{ recipients: ['Sued'], chatId: String(SOLAR) }])
    const own = 'Yours: Sun 22 Nov 2026 (GMT+2)\n🇬🇧 UK · #1 · 5 leads · 10:00-18:00'
    await capline.telegram.waitForMessage(SOLAR, ({ text }) => text === own, PATIENCE)
    expect(await refusalOf(send({ ...asked, withoutCaps: 'send', requestId: 'one' }))).toMatchObject({ status: 409 })
    expect(await anna.call(broadcastCalls.list, {})).toMatchObject([{ capsDay: '2026-11-22', withoutCaps: 'skip' }])

    expect((await send({ ...asked, withoutCaps: 'send' })).count).toBe(2)
    const none = 'Yours: Sun 22 Nov 2026 (GMT+2): no caps'
    await capline.telegram.waitForMessage(WIND, ({ text }) => text === none, PATIENCE)
  })

  test('in a test is of the first who has some', async () => {
    const body = { ...draft, message, capsDay: '2026-11-22' }
    expect(await anna.call(broadcastCalls.test, { body })).toEqual({ recipient: 'Sued' })
    await capline.db.deleteFrom('advertiser_groups').execute()
    expect(await anna.call(broadcastCalls.test, { body }), 'where nobody is reached').toEqual({ recipient: null })
  })
})

test('templates are kept by name, and replaced only where that is wanted', async () => {
  const save = (body: object) =>
    anna.call(broadcastCalls.saveTemplate, { body: { ...draft, name: 'Morning', ...body } })
  expect((await refusalOf(save({ message: 'a\0b' }))).status).toBe(400)
  const saved = await save({})
  expect(await refusalOf(save({ message: 'Another' }))).toMatchObject({ status: 409 })
  expect(await save({ message: 'Another', replace: true })).toMatchObject({ id: saved.id, message: 'Another' })
  expect(await anna.call(broadcastCalls.listTemplates, {})).toMatchObject([{ name: 'Morning', message: 'Another' }])
  await anna.call(broadcastCalls.removeTemplate, { params: { id: saved.id } })
  expect(await anna.call(broadcastCalls.listTemplates, {})).toEqual([])
})

test('what becomes of a template stands in the history, and open screens are told', async () => {
  const save = (message: string) =>
    anna.call(broadcastCalls.saveTemplate, { body: { ...draft, name: 'Evening', message, replace: true } })
  const { id } = await save('One')
  const params = { id }
  const remove = () => anna.call(broadcastCalls.removeTemplate, { params })
  const told = [{ topic: 'broadcasts', days: null }]
  expect(await hearChanges(capline.database, () => save('Two'))).toEqual(told)
  expect(await hearChanges(capline.database, remove)).toEqual(told)
  expect(await refusalOf(remove())).toMatchObject({ status: 404 })
  const history = await anna.call(broadcastCalls.listTemplateHistory, {})
  const actor = `@${anna.member.handle}`
  expect(history.slice(0, 3)).toMatchObject([
    { actor, before: { name: 'Evening', message: 'Two' }, after: null },
    { actor, before: { message: 'One' }, after: { message: 'Two' } },
    { actor, before: null, after: { name: 'Evening', message: 'One' } },
  ])
})
