import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutCalls } from '#contract/payouts.ts'
import { dayNumberOf, fromDayNumber } from '#domain/kernel/day.ts'
import { systemClock } from '#platform/clock.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createProcesses, type RunningServer } from '#testing/process.ts'
import { plantPayoutDays, rangeFrom } from '#testing/payout-days.ts'

// The worker is killed again and again while it computes one report. In the end the report is there once, and the same
// as the one that nobody disturbed.

const isSoak = process.env['SOAK'] === '1'
const KILLS = isSoak ? Number(process.env['PAYOUT_KILLS'] ?? 30) : 2
const TIMEOUT = isSoak ? 3_600_000 : 180_000
const SEED = Number(process.env['PAYOUT_SEED'] ?? 7)

const RANGE = rangeFrom(fromDayNumber(dayNumberOf(2026, 3, 2)), 30)
const processes = createProcesses()
let database: TestDatabase
let environment: Record<string, string>
let token = ''
/** How often there was something to disturb. */
let killedMidway = 0

beforeAll(async () => {
  database = await createTestDatabase()
  environment = { SANDBOX: 'off', APP_SECRET, DATABASE_URL: database.url, DATA_DIR: await processes.makeFolder() }
  await plantPayoutDays(database.db, RANGE, { dealsOfADay: 20, leads: 60_000 })
  token = await insertSession(database.db, await insertMember(database.db, { role: 'admin' }), systemClock)
})

afterAll(async () => {
  await processes.close()
  await database.close()
})

const moment = fc.integer({ min: 5, max: 400 })

test(
  'killed again and again: the report ends once, and as if nobody had disturbed it',
  async () => {
    let server = await processes.startServer(environment)
    const undisturbed = await readWhole(server, await queue(server))
    for (const pause of fc.sample(moment, { seed: SEED, numRuns: KILLS })) {
      const id = await killDuring(server, pause)
      server = await processes.startServer(environment)
      expect(await readWhole(server, id)).toEqual(undisturbed)
    }
    await server.kill()
    const { rows } = await database.pool.query<{ deals: number; deposits: number }>(`
      select count(distinct report_id)::int as deals,
        (select count(distinct report_id)::int from payout_deposits) as deposits
      from payout_deals`)
    expect(rows).toEqual([{ deals: KILLS + 1, deposits: KILLS + 1 }])
    expect(killedMidway).toBeGreaterThan(0)
  },
  TIMEOUT,
)

test('of two nodes one computes', async () => {
  await database.pool.query(`
    create table attempts_seen (report_id text, attempt text, primary key (report_id, attempt));
    create function see_attempt() returns trigger language plpgsql as $$ begin
      insert into attempts_seen values (new.id, new.attempt) on conflict do nothing;
      return new;
    end $$;
    create trigger see_attempts after update on payout_reports for each row when (new.attempt is not null)
      execute function see_attempt()`)
  const nodes = await Promise.all([processes.startServer(environment), processes.startServer(environment)])
  const ids = await Promise.all([...nodes, ...nodes].map(queue))
  const [id = ''] = ids
  expect(new Set(ids)).toEqual(new Set([id]))
  await readWhole(nodes[1], id)
  const { rows } = await database.pool.query<{ attempts: number }>(
    'select count(*)::int as attempts from attempts_seen where report_id = $1',
    [id],
  )
  expect(rows).toEqual([{ attempts: 1 }])
  await Promise.all(nodes.map((node) => node.kill()))
})

/** Kills the one that computes; another that comes ends the report. */
async function killDuring(server: RunningServer, pause: number): Promise<string> {
  const id = await queue(server)
  await seeRunning(id)
  await wait(pause)
  await server.kill()
  if ((await statusOf(id)) === 'running') killedMidway += 1
  await forgetHeartbeat()
  return id
}

async function queue(server: RunningServer): Promise<string> {
  return (await server.clientOf(token)(payoutCalls.queue, { body: RANGE })).id
}

async function seeRunning(id: string): Promise<void> {
  await expect.poll(async () => (await statusOf(id)) !== 'pending', { interval: 5 }).toBe(true)
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await database.pool.query<{ status: string }>('select status from payout_reports where id = $1', [
    id,
  ])
  return rows[0]?.status ?? ''
}

/** A dead worker's job is taken again once its heartbeat is missed; the test does not sit that out. */
async function forgetHeartbeat(): Promise<void> {
  await database.pool.query(
    `update pgboss.job set state = 'retry', start_after = now() where name = 'payouts.compute' and state = 'active'`,
  )
}

/** All of a report but what differs from run to run. */
async function readWhole(server: RunningServer, id: string): Promise<unknown> {
  const call = server.clientOf(token)
  const read = () => call(payoutCalls.read, { params: { id }, query: {} })
  await expect.poll(async () => (await read()).status, { interval: 100 }).toBe('success')
  const { summary } = await read()
  return summary && { ...summary, generatedAt: null }
}
