import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { analyticsFileCalls } from '#contract/analytics-files.ts'
import { analyticsFileTexts } from '#contract/texts/analytics-files.ts'
import { FILE_PROBLEMS } from '#domain/sentences/analytics-files.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'
import { readXlsx } from '#testing/xlsx.ts'
import { fileQueue, makeFile, sendDueFiles, settleRestoredFiles } from './sending-service.ts'
import type { Summary } from './service.ts'

// The product looks and makes nothing by itself here (it has no worker): each test does, by a given clock.

/** Thursday; 08:00 by the clock of the settings. */
const clock = createTestClock('2026-11-26T06:00:00Z')
const { log } = createMemoryLog()
const GROUP = -1_000_830_001
const SUMMARY = -1_000_830_002

let capline: TestCapline
let anna: SignedIn
let sent: ReturnType<typeof fileQueue.payload.parse>[]

const jobs: Pick<Jobs, 'send'> = { send: async (_, payload) => String(sent.push(fileQueue.payload.parse(payload))) }

beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { ROLES: 'web,bot' } })
  const groups = [GROUP, SUMMARY].map((id) => ({ id, title: id === GROUP ? 'Sales' : 'Summary' }))
  capline.telegram.plant({ groups })
  anna = await capline.signIn('admin')
  const of = { type: 'supergroup', is_member: true, updated_at: '2026-11-26T06:00:00Z' }
  const chats = groups.map(({ id, title }) => ({ chat_id: String(id), title, ...of }))
  // The bot may have heard of them by itself.
  const known = capline.db.insertInto('bot_chats').values(chats)
  await known.onConflict((chat) => chat.column('chat_id').doNothing()).execute()
  await capline.db.insertInto('advertisers').values({ id: 'a', advertiser_id: 'adv-1', name: 'Alster' }).execute()
  await save('summary_group_id', String(SUMMARY))
  const leads = ['DE', 'DE', 'FR'].map((geo, at) =>
    buildLead({ id: `lead-${at}`, geo, createdAt: `2026-11-25T1${at}:00:00Z` }),
  )
  await storeLeadRows(capline.db, clock, { leads, deposits: [buildDeposit({ createdAt: '2026-11-25T12:00:00Z' })] })
})

afterAll(() => capline.close())

beforeEach(async () => {
  sent = []
  clock.set('2026-11-26T06:00:00Z')
  await save('timezone', 'Etc/GMT-2')
  for (const table of ['analytics_files', 'outbox'] as const) await capline.db.deleteFrom(table).execute()
})

async function save(key: string, value: string): Promise<void> {
  const columns = { value, sealed: null, updated_at: '2026-11-26T06:00:00Z', updated_by: 'test' }
  const row = capline.db.insertInto('settings').values({ key, ...columns })
  await row.onConflict((conflict) => conflict.column('key').doUpdateSet(columns)).execute()
}

const WEEKDAYS = [4, 5]
const DRAFT = {
  table: 'geo',
  preset: 'yesterday',
  sort: 'name',
  descending: true,
  format: 'csv',
  chatId: String(GROUP),
  weekdays: WEEKDAYS,
  time: '08:30',
} as const

const add = (draft: object = {}, by = anna) => by.call(analyticsFileCalls.add, { body: { ...DRAFT, ...draft } })
const read = async () => (await anna.call(analyticsFileCalls.list, {})).files[0]
const messages = () =>
  capline.db.selectFrom('outbox').select(['kind', 'chat_id', 'text', 'state']).orderBy('id').execute()
const alerts = async () => (await messages()).filter(({ kind }) => kind === 'file.alert')

async function look(at: string, nodes = 1): Promise<void> {
  clock.set(at)
  const deps = { db: capline.db, clock, log, jobs }
  await Promise.all(Array.from({ length: nodes }, () => sendDueFiles(deps)))
}

/**
 * Does the jobs that were sent, each as often as said at once: as after its node died over it. `meanwhile` happens once
 * while a table is read.
 */
async function work(times = 1, meanwhile?: () => Promise<unknown>): Promise<void> {
  const cache = createAnswerCache<Summary>(clock)
  let waiting = meanwhile
  const recall: typeof cache.recall = async (...input) => {
    const act = waiting
    waiting = undefined
    await act?.()
    return cache.recall(...input)
  }
  const deps = { db: capline.db, clock, log, cache: { ...cache, recall } }
  const done = sent.splice(0).flatMap((job) => Array.from({ length: times }, () => makeFile(deps, job)))
  await Promise.all(done)
}

const change = ({ _id: id, ...file }: Awaited<ReturnType<typeof add>>, edit: object, by = anna) =>
  by.call(analyticsFileCalls.change, { params: { id }, body: { ...file, version: null, ...edit } })

/** Looks, makes what is due, and looks again once Telegram has answered. */
async function sendAt(at: string): Promise<void> {
  await look(at)
  await work()
  const isSettled = async () => (await messages()).every(({ state }) => !/queued|sending/.test(state))
  await expect.poll(isSettled).toBe(true)
  await look(at)
}

async function exportOf(query: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${anna.token}` }
  const response = await fetch(`${capline.address}/api/analytics/export?${query}`, { headers })
  return Buffer.from(await response.arrayBuffer())
}

const fileIn = async (chat: number, name: RegExp) => {
  const isIt = (one: { document?: { file_name?: string } }) => name.test(one.document?.file_name ?? '')
  const { document, caption } = await capline.telegram.waitForMessage(chat, isIt, PATIENCE)
  return { caption, bytes: Buffer.from(document?.url.split(',')[1] ?? '', 'base64') }
}

test('goes once at its time over nodes, however often it is made, and is what the page gives', async () => {
  await add({ geo: 'DE', advertiserId: 'adv-1' })
  await look('2026-11-26T06:29:59Z')
  expect(sent).toEqual([])
  await look('2026-11-26T06:30:00Z', 3)
  expect(sent).toHaveLength(1)
  expect(await read()).toMatchObject({ nextAt: Date.UTC(2026, 10, 27, 6, 30), last: { state: 'sending' } })
  await work(3)
  const { caption, bytes } = await fileIn(GROUP, /^analytics-geo-2026-11-25/)
  expect(caption).toBe('GEOs, yesterday\nWed 25 Nov 2026, GMT+2\nOnly GEO DE, advertiser Alster\n1 row')
  const days = 'startDate=2026-11-25&endDate=2026-11-25'
  expect(bytes.toString()).toBe(
    (await exportOf(`table=geo&${days}&geo=DE&advertiserId=adv-1&sort=name&descending=true&format=csv`)).toString(),
  )
  expect(bytes.toString()).toContain('\r\nDE,2,')
  await look('2026-11-26T06:31:00Z', 2)
  expect(await read()).toMatchObject({ last: { state: 'sent', problem: null } })
  expect(await messages()).toHaveLength(1)

  await capline.db.deleteFrom('analytics_files').execute()
  await add({ table: 'affiliate', preset: 'last-30-days', format: 'xlsx', sort: 'leads' })
  await sendAt('2026-11-27T06:30:00Z')
  const book = await fileIn(GROUP, /xlsx$/)
  const given = await exportOf(
    'table=affiliate&startDate=2026-10-29&endDate=2026-11-27&sort=leads&descending=true&format=xlsx',
  )
  // A workbook says too when it was made.
  expect(readXlsx(book.bytes)).toEqual(readXlsx(given))
})

test('whose owner is no admin any more goes to nobody, told once; another admin takes it over', async () => {
  const ben = await capline.signIn('admin')
  const { _id: id } = await add({}, ben)
  await capline.db.updateTable('members').set({ role: 'editor' }).where('id', '=', ben.member._id).execute()
  await sendAt('2026-11-26T06:30:00Z')
  await sendAt('2026-11-27T06:30:00Z')
  expect((await messages()).map(({ kind, chat_id }) => [kind, chat_id])).toEqual([['file.alert', String(SUMMARY)]])
  expect(await read()).toMatchObject({ isMine: false, isOrphaned: true, last: { state: 'failed' } })
  expect((await alerts())[0]?.text).toContain(`A scheduled file of @${ben.member.handle} was not sent`)
  await capline.db.deleteFrom('members').where('id', '=', ben.member._id).execute()
  await sendAt('2026-12-03T06:30:00Z')
  expect(await read()).toMatchObject({ last: { problem: expect.stringMatching(/has left the team/) } })
  expect(await alerts()).toHaveLength(1)

  await anna.call(analyticsFileCalls.takeOver, { params: { id } })
  await sendAt('2026-12-04T06:30:00Z')
  expect(await read()).toMatchObject({ isMine: true, isOrphaned: false, last: { state: 'sent', problem: null } })
  expect((await anna.call(analyticsFileCalls.listHistory, {})).map(({ action }) => action).slice(0, 2)).toEqual([
    'analytics-file.taken-over',
    'analytics-file.added',
  ])
})

test('that Telegram refuses is told to its owner once, goes on once mended, and is told anew after that', async () => {
  await add()
  const description = 'Forbidden: bot was kicked from the supergroup chat'
  const refuse = (times: number) =>
    capline.telegram.addFault({ method: 'sendDocument', kind: 'error', status: 403, description, chatId: GROUP, times })
  refuse(2)
  await sendAt('2026-11-26T06:30:00Z')
  await sendAt('2026-11-27T06:30:00Z')
  const why = expect.stringMatching(/^The bot was removed from the chat/)
  expect(await read()).toMatchObject({ last: { state: 'failed', problem: why } })
  expect((await alerts()).map(({ chat_id }) => chat_id)).toEqual([anna.member.telegramId])
  await sendAt('2026-12-03T06:30:00Z')
  expect(await read()).toMatchObject({ last: { state: 'sent', problem: null } })
  refuse(1)
  await sendAt('2026-12-04T06:30:00Z')
  expect(await alerts()).toHaveLength(2)
})

test('that was missed by more than an hour, or waited in a backup, is left out; another zone keeps its day', async () => {
  await add()
  await look('2026-11-26T07:31:00Z')
  expect(sent).toEqual([])
  expect(await read()).toMatchObject({ last: { problem: expect.stringMatching(/nor in the hour after it/) } })
  await save('timezone', 'America/New_York')
  await look('2026-11-26T07:32:00Z')
  expect((await read())?.nextAt).toBe(Date.UTC(2026, 10, 27, 13, 30))
  await save('timezone', 'Asia/Tokyo')
  await look('2026-11-27T02:00:00Z')
  expect(sent).toMatchObject([{ day: '2026-11-27' }])

  clock.set('2026-12-03T06:00:00Z')
  await capline.db.transaction().execute((tx) => settleRestoredFiles(tx, { clock, log }))
  expect(await read()).toMatchObject({ last: { problem: expect.stringMatching(/backup/) } })
  await look('2026-12-03T06:00:00Z')
  expect(sent).toHaveLength(1)
})

test('that is paused does not go; what cannot be is refused in a sentence', async () => {
  const file = await add()
  const paused = await change(file, { isPaused: true })
  // Again, since the answer was lost.
  expect(await change(file, { isPaused: true, version: file.version })).toEqual(paused)
  expect(await read()).toMatchObject({ file: { isPaused: true, version: 2 }, nextAt: null })
  await look('2026-11-26T06:30:00Z')
  expect(sent).toEqual([])
  expect(await refusalOf(change(file, { version: file.version }))).toMatchObject({
    status: 409,
    message: analyticsFileTexts.stale,
  })
  expect(await change(paused, { version: paused.version, isPaused: false, time: '09:00' })).toMatchObject({
    time: '09:00',
    isPaused: false,
  })
  expect((await read())?.nextAt).toBe(Date.UTC(2026, 10, 26, 7))
  for (const draft of [{ weekdays: [] }, { time: '8' }, { chatId: '-1' }, { preset: '2026-11-25' }]) {
    // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
    expect(await refusalOf(add(draft))).toMatchObject({ status: 400 })
  }
  await anna.call(analyticsFileCalls.remove, { params: { id: file._id } })
  expect(await read()).toBeUndefined()
})

test('that was sent and whose time is moved ahead on the same day goes again', async () => {
  const file = await add()
  await sendAt('2026-11-26T06:30:00Z')
  await change(file, { time: '09:00' })
  await sendAt('2026-11-26T07:00:00Z')
  expect(await read()).toMatchObject({ last: { at: Date.UTC(2026, 10, 26, 7), state: 'sent' } })
  expect(await messages()).toHaveLength(2)
})

test('goes to no private chat but its owner’s, which the summary group hears of if it fails; taken over, to the taker’s', async () => {
  const cara = await capline.signIn('admin')
  const file = await add({ chatId: anna.member.telegramId })
  const toCara = { chatId: cara.member.telegramId }
  expect(await refusalOf(change(file, toCara, cara))).toMatchObject({ status: 400 })
  await capline.db.updateTable('analytics_files').set({ chat_id: cara.member.telegramId }).execute()
  await sendAt('2026-11-26T06:30:00Z')
  expect(await read()).toMatchObject({ last: { problem: expect.stringMatching(/private chat that is not its owner/) } })
  expect((await alerts()).map(({ chat_id }) => chat_id)).toEqual([anna.member.telegramId])

  await change(file, {})
  const fault = { method: 'sendDocument', kind: 'error', status: 403, times: 1 } as const
  const description = "Forbidden: bot can't initiate conversation with a user"
  capline.telegram.addFault({ ...fault, description, chatId: Number(anna.member.telegramId) })
  await sendAt('2026-11-27T06:30:00Z')
  expect(await read()).toMatchObject({ last: { problem: expect.stringMatching(/press Start/) } })
  expect((await alerts())[1]).toMatchObject({
    chat_id: String(SUMMARY),
    text: expect.stringContaining(`A scheduled file of @${anna.member.handle} was not sent`),
  })
  expect(await cara.call(analyticsFileCalls.takeOver, { params: { id: file._id } })).toMatchObject(toCara)
})

test('that is changed while it is made is made anew; that is paused then, does not go', async () => {
  const file = await add()
  await look('2026-11-26T06:30:00Z')
  await work(1, () => change(file, { geo: 'FR', chatId: String(SUMMARY) }))
  expect(await messages()).toMatchObject([{ chat_id: String(SUMMARY), text: expect.stringMatching(/Only GEO FR/) }])
  await anna.call(analyticsFileCalls.remove, { params: { id: file._id } })
  const other = await add()
  await look('2026-11-27T06:30:00Z')
  await work(1, () => change(other, { isPaused: true }))
  expect(await messages()).toHaveLength(1)
  expect(await read()).toMatchObject({
    nextAt: null,
    last: { state: 'failed', problem: FILE_PROBLEMS['file.taken-back'] },
  })
})

test('whose making begins more than an hour late is left out, which its owner hears though it goes to them', async () => {
  await add({ chatId: anna.member.telegramId })
  await look('2026-11-26T06:40:00Z')
  clock.set('2026-11-26T07:30:01Z')
  await work()
  expect(await messages()).toMatchObject([{ kind: 'file.alert', chat_id: anna.member.telegramId }])
  expect((await alerts())[0]?.text).toContain('to your chat with the bot.')
  expect(await read()).toMatchObject({ last: { problem: FILE_PROBLEMS['file.missed'] } })
})

test('that cannot be read stops no other one, nor the list; a missed one is not due again in another zone', async () => {
  await add()
  const good = await add({ geo: 'FR' })
  await capline.db.updateTable('analytics_files').set({ wish: '{}' }).where('id', '<>', good._id).execute()
  await save('timezone', 'Asia/Tokyo')
  await look('2026-11-26T06:00:00Z')
  expect(sent).toMatchObject([{ id: good._id }])
  expect((await anna.call(analyticsFileCalls.list, {})).files).toHaveLength(1)
  clock.set('2026-11-27T06:00:00Z')
  await capline.db.transaction().execute((tx) => settleRestoredFiles(tx, { clock, log }))
  expect((await read())?.last?.problem).toBe(FILE_PROBLEMS['file.restored'])

  await capline.db.deleteFrom('analytics_files').execute()
  sent = []
  await add()
  await save('timezone', 'Etc/GMT-2')
  await look('2026-11-27T07:00:00Z')
  expect(sent).toEqual([])
})

test('that waits to be sent is taken back with its file, by a pause, and by another table or chat', async () => {
  const chatId = GROUP
  capline.telegram.addFault({ method: 'sendDocument', kind: 'too-many-requests', retryAfter: 86_400, chatId, times: 1 })
  const [removed, paused, narrowed, moved, kept] = [await add(), await add(), await add(), await add(), await add()]
  await look('2026-11-26T06:30:00Z')
  await work()
  const states = async () => (await messages()).map(({ state }) => state)
  await expect.poll(states).toEqual(Array(5).fill('queued'))
  await anna.call(analyticsFileCalls.remove, { params: { id: removed._id } })
  await change(paused, { isPaused: true })
  await change(narrowed, { geo: 'FR' })
  await change(moved, { chatId: String(SUMMARY) })
  await change(kept, { time: '10:00' })
  expect((await states()).toSorted()).toEqual(['failed', 'failed', 'failed', 'failed', 'queued'])
  const { files: left } = await anna.call(analyticsFileCalls.list, {})
  expect(left.map(({ last }) => last?.problem)).toEqual([...Array(3).fill(FILE_PROBLEMS['file.taken-back']), null])
  await look('2026-11-26T06:31:00Z')
  expect(await alerts()).toEqual([])
})
