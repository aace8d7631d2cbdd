import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { analyticsFileCalls } from '#contract/analytics-files.ts'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { closingCalls } from '#contract/closings.ts'
import { connectorCalls } from '#contract/connectors.ts'
import { limitCalls } from '#contract/limits.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { planCalls } from '#contract/plans.ts'
import { advertiserTexts } from '#contract/texts/partners.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import { addMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import type { Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { lockName } from '#platform/db/locks.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { sendDueFiles } from '#server/features/analytics/sending-service.ts'
import { carryOver } from '#server/features/closings/carry-service.ts'
import { claimBackfill } from '#server/features/feeds/backfill-store.ts'
import { insertCall } from '#server/features/feeds/call-store.ts'
import { changeEmailKeys, forgetEmails } from '#server/features/leads/email-service.ts'
import { keepRows, takeBack } from '#server/features/leads/kept-service.ts'
import { lockDerived } from '#server/features/leads/match-store.ts'
import { rebuild, rebuildDerived } from '#server/features/leads/rebuild-service.ts'
import { runZoneChange } from '#server/features/leads/zone-service.ts'
import { claimNextMessage } from '#server/features/outbox/claim-store.ts'
import { lockState } from '#server/features/schedules/store.ts'
import { decideInChat, decideOnWeb } from '#server/features/suggestions/decide-service.ts'
import { claimUpload } from '#server/features/uploads/store.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { secrets, storeLeadRows } from '#testing/lead-rows.ts'
import { behind, past } from '#testing/locked-table.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { refusalOf } from '#testing/refusal.ts'
import { addCap, endGoodSync, setSetting, sweepDeps, sweepOn, TODAY } from '#testing/suggestions.ts'

// Two who change the same at the same moment: the second waits for the first, and goes on with what stands then.

const AT = '2026-11-21T10:40:00Z'
const GROUP = '-1001'
const TABLE = { table: 'geo', preset: 'yesterday', sort: 'name', descending: true, format: 'csv' } as const
const FILE = { ...TABLE, weekdays: [4], time: '08:30' }
const clock = createTestClock(AT)

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  // Nobody works but the test.
  capline = await startTestCapline({ clock, environment: { ROLES: 'web' } })
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())

test('a group is unlinked from an advertiser once', async () => {
  const draft = { advertiserId: 'A-1', name: 'First', associatedGroupIds: [GROUP] }
  const { _id: id } = await admin.call(advertiserCalls.create, { body: draft })
  const late = await behind(
    capline.db,
    async (tx) => {
      await tx.updateTable('advertisers').set({ name: 'Second' }).where('id', '=', id).execute()
      await tx.deleteFrom('advertiser_groups').where('advertiser', '=', id).execute()
    },
    () => refusalOf(admin.call(advertiserCalls.unlinkGroup, { params: { id, groupId: GROUP } })),
  )
  expect(late.message).toBe(advertiserTexts.groupNotFound)
})

test('an import of advertisers tells of each what stood before it', async () => {
  const { _id: id } = await admin.call(advertiserCalls.create, { body: { advertiserId: 'A-2', name: 'First' } })
  await behind(
    capline.db,
    (tx) => tx.updateTable('advertisers').set({ name: 'Second' }).where('id', '=', id).execute(),
    () =>
      admin.call(advertiserCalls.import, {
        body: { advertisers: [{ advertiserId: 'A-2', name: 'Third' }], overwrite: true },
      }),
  )
  const [imported] = await admin.call(advertiserCalls.listHistory, { query: { id } })
  expect([imported?.before?.name, imported?.after?.name]).toEqual(['Second', 'Third'])
})

test('a lead feed is removed once', async () => {
  const feed = { name: 'box', preset: 'generic', url: 'https://box.example', terms: '{}', secrets: [] }
  const row = { ...feed, sealed: Buffer.from('sealed'), created_at: AT, updated_at: AT }
  await capline.db.insertInto('lead_connectors').values(row).execute()
  const late = await behind(
    capline.db,
    (tx) => tx.deleteFrom('lead_connectors').execute(),
    () => refusalOf(admin.call(connectorCalls.remove, { params: { name: 'box' } })),
  )
  expect(late.status).toBe(404)
})

test('a scheduled file is removed once', async () => {
  const body = { ...FILE, chatId: admin.member.telegramId }
  const { _id: id } = await admin.call(analyticsFileCalls.add, { body })
  const late = await behind(
    capline.db,
    (tx) => tx.deleteFrom('analytics_files').execute(),
    () => refusalOf(admin.call(analyticsFileCalls.remove, { params: { id } })),
  )
  expect(late.status).toBe(404)
})

test('a backfill that is stopped while a worker takes it stays stopped', async () => {
  const row = { id: newId(), connector: 'main', from_at: AT, to_at: AT, requested_by: 'test', created_at: AT }
  await capline.db.insertInto('backfills').values(row).execute()
  const taken = await behind(
    capline.db,
    (tx) => tx.updateTable('backfills').set({ state: 'stopped', ended_at: AT }).execute(),
    () => claimBackfill(capline.db, 'worker', clock.now(), new Set()),
  )
  expect(taken).toBeNull()
})

test('an upload that ends while a worker takes it is not taken', async () => {
  const row = {
    id: newId(),
    file_name: 'leads.csv',
    uploaded_by: 'test',
    created_at: AT,
    connector: 'file',
    saved_at: AT,
  }
  await capline.db
    .insertInto('uploads')
    .values({ ...row, state: 'saving' })
    .execute()
  const taken = await behind(
    capline.db,
    (tx) => tx.updateTable('uploads').set({ state: 'saved', ended_at: AT }).execute(),
    () => claimUpload(capline.db, 'worker'),
  )
  expect(taken).toBeNull()
})

test('a scheduled file that another node is sending is left to that one', async () => {
  await admin.call(analyticsFileCalls.add, { body: { ...FILE, chatId: admin.member.telegramId } })
  await capline.db.updateTable('analytics_files').set({ next_at: AT }).execute()
  const sent: unknown[] = []
  const jobs: Pick<Jobs, 'send'> = { send: async (_, payload) => String(sent.push(payload)) }
  const look = () => sendDueFiles({ db: capline.db, clock, log: createMemoryLog().log, jobs })
  await past(capline.db, (tx) => tx.selectFrom('analytics_files').select('id').forUpdate().execute(), look)
  expect(sent).toEqual([])
  await look()
  expect(sent).toHaveLength(1)
})

test('a message that somebody holds keeps no other one waiting', async () => {
  const message = { kind: 'test', priority: 1, chat_id: GROUP, text: 'Hello', created_at: AT }
  const rows = ['first', 'second'].map((id) => ({ ...message, id }))
  await capline.db.insertInto('outbox').values(rows).execute()
  const claimed = await past(
    capline.db,
    (tx) => tx.selectFrom('outbox').select('id').where('id', '=', 'first').forUpdate().execute(),
    () => claimNextMessage(capline.db, 'claim', { now: clock.now(), busyChats: [], botId: '1', inOrder: 3 }),
  )
  expect(claimed?.id).toBe('second')
})

describe('whoever changes one of these waits for who changes another one:', () => {
  const limited = { name: 'Week', side: 'broker', number: 500, unit: 'leads', period: 'week' } as const
  const limit = () => ({ ...limited, geos: ['FR'], advertiserIds: [], sourceNumbers: [] })
  const numbers = [20, 20, 20, 20, 10, null, 5]
  const plan = { kind: 'affiliate', geo: 'FR', sourceNumber: '44', numbers, firstDay: TODAY } as const
  const template = { audience: 'advertisers', message: 'Hello', parseMode: 'HTML' } as const
  const file = () => ({ ...FILE, chatId: admin.member.telegramId })
  const { log } = createMemoryLog()
  const inTransaction = <T>(act: (tx: Tx) => Promise<T>) => capline.db.transaction().execute(act)
  const unknown = { params: { id: 'none' }, query: { version: 1 } }
  const nameCarried = { carryOver: () => '', overpaid: () => '' }
  const { signal } = new AbortController()

  test.each<[string, () => Promise<unknown>]>([
    ['limits', () => admin.call(limitCalls.create, { body: limit() })],
    ['plans', () => admin.call(planCalls.create, { body: { plans: [plan] } })],
    ['pauses', () => admin.call(pauseCalls.begin, { body: { scopes: [{ geo: 'FR' }], reason: 'quality' } })],
    ['webhooks', () => admin.call(webhookCalls.add, { body: { url: 'https://box.example', events: ['cap.changed'] } })],
    ['message_templates', () => admin.call(broadcastCalls.saveTemplate, { body: { ...template, name: 'Hello' } })],
    ['analytics-files', () => admin.call(analyticsFileCalls.add, { body: file() })],
    ['closings.days', () => refusalOf(admin.call(closingCalls.freeze, { body: { reportId: 'none' } }))],
    ['closings.days', () => refusalOf(admin.call(closingCalls.release, unknown))],
    ['closings.carry', () => carryOver({ db: capline.db, clock, log, nameCarried }, 'none', signal)],
    ['schedules', () => inTransaction(lockState)],
  ])('%s', (name, door) => expect(behind(capline.db, (tx) => lockName(tx, name), door)).resolves.not.toThrow())

  test('calls of a source', async () => {
    const next = await behind(
      capline.db,
      async (tx) => {
        await lockName(tx, 'connector_calls.box')
        await tx.insertInto('connector_calls').values({ connector: 'box', at: AT }).execute()
      },
      () => insertCall(capline.db, 'box', { calls: 1, minutes: 1 }, clock.now()),
    )
    expect(next).toBe(addMilliseconds(clock.now(), MINUTE))
  })

  test.each<[string, () => Promise<unknown>]>([
    ['storeRows', () => storeLeadRows(capline.db, clock, { leads: [], deposits: [] })],
    [
      'keepRows',
      () =>
        inTransaction((tx) =>
          keepRows(tx, { clock }, { id: 'file', connector: 'file' }, { leads: [], deposits: [] }, async () => null),
        ),
    ],
    ['takeBack', () => inTransaction((tx) => takeBack(tx, { clock, log, secrets }, { id: 'file', connector: 'file' }))],
    ['rebuild', () => rebuild(capline.db)],
    ['runZoneChange', () => runZoneChange({ db: capline.db, clock, log, secrets }, signal)],
    ['rebuildDerived', () => inTransaction((tx) => rebuildDerived(tx, zoneOf(DEFAULT_ZONE), () => undefined))],
    ['changeEmailKeys', () => inTransaction((tx) => changeEmailKeys(tx, { log, secrets }))],
    ['forgetEmails', () => forgetEmails({ db: capline.db, clock, log, secrets }, clock.now(), signal)],
  ])('leads, by %s', (_, door) => expect(behind(capline.db, lockDerived, door)).resolves.not.toThrow())
})

describe('suggestions', () => {
  const dismissed = { state: 'dismissed', decided_by: '@ben', decided_in: 'web', decided_at: AT }
  const dismiss = (id: string) => ({ actor: admin.member, id, act: 'dismiss' }) as const

  async function sweep(): Promise<void> {
    await sweepOn(sweepDeps(capline.db, clock, createMemoryLog().log))
  }

  /** Two that are open; of one message, if there is any. */
  async function plant(messageId: string | null): Promise<void> {
    const { db } = capline
    const capId = await addCap(db, { cap: 20, kind: 'affiliate' })
    await addCap(db, { cap: 40 })
    const subject = { capKind: null, capId: null, day: TODAY, geo: 'DE', advertiserId: null, advertiserName: null }
    const content = {
      kind: 'unbought',
      subject: { ...subject, sourceNumber: '44' },
      action: { kind: 'set-cap', capId, from: 20, to: 40 },
      evidence: { kind: 'room', sold: 40, bought: 20, delivered: null },
      confidence: 0.9,
      gain: { leads: 20, cents: null },
    }
    const row = { sweep_id: 'sweep', message_id: messageId, kind: 'unbought', day: TODAY, created_at: AT, facts: '{}' }
    const rows = ['one', 'other'].map((id, position) => ({
      ...row,
      id,
      key: id,
      position,
      content: JSON.stringify(content),
      template: `Buy more, ${id}`,
    }))
    await db.insertInto('suggestions').values(rows).execute()
    if (messageId === null) return
    const made = { cause: 'interval', caps: 1, days: 20, suggested: 2, wording: 'template', milliseconds: 1 }
    await db
      .insertInto('suggestion_sweeps')
      .values({ ...made, id: 'sweep', at: AT, day: TODAY })
      .execute()
    const message = { id: messageId, at: AT, more: 0 }
    await db.insertInto('suggestion_messages').values(message).execute()
  }

  beforeEach(async () => {
    await sql`truncate suggestions, suggestion_messages, suggestion_sweeps, caps, outbox cascade`.execute(capline.db)
    await setSetting(capline.db, 'ai_suggestion_enabled', 'true')
    await setSetting(capline.db, 'summary_group_id', GROUP)
  })

  test('are decided on once', async () => {
    await plant(null)
    const late = await behind(
      capline.db,
      (tx) => tx.updateTable('suggestions').set(dismissed).execute(),
      () => decideOnWeb({ db: capline.db, clock }, dismiss('one')),
    )
    expect(late).toMatchObject({ reason: 'suggestion.settled', state: 'dismissed', by: '@ben' })
  })

  test('that are decided while a message is written are not told as open', async () => {
    await plant(null)
    await endGoodSync(capline.db, clock.now())
    await setSetting(capline.db, 'ai_suggestion_force_token', 'anew')
    await behind(
      capline.db,
      (tx) => tx.updateTable('suggestions').set(dismissed).where('id', '=', 'one').execute(),
      sweep,
    )
    const [told] = await capline.db.selectFrom('outbox').select('text').where('kind', '=', 'suggestion').execute()
    expect(told?.text).toMatch(/Buy more, other/)
    expect(told?.text).not.toMatch(/Buy more, one/)
  })

  test('are kept of one of two sweeps that look at once', async () => {
    await setSetting(capline.db, 'ai_suggestion_force_token', 'once more')
    await behind(
      capline.db,
      (tx) =>
        tx
          .updateTable('suggestion_state')
          .set((row) => ({ sweeps: row('sweeps', '+', 1), token: 'once more' }))
          .execute(),
      sweep,
    )
    expect(await capline.db.selectFrom('suggestion_sweeps').selectAll().execute()).toEqual([])
  })

  test('stand in their message as they were decided, whoever writes it last', async () => {
    await plant('message')
    const chat = { id: admin.member.telegramId, isPrivate: true }
    const { message } = await behind(
      capline.db,
      async (tx) => {
        await sql`select from suggestion_messages for update`.execute(tx)
        await tx.updateTable('suggestions').set(dismissed).where('id', '=', 'other').execute()
      },
      () =>
        capline.db
          .transaction()
          .execute((tx) => decideInChat(tx, { db: capline.db, clock }, { ...dismiss('one'), now: clock.now(), chat })),
    )
    expect(message?.text).toContain('Dismissed by @ben')
  })
})
