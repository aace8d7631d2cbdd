import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planCalls } from '#contract/plans.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createProcesses } from '#testing/process.ts'

// Two nodes are killed again and again while they make the caps of plans. In the end each day of each plan has one cap, made once.

const isSoak = process.env['SOAK'] === '1'
const ROUNDS = Number(process.env['PLAN_KILLS'] ?? 40)
const PLANS = 200
const TIMEOUT = 3_600_000
const DAYS = 8

const processes = createProcesses()
let database: TestDatabase
let environment: Record<string, string>
let token = ''

beforeAll(async () => {
  if (!isSoak) return
  database = await createTestDatabase()
  environment = { SANDBOX: 'off', APP_SECRET, DATABASE_URL: database.url }
  await insertAdvertiser(database.db)
  token = await insertSession(database.db, await insertMember(database.db, { role: 'editor' }), systemClock)
})

afterAll(async () => {
  await processes.close()
  if (isSoak) await database.close()
})

const startNode = async () => processes.startServer({ ...environment, DATA_DIR: await processes.makeFolder() })
const moment = fc.integer({ min: 0, max: 400 })

test.runIf(isSoak)(
  'killed while they make the caps of plans: each day of each plan is made once',
  async () => {
    const server = await startNode()
    const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
    const place = { kind: 'broker' as const, geo: 'DE', advertiserId: 'B-1', firstDay: today }
    const plans = Array.from({ length: PLANS }, (_, at) => ({
      ...place,
      sourceNumber: String(at + 1),
      numbers: Array.from({ length: 7 }, () => 9),
    }))
    await server.clientOf(token)(planCalls.create, { body: { plans } })
    await server.kill()
    let killedMidway = 0
    for (const pause of fc.sample(moment, { seed: 29, numRuns: ROUNDS })) {
      await forget()
      const nodes = await Promise.all([startNode(), startNode()])
      await wait(pause)
      await Promise.all(nodes.map((node) => node.kill()))
      if ((await countCaps()) < PLANS * DAYS) killedMidway += 1
      const after = await startNode()
      await expect.poll(countCaps, { interval: 50 }).toBe(PLANS * DAYS)
      await after.kill()
      expect(await readMade()).toEqual({ days: PLANS * DAYS, capsOfDays: PLANS * DAYS, created: PLANS * DAYS })
    }
    expect(killedMidway).toBeGreaterThan(0)
  },
  TIMEOUT,
)

/** As if nobody had made any day yet. */
async function forget(): Promise<void> {
  await database.pool.query('truncate caps, plan_days; update plans set made_until = null')
}

async function countCaps(): Promise<number> {
  const { rows } = await database.pool.query<{ caps: number }>('select count(*)::int as caps from caps')
  return rows[0]?.caps ?? 0
}

/** The days of plans, the caps that they name, and how often the history says that one of these was created. */
async function readMade() {
  const { rows } = await database.pool.query(`
    select (select count(*)::int from plan_days) as days,
      (select count(distinct p.cap_id)::int from plan_days p join caps c on c.id = p.cap_id) as "capsOfDays",
      (select count(*)::int from changes where action = 'cap.created by plan' and subject_id in (select id from caps)) as created`)
  return rows[0]
}
