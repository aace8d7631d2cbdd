import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedCalls } from '#contract/feeds.ts'
import { leadCalls } from '#contract/leads.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { settingCalls } from '#contract/settings.ts'
import { addDays } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, formatInstant } from '#domain/kernel/instant.ts'
import { restoreBackup } from '#platform/db/backup/restore.ts'
import { saveBackup } from '#platform/db/backup/save.ts'
import { distributeLeads } from '#platform/db/distribution.ts'
import { DERIVED, lockName } from '#platform/db/locks.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { RETENTION, removeExpired } from '#platform/db/retention.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { changeEmailKeys, forgetEmails } from '#server/features/leads/email-service.ts'
import { findDifferences, NO_DIFFERENCES, rebuild } from '#server/features/leads/rebuild-service.ts'
import { startTestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { createCitusTestDatabase, createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildDeposit, buildLead, secrets } from '#testing/lead-rows.ts'
import { listReads } from '#testing/reads.ts'
import { listCitusNodes } from '#testing/servers/citus.ts'
import { expectSame as expectSameOf, expectSameReads, type Side } from '#testing/sides.ts'
import { GROWN_AT, GROWN_DAY, GROWN_PLACE, seedGrowth } from '../bench/growth-data.ts'

// The same world on one PostgreSQL and on a Citus: equal answers, equal rows, and nothing lost with a worker.

const serverUrl = process.env['CITUS_URL'] ?? ''
const NO_CITUS = 'CITUS_URL is missing: the address of a coordinator, in a database that knows its workers'

const sides: Side[] = []
// They hold the end of a month, which a longer range asks for as a whole.
const YEARS = { days: 40, leadsOfADay: 100 }
const log = createLog('silent', { pretty: false })

beforeAll(async () => {
  if (serverUrl === '') return
  for (const make of [() => createTestDatabase(), () => createCitusTestDatabase(serverUrl)]) {
    // oxlint-disable no-await-in-loop -- one after the other, on few cores
    const database = await make()
    await seedGrowth(database.db, YEARS)
    const capline = await startTestCapline({ database, clock: createTestClock(formatInstant(GROWN_AT)) })
    sides.push({ capline, admin: await capline.signIn('admin') })
    // oxlint-enable no-await-in-loop
  }
}, 300_000)

afterAll(async () => {
  for (const { capline } of sides.splice(0)) await capline.close()
})

const expectSame = <T>(ask: (side: Side) => Promise<T>) => expectSameOf(sides, ask)

function sideAt(index: 0 | 1): Side {
  const side = sides[index]
  if (!side) throw new Error('it was not started')
  return side
}

const TABLES = ['leads', 'deposits', 'delivered_by_broker', 'leads_by_status', 'deposits_by_lead_day']
/** A row whose sums came to 0 may stay. */
const SUMS = ['delivered_by_month', 'delivered_by_day']

/** A digest of all rows of each table that leads make. */
async function digest({ db }: Pick<TestDatabase, 'db'>): Promise<string[]> {
  const digests: string[] = []
  for (const table of [...TABLES, ...SUMS]) {
    const some = SUMS.includes(table) ? sql`where leads <> 0 or deposits <> 0` : sql``
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t ${some}`.execute(db)
    digests.push(`${table} ${rows.length}`, ...rows.map(({ row }) => row).toSorted())
  }
  return digests
}

async function askAll(): Promise<void> {
  const { first } = await sideAt(0).admin.call(leadCalls.search, { query: {} })
  await expectSameReads(sides, listReads({ ...GROWN_PLACE, days: 6, cursor: first ?? '' }))
}

test('every read answers as on one PostgreSQL, and so does a payout report', async (context) => {
  if (serverUrl === '') return context.skip(NO_CITUS)
  await expectSame(async ({ admin }) => {
    const { id } = await admin.call(payoutCalls.queue, { body: { start: addDays(GROWN_DAY, -6), end: GROWN_DAY } })
    const read = () => admin.call(payoutCalls.read, { params: { id }, query: {} })
    await expect.poll(async () => (await read()).status).toBe('success')
    const { summary } = await read()
    return { ...summary, basis: null }
  })
  await askAll()
})

test('syncs, withdrawals, another zone, and forgotten e-mails leave the same rows', async (context) => {
  if (serverUrl === '') return context.skip(NO_CITUS)
  const at = (minutes: number) => formatInstant(addMilliseconds(GROWN_AT, minutes * 60_000))
  for (const round of [0, 1, 2]) {
    await expectSame(async ({ capline }) => {
      const leads = Array.from({ length: 300 }, (_, index) =>
        buildLead({
          id: `new-${index}`,
          createdAt: at(-index),
          updatedAt: at(-index + round),
          geo: index % 3 === round ? 'FR' : 'DE',
          status: ['New', 'Callback', 'FTD'][(index + round) % 3] ?? 'New',
          email: `p${index % 50}@example.org`,
          ...(round === 2 && index % 10 === 0 && { test: true }),
        }),
      )
      const deposits = Array.from({ length: 40 }, (_, index) =>
        buildDeposit({
          id: `paid-${index}`,
          createdAt: at(1),
          updatedAt: at(1 + round),
          ...(index % 2 === 0 ? { leadId: `new-${index * 7}` } : { leadId: '', email: `p${index}@example.org` }),
        }),
      )
      capline.source.put('leads', ...leads)
      capline.source.put('deposits', ...deposits)
      await capline.sync()
      return digest(capline)
    })
  }
  await expectSame(async ({ capline, admin }) => {
    await admin.call(settingCalls.save, { params: { key: 'timezone' }, body: { value: 'Asia/Tokyo' } })
    await expect
      .poll(async () => (await admin.call(settingCalls.list, {})).find(({ key }) => key === 'timezone')?.value, {
        timeout: 60_000,
      })
      .toBe('Asia/Tokyo')
    expect(await findDifferences(capline.db)).toEqual(NO_DIFFERENCES)
    return digest(capline)
  })
  const deps = { clock: createTestClock(formatInstant(GROWN_AT)), log, secrets }
  const signal = AbortSignal.any([])
  await expectSame(async ({ capline: { db } }) => {
    const forgotten = await forgetEmails({ ...deps, db }, addMilliseconds(GROWN_AT, -60_000), signal, 100)
    return [forgotten, await digest({ db })]
  })
  await expectSame(async ({ capline: { db } }) => {
    const others = createSecrets('another secret, long enough to be one')
    await db.transaction().execute((tx) => changeEmailKeys(tx, { log, secrets: others }))
    const changed = await digest({ db })
    // The product makes them with its own once an hour, and on each side at a moment of its own.
    await db.transaction().execute((tx) => changeEmailKeys(tx, deps))
    return [changed, await digest({ db })]
  })
  await askAll()
})

test('what was counted wrong is told and mended, and what is past its time goes', async (context) => {
  if (serverUrl === '') return context.skip(NO_CITUS)
  const differences = await expectSame(async ({ capline: { db } }) => {
    await sql`update leads set day = day + 1 where external_id like 'new-1%'`.execute(db)
    await sql`update leads_by_status set leads = leads + 1 where status = 'FTD'`.execute(db)
    await sql`delete from delivered_by_broker where day = ${GROWN_DAY}::date`.execute(db)
    await sql`update delivered_by_month set leads = leads + 1`.execute(db)
    await sql`delete from delivered_by_day where day = ${GROWN_DAY}::date - 1`.execute(db)
    await sql`update deposits set found_lead_id = null, found_connector = null where external_id like 'paid-%'`.execute(
      db,
    )
    const found = await rebuild(db)
    expect(await findDifferences(db)).toEqual(NO_DIFFERENCES)
    return [found, await digest({ db })] as const
  })
  for (const each of Object.values(differences[0])) expect(each).not.toEqual([])
  await expectSame(async ({ capline: { db } }) => {
    for (const rule of RETENTION) {
      // Those who are signed in stay so.
      if (rule.table === 'sessions') continue
      await removeExpired(db, rule, addMilliseconds(GROWN_AT, 365 * DAY), AbortSignal.any([]))
    }
    const { rows } = await sql`select id, status from sync_runs where id like 'run-%'`.execute(db)
    return [rows, await findDifferences(db)]
  })
})

test('what is laid out already stays so, and a backup brings it to another Citus', async (context) => {
  if (serverUrl === '') return context.skip(NO_CITUS)
  const { capline } = sideAt(1)
  expect(await distributeLeads(capline.db)).toMatchObject({ wasThere: true, workers: expect.any(Number) })
  const folder = await mkdtemp(join(tmpdir(), 'capline-citus-'))
  const target = await createCitusTestDatabase(serverUrl)
  const file = join(folder, 'all.backup')
  await saveBackup(capline.db, file, GROWN_AT)
  const nothing = () => Promise.resolve()
  await restoreBackup({ url: target.url, file, log, sendAgain: nothing, settleOpen: nothing })
  expect(await digest(target)).toEqual(await digest(capline))
  // As one leaves it that is ended in between: what the coordinator had of leads is still there.
  await sql`select undistribute_table('leads')`.execute(target.db)
  await sql`select create_distributed_table('leads', 'external_id', colocate_with => 'none')`.execute(target.db)
  expect(await readLocalSize(target)).toBeGreaterThan(0)
  expect(await distributeLeads(target.db)).toMatchObject({ wasThere: true })
  expect(await readLocalSize(target)).toBe(0)
  expect(await digest(target)).toEqual(await digest(capline))
  await target.close()
  await rm(folder, { recursive: true })
})

async function readLocalSize({ db }: Pick<TestDatabase, 'db'>): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_relation_size('leads') as size`.execute(db)
  return rows[0]?.size ?? -1
}

test('who reads while leads are written for long is told so in seconds, and keeps nobody else waiting', async (context) => {
  if (serverUrl === '') return context.skip(NO_CITUS)
  const { db } = sideAt(1).capline
  const read = () => readOneState(db, () => Promise.resolve('read'))
  await db.transaction().execute(async (writing) => {
    await lockName(writing, DERIVED)
    const begun = performance.now()
    const reads = Promise.allSettled(Array.from({ length: 30 }, read))
    await wait(500)
    const asked = performance.now()
    await sql`select 1`.execute(db)
    expect(performance.now() - asked).toBeLessThan(1_000)
    for (const each of await reads) expect(each).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseBusy' } })
    expect(performance.now() - begun).toBeLessThan(9_000)
  })
  expect(await Promise.all(Array.from({ length: 30 }, read))).toEqual(Array.from({ length: 30 }, () => 'read'))
})

/** One process of a worker on this machine; killed, it makes PostgreSQL begin anew from its log. */
async function findWorker(database: TestDatabase): Promise<{ backend: number; postmaster: number }> {
  const worker = (await listCitusNodes(serverUrl)).find(({ isCoordinator }) => !isCoordinator)
  const url = new URL(database.url)
  url.host = `${worker?.host}:${worker?.port}`
  const client = new pg.Client(url.href)
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch {
    // It comes back from a kill.
    await wait(200)
    return findWorker(database)
  }
  const { rows } = await client.query<{ backend: number; file: string }>(
    "select pg_backend_pid() as backend, pg_read_file('postmaster.pid') as file",
  )
  void client.end().catch(() => undefined)
  return { backend: rows[0]?.backend ?? 0, postmaster: Number(rows[0]?.file.split('\n')[0]) }
}

test('a worker that dies in a sync loses nothing, and one that is silent is told', async (context) => {
  if (serverUrl === '') return context.skip(NO_CITUS)
  const { capline, admin } = sideAt(1)
  const moments = fc.sample(fc.integer({ min: 0, max: 600 }), { seed: 45, numRuns: 5 })
  for (const [round, moment] of moments.entries()) {
    const time = formatInstant(addMilliseconds(GROWN_AT, round))
    capline.source.put(
      'leads',
      ...Array.from({ length: 3_000 }, (_, index) =>
        buildLead({ id: `kill-${round}-${index}`, createdAt: time, updatedAt: time, email: '' }),
      ),
    )
    const { postmaster, backend } = await findWorker(capline.database)
    expect(postmaster).toBeGreaterThan(0)
    const syncing = admin.call(feedCalls.runSync, {}).catch(() => null)
    await wait(moment)
    killIfThere(await findBackend(capline.database), backend)
    await syncing
    await expect.poll(async () => (await capline.sync()).status).not.toBe('error')
  }
  const { rows } = await sql<{ leads: number }>`
    select count(*) as leads from leads where external_id like 'kill-%'`.execute(capline.db)
  expect(rows[0]?.leads).toBe(3_000 * moments.length)
  expect(await findDifferences(capline.db)).toEqual(NO_DIFFERENCES)
  const { postmaster } = await findWorker(capline.database)
  process.kill(postmaster, 'SIGSTOP')
  try {
    const readiness = async () => (await fetch(`${capline.address}/readyz`)).text()
    await expect.poll(readiness).toContain('of Citus does not answer')
  } finally {
    process.kill(postmaster, 'SIGCONT')
  }
})

async function findBackend(database: TestDatabase): Promise<number> {
  return (await findWorker(database)).backend
}

function killIfThere(...pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
      return
    } catch {
      // It ended by itself.
    }
  }
}
