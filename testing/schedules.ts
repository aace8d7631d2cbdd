import { parseDay, type Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { tellAllDue } from '#server/features/schedules/service.ts'
import { newId } from '#platform/db/ids.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createMemoryLog, type MemoryLog } from './memory-log.ts'

export const SUMMARY_GROUP = '-1001'
export const AFFILIATE_GROUP = '-1002'

/** The schedules over a database of their own, with a clock that stands where a test puts it. */
export interface TestSchedules {
  database: TestDatabase
  clock: TestClock
  events: MemoryLog
  /** The jobs that were sent, by their queues. */
  sent: { queue: string; payload: object }[]
  /** Looks at what is due, on so many nodes at once. */
  look(at: string, nodes?: number): Promise<void>
  set(key: string, value: string): Promise<void>
  addCap(cap: Partial<CapRow> & { date: string }): Promise<string>
  /** What was told so far, the oldest first. */
  told(): Promise<{ key: string | null; chatId: string; text: string; at: Instant }[]>
  forget(): Promise<void>
  /** As if nothing had been decided after this. */
  forgetTold(since: string): Promise<void>
}

interface CapRow {
  kind: 'broker' | 'affiliate'
  date: string
  geo: string
  cap: number
  advertiser: string
  source: string
  hours: string | null
  alwaysOn: boolean
}

export async function startTestSchedules(iso: string): Promise<TestSchedules> {
  const database = await createTestDatabase()
  const clock = createTestClock(iso)
  const events = createMemoryLog()
  const { db } = database
  const sent: TestSchedules['sent'] = []
  const jobs: Pick<Jobs, 'send'> = {
    send: async ({ name }, payload) => String(sent.push({ queue: name, payload })),
  }
  const schedules: TestSchedules = {
    database,
    clock,
    events,
    sent,
    async look(at, nodes = 1) {
      clock.set(at)
      await Promise.all(Array.from({ length: nodes }, () => tellAllDue({ db, clock, log: events.log, jobs })))
    },
    async set(key, value) {
      const columns = { value, sealed: null, updated_at: iso, updated_by: 'test' }
      await db
        .insertInto('settings')
        .values({ key, ...columns })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
        .execute()
    },
    async addCap(cap) {
      const id = newId()
      const { kind = 'broker', geo = 'DE' } = cap
      await db
        .insertInto('caps')
        .values({
          id,
          kind,
          date: readDay(cap.date),
          geo,
          geo_key: geo,
          cap: cap.cap ?? 20,
          advertiser_id: kind === 'broker' ? (cap.advertiser ?? '101') : null,
          advertiser_name: kind === 'broker' ? `Advertiser ${cap.advertiser ?? '101'}` : null,
          source_number: cap.source ?? '44',
          working_hours: cap.hours ?? null,
          always_on: cap.alwaysOn ?? false,
          created_by: 'test',
        })
        .execute()
      return id
    },
    async told() {
      const rows = await db
        .selectFrom('outbox')
        .select(['dedupe_key as key', 'chat_id as chatId', 'text', 'created_at as at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows
    },
    async forgetTold(since) {
      await db.deleteFrom('told').execute()
      await db.updateTable('schedule_state').set({ looked_until: since }).execute()
    },
    async forget() {
      sent.length = 0
      for (const table of ['outbox', 'told', 'schedule_state', 'caps', 'sync_runs', 'delivered_by_broker'] as const)
        await db.deleteFrom(table).execute()
    },
  }
  await schedules.set('summary_group_id', SUMMARY_GROUP)
  await schedules.set('affiliate_summary_group_id', AFFILIATE_GROUP)
  await schedules.set('timezone', 'Europe/Berlin')
  return schedules
}

/** Leads of a cap's key that were delivered. */
export async function deliver(
  schedules: TestSchedules,
  lead: { day: string; advertiser?: string; source?: string; leads: number },
): Promise<void> {
  const key = {
    day: readDay(lead.day),
    geo_key: 'DE',
    advertiser_id: lead.advertiser ?? '101',
    source_number: lead.source ?? '44',
  }
  await schedules.database.db
    .insertInto('delivered_by_broker')
    .values({ ...key, leads: lead.leads })
    .onConflict((conflict) =>
      conflict.columns(['day', 'geo_key', 'advertiser_id', 'source_number']).doUpdateSet({ leads: lead.leads }),
    )
    .execute()
}

export interface SyncEnd {
  startedAt: string
  status: 'success' | 'error'
  part: 'success' | 'paused' | 'error'
  completeUntil: string
}

/** A lead sync came to its end: at once and with everything, where nothing else is said. */
export async function endSync(schedules: TestSchedules, end: Partial<SyncEnd> = {}): Promise<void> {
  const { db } = schedules.database
  const ended_at = formatInstant(schedules.clock.now())
  const { startedAt: started_at = ended_at, status = 'success', part = status, completeUntil = started_at } = end
  const run_id = newId()
  const times = { started_at, ended_at }
  await db
    .insertInto('sync_runs')
    .values({ id: run_id, ...times, requested_by: 'test', status })
    .execute()
  const complete_until = part === 'success' ? completeUntil : null
  await db
    .insertInto('sync_parts')
    .values({ run_id, ...times, connector: 'main', position: 0, status: part, complete_until })
    .execute()
}

function readDay(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(`not a day: ${text}`)
  return day
}
