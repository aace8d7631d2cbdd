import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { addMilliseconds, formatInstant, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/db/ids.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { runScript } from '#testing/child.ts'
import { past } from '#testing/locked-table.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { refusalOf } from '#testing/refusal.ts'
import { sendDueBroadcasts, settleRestoredBroadcasts } from './later-service.ts'

// The product's own loop looks every 15 seconds, so that each test sends what is due by its own clock.

let capline: TestCapline
let anna: SignedIn

const CHATS = 40
const FIRST_CHAT = -1_000_810_000

beforeAll(async () => {
  capline = await startTestCapline({ environment: { ROLES: 'web' } })
  anna = await capline.signIn('admin')
})

afterAll(() => capline.close())

beforeEach(async () => {
  for (const table of ['broadcasts', 'outbox', 'advertisers'] as const) await capline.db.deleteFrom(table).execute()
  for (let index = 0; index < CHATS; index += 1) await addAdvertiser(`B-${index}`, FIRST_CHAT - index)
})

async function addAdvertiser(key: string, group: number): Promise<void> {
  const id = newId()
  await capline.db.insertInto('advertisers').values({ id, advertiser_id: key, name: key }).execute()
  await capline.db
    .insertInto('advertiser_groups')
    .values({ advertiser: id, group_id: String(group) })
    .execute()
}

const now = () => systemClock.now()
const inAnHour = () => formatInstant(addMilliseconds(now(), HOUR))
const write = (body: object = {}, by = anna) =>
  by.call(broadcastCalls.send, {
    body: {
      audience: 'advertisers',
      message: 'Hello {{advertiserName}}',
      parseMode: 'HTML',
      sendAt: inAnHour(),
      ...body,
    },
  })
const read = (id: string) => anna.call(broadcastCalls.read, { params: { id } })
const queued = async () => (await capline.db.selectFrom('outbox').select('chat_id').execute()).length

test('a message that another node is sending is left to that one', async () => {
  await write()
  await past(
    capline.db,
    (tx) => tx.selectFrom('broadcasts').select('id').forUpdate().execute(),
    () => lookAfter(HOUR + MINUTE),
  )
  expect(await queued()).toBe(0)
  await lookAfter(HOUR + MINUTE)
  expect(await queued()).toBe(CHATS)
})

async function lookAfter(milliseconds: number): Promise<void> {
  const at = addMilliseconds(now(), milliseconds)
  await sendDueBroadcasts({ db: capline.db, clock: { now: () => at }, log: createMemoryLog().log })
}

test('a message for later waits, goes to its chats when its time has come, and not again', async () => {
  const { id, count } = await write({ requestId: 'one' })
  expect(count).toBe(0)
  await lookAfter(HOUR - MINUTE)
  expect(await read(id)).toMatchObject({ state: 'waiting', deliveries: [] })
  expect(await queued()).toBe(0)
  await Promise.all([lookAfter(HOUR + MINUTE), lookAfter(HOUR + MINUTE), lookAfter(HOUR + MINUTE)])
  await lookAfter(HOUR + 2 * MINUTE)
  expect(await read(id)).toMatchObject({ state: 'queued', problem: null, count: CHATS })
  expect(await queued()).toBe(CHATS)
})

test('it can be cancelled until then, by whoever may send, and then goes to nobody', async () => {
  const { id } = await write()
  await anna.call(broadcastCalls.cancel, { params: { id } })
  await lookAfter(2 * HOUR)
  expect(await queued()).toBe(0)
  expect(await read(id)).toMatchObject({ state: 'cancelled', cancelledBy: `@${anna.member.handle}` })
  expect(await refusalOf(anna.call(broadcastCalls.cancel, { params: { id } }))).toMatchObject({ status: 409 })
  expect(await refusalOf(anna.call(broadcastCalls.cancel, { params: { id: 'x' } }))).toMatchObject({ status: 404 })
})

test.each([
  [{ sendAt: '2020-01-01T00:00:00Z' }, /in the future/],
  [{ sendAt: '2099-01-01T00:00:00Z' }, /within 30 days/],
  [{ message: '{{caps}}', capsDay: '2026-11-22' }, /^Choose what to do with chats that have no caps then/],
  [{ message: '<b>open' }, /^Line 1/],
])('what could not be sent then is refused now: %j', async (body, sentence) => {
  const refusal = await refusalOf(write(body))
  expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(sentence) })
})

test('what cannot be sent when its time has come says why, and so is whoever wrote it told', async () => {
  const { id } = await write({ message: 'Yours: {{caps}}', capsDay: '2026-11-22', withoutCaps: 'skip' })
  await lookAfter(HOUR + MINUTE)
  expect(await read(id)).toMatchObject({ state: 'refused', problem: 'None of these recipients has a cap on that day.' })
  const [told] = await capline.db.selectFrom('outbox').select(['chat_id', 'text']).execute()
  expect(told).toMatchObject({ chat_id: anna.member.telegramId, text: expect.stringMatching(/Yours: \{\{caps/) })

  const late = await write()
  await lookAfter(2 * HOUR + 2 * MINUTE)
  expect(await read(late.id)).toMatchObject({
    state: 'refused',
    problem: expect.stringMatching(/more than an hour late/),
  })
  const restored = await write()
  await capline.db.transaction().execute((tx) => settleRestoredBroadcasts(tx))
  expect(await read(restored.id)).toMatchObject({ state: 'refused', problem: expect.stringMatching(/backup/) })
})

test('to everybody goes to those who were there when it was written', async () => {
  const sendAt = inAnHour()
  const { id } = await write({ requestId: 'everybody', sendAt })
  await addAdvertiser('B-late', FIRST_CHAT - CHATS)
  expect(await write({ requestId: 'everybody', sendAt })).toMatchObject({ id })
  await lookAfter(HOUR + MINUTE)
  expect(await read(id)).toMatchObject({ state: 'queued', count: CHATS })
})

test('one that cannot be written out holds up no other', async () => {
  const { id: broken } = await write()
  const { id } = await write()
  await capline.db.updateTable('broadcasts').set({ chosen: '5' }).where('id', '=', broken).execute()
  await lookAfter(HOUR + MINUTE)
  expect([(await read(broken)).state, (await read(id)).state]).toEqual(['waiting', 'queued'])
})

test('of somebody who is no admin any more it goes to nobody, and they are not told', async () => {
  const ben = await capline.signIn('admin')
  const { id } = await write({}, ben)
  await capline.db
    .updateTable('members')
    .set({ role: 'viewer' })
    .where('telegram_id', '=', ben.member.telegramId)
    .execute()
  await lookAfter(HOUR + MINUTE)
  expect(await read(id)).toMatchObject({ state: 'refused', problem: expect.stringMatching(/no longer an admin/) })
  expect(await queued()).toBe(0)
})

test('what waits is listed however many came after it', async () => {
  const { id } = await write()
  await sql`
    insert into broadcasts (id, audience, message, parse_mode, disable_link_preview, disable_notification, state, sent_by, created_at)
    select 'later-' || n, 'advertisers', 'Hi', 'HTML', false, false, 'queued', 'x', now() + interval '1 minute'
    from generate_series(1, 201) n
  `.execute(capline.db)
  const listed = await anna.call(broadcastCalls.list, {})
  expect([listed.length, listed.at(-1)?.id]).toEqual([201, id])
})

test('nodes that are killed at any instant over it write it out once, whole', async () => {
  const ids: string[] = []
  for (let round = 0; round < 4; round += 1) {
    ids.push((await write()).id, (await write({ message: 'Second' })).id)
    const child = runScript(SENDER, { args: [capline.database.url, String(addMilliseconds(now(), HOUR + MINUTE))] })
    await child.line()
    await new Promise((resolve) => setTimeout(resolve, round * 8))
    await child.end('SIGKILL')
  }
  await lookAfter(HOUR + MINUTE)
  for (const id of ids) {
    const { state, deliveries } = await read(id)
    expect([state, deliveries.length, new Set(deliveries.map(({ chatId }) => chatId)).size]).toEqual([
      'queued',
      CHATS,
      CHATS,
    ])
  }
  expect(await queued()).toBe(ids.length * CHATS)
})

const SENDER = `
  import { connect } from '#platform/db/database.ts'
  import { createLog } from '#platform/log.ts'
  import { sendDueBroadcasts } from '#server/features/broadcasts/later-service.ts'
  const [url, at] = process.argv.slice(-2)
  const db = connect(url, { onError() {} }).db
  console.log('ready')
  await sendDueBroadcasts({ db, clock: { now: () => Number(at) }, log: createLog('silent', { pretty: false }) })
`
