import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { analyticsFileCalls } from '#contract/analytics-files.ts'
import { connectorCalls } from '#contract/connectors.ts'
import { advertiserTexts } from '#contract/texts/partners.ts'
import { newId } from '#platform/db/ids.ts'
import { claimBackfill } from '#server/features/feeds/backfill-store.ts'
import { decideInChat, decideOnWeb } from '#server/features/suggestions/decide-service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { behind } from '#testing/locked-table.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { refusalOf } from '#testing/refusal.ts'
import { addCap, endGoodSync, setSetting, sweepDeps, sweepOn, TODAY } from '#testing/suggestions.ts'

// Two who change the same at the same moment: the second waits for the first, and goes on with what stands then.

const AT = '2026-11-21T10:40:00Z'
const GROUP = '-1001'
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
  const file = { table: 'geo', preset: 'yesterday', sort: 'name', descending: true, format: 'csv' } as const
  const body = { ...file, chatId: admin.member.telegramId, weekdays: [4], time: '08:30' }
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
    () => claimBackfill(capline.db, 'worker', new Set()),
  )
  expect(taken).toBeNull()
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
    const message = { id: messageId, sweep_id: 'sweep', chat_id: GROUP, at: AT, more: 0 }
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
