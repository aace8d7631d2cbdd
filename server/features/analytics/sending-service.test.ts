import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { analyticsFileCalls } from '#contract/analytics-files.ts'
import { analyticsFileTexts } from '#contract/texts/analytics-files.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { refusalOf } from '#testing/refusal.ts'
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
  capline.telegram.plant({ groups: [GROUP, SUMMARY].map((id) => ({ id, title: id === GROUP ? 'Sales' : 'Summary' })) })
  anna = await capline.signIn('admin')
  const chats = [GROUP, SUMMARY].map((id) => ({
    chat_id: String(id),
    title: id === GROUP ? 'Sales' : 'Summary',
    type: 'supergroup',
    is_member: true,
    updated_at: '2026-11-26T06:00:00Z',
  }))
  await capline.db.insertInto('bot_chats').values(chats).execute()
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

/** Does the jobs that were sent, each as often as said at once: as after its node died over it. */
async function work(times = 1): Promise<void> {
  const deps = { db: capline.db, clock, log, cache: createAnswerCache<Summary>(clock) }
  const done = sent.splice(0).flatMap((job) => Array.from({ length: times }, () => makeFile(deps, job)))
  await Promise.all(done)
}

/** Looks, makes what is due, and looks again once Telegram has answered. */
async function sendAt(at: string): Promise<void> {
  await look(at)
  await work()
  const isSettled = async () => (await messages()).every(({ state }) => !/queued|sending/.test(state))
  await expect.poll(isSettled, { timeout: 10_000 }).toBe(true)
  await look(at)
}

async function exportOf(query: string): Promise<Buffer> {
  const response = await fetch(`${capline.address}/api/analytics/export?${query}`, {
    headers: { authorization: `Bearer ${anna.token}` },
  })
  return Buffer.from(await response.arrayBuffer())
}

const fileIn = async (chat: number, name: RegExp) => {
  const { document, caption } = await capline.telegram.waitForMessage(
    chat,
    (one) => name.test(one.document?.file_name ?? ''),
    10_000,
  )
  return { caption, bytes: Buffer.from(document?.url.split(',')[1] ?? '', 'base64') }
}

test('goes once at its time over nodes, however often it is made, and is what the page gives', async () => {
  await add({ geo: 'DE' })
  await look('2026-11-26T06:29:59Z')
  expect(sent).toEqual([])
  await look('2026-11-26T06:30:00Z', 3)
  expect(sent).toHaveLength(1)
  expect(await read()).toMatchObject({ nextAt: Date.UTC(2026, 10, 27, 6, 30), last: { state: 'sending' } })
  await work(3)
  const { caption, bytes } = await fileIn(GROUP, /^analytics-geo-2026-11-25/)
  expect(caption).toBe('GEOs, yesterday\nWed 25 Nov 2026, GMT+2\nOnly GEO DE\n1 row')
  const days = 'startDate=2026-11-25&endDate=2026-11-25'
  expect(bytes.toString()).toBe(
    (await exportOf(`table=geo&${days}&geo=DE&sort=name&descending=true&format=csv`)).toString(),
  )
  expect(bytes.toString()).toContain('\r\nDE,2,')
  await look('2026-11-26T06:31:00Z', 2)
  expect(await read()).toMatchObject({ last: { state: 'sent', problem: null } })
  expect(await messages()).toHaveLength(1)

  await capline.db.deleteFrom('analytics_files').execute()
  await add({ table: 'affiliate', preset: 'last-30-days', format: 'xlsx', sort: 'leads' })
  await sendAt('2026-11-27T06:30:00Z')
  const book = await fileIn(GROUP, /xlsx$/)
  const month = 'startDate=2026-10-29&endDate=2026-11-27'
  expect(book.bytes).toEqual(await exportOf(`table=affiliate&${month}&sort=leads&descending=true&format=xlsx`))
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
  await capline.db.transaction().execute((tx) => settleRestoredFiles(tx, clock))
  expect(await read()).toMatchObject({ last: { problem: expect.stringMatching(/backup/) } })
  await look('2026-12-03T06:00:00Z')
  expect(sent).toHaveLength(1)
})

test('that is paused does not go; what cannot be is refused in a sentence', async () => {
  const file = await add()
  const change = (edit: object) =>
    anna.call(analyticsFileCalls.change, { params: { id: file._id }, body: { ...file, isPaused: false, ...edit } })
  const paused = await change({ isPaused: true })
  expect(await read()).toMatchObject({ file: { isPaused: true, version: 2 }, nextAt: null })
  await look('2026-11-26T06:30:00Z')
  expect(sent).toEqual([])
  expect(await refusalOf(change({}))).toMatchObject({ status: 409, message: analyticsFileTexts.stale })
  expect(await change({ ...paused, isPaused: false, time: '09:00' })).toMatchObject({ time: '09:00', isPaused: false })
  expect((await read())?.nextAt).toBe(Date.UTC(2026, 10, 26, 7))
  for (const draft of [{ weekdays: [] }, { time: '8' }, { chatId: '-1' }, { preset: '2026-11-25' }]) {
    // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
    expect(await refusalOf(add(draft))).toMatchObject({ status: 400 })
  }
  await anna.call(analyticsFileCalls.remove, { params: { id: file._id } })
  expect(await read()).toBeUndefined()
})
