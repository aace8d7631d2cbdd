import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type Client } from '#contract/client.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { addDays, dayNumberOf, fromDayNumber } from '#domain/kernel/day.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { startTestPostgres, type TestDatabase } from '#testing/database.ts'
import { plantPayoutDays, rangeFrom } from '#testing/payout-days.ts'
import { watchMemory } from './memory.ts'
import { startProduct } from './server-process.ts'
import { median, type BenchOptions, type Row } from './table.ts'

const MEGABYTE = 1024 * 1024
const ROUNDS = 3
const RANGE = rangeFrom(fromDayNumber(dayNumberOf(2026, 6, 1)), 90)
const DEALS_OF_A_DAY = 112

/** How long a report of 90 days takes, against merely reading its rows; and how soon its page has what it shows. */
export async function measurePayouts(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  console.error(`payouts: preparing ${leads.toLocaleString('en')} leads`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  const { deals, deposits } = await plantPayoutDays(database.db, RANGE, { dealsOfADay: DEALS_OF_A_DAY, leads })
  const token = await insertSession(database.db, await insertMember(database.db, { role: 'admin' }), systemClock)
  const server = await startProduct({
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'warn',
  })
  parts.defer(() => server.end())
  const call = createClient({ root: server.address, fetch, token: () => token })
  const peak = watchMemory(server)
  console.error('payouts: measuring')
  const [reading, computing, opening]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    reading.push(await timeReading(database, leads))
    const { id, milliseconds } = await timeReport(call)
    computing.push(milliseconds)
    opening.push(await timeOpening(server.address, token, id))
  }
  const memory = (await peak.stop()) / MEGABYTE
  const [read, computed, opened] = [median(reading), median(computing), median(opening)]
  const sizes = [`${deals.toLocaleString('en')} deals`, `${leads.toLocaleString('en')} leads`]
  const note = `${sizes.join(', ')}, ${deposits.toLocaleString('en')} deposits, load ${loadavg()[0]?.toFixed(1)}`
  return [
    {
      bench: 'payouts',
      what: 'a report of 90 days, stored',
      figure: `${(computed / 1000).toFixed(1)} s`,
      yardstick: `reading its rows ${(read / 1000).toFixed(1)} s`,
      ratio: computed / read,
      goal: '<= 2',
      met: computed <= 2 * read,
      note,
    },
    {
      bench: 'payouts',
      what: 'memory of the server at its peak',
      figure: `${memory.toFixed(0)} MB`,
      yardstick: '-',
      ratio: null,
      goal: '< 400 MB',
      met: memory < 400,
      note,
    },
    {
      bench: 'payouts',
      what: 'what the page shows first',
      figure: `${opened.toFixed(0)} ms`,
      yardstick: '-',
      ratio: null,
      goal: '< 1000 ms',
      met: opened < 1_000,
      note,
    },
  ]
}

/** The columns that a report is computed from, a day of leads after the other as it reads them. */
async function timeReading({ pool }: TestDatabase, leads: number): Promise<number> {
  const zone = zoneOf(DEFAULT_ZONE)
  const started = performance.now()
  let rows = 0
  await pool.query('select * from caps where date between $1 and $2', [RANGE.start, RANGE.end])
  await pool.query(`
    select connector, external_id, lead_id, created_at, geo, advertiser_id, source_number, email, email_key, payout
    from deposits`)
  for (const day of daysOf(RANGE)) {
    const { rowCount } = await pool.query(
      `select connector, external_id, created_at, geo, advertiser_id, source_number, email, email_key, status
       from leads where created_at >= $1 and created_at < $2`,
      [formatInstant(zone.startOf(day)), formatInstant(zone.startOf(addDays(day, 1)))],
    )
    rows += rowCount ?? 0
  }
  if (rows !== leads) throw new Error(`${rows} leads were read`)
  return performance.now() - started
}

async function timeReport(call: Client): Promise<{ id: string; milliseconds: number }> {
  const { id } = await call(payoutCalls.queue, { body: RANGE })
  for (;;) {
    const job = await call(payoutCalls.read, { params: { id }, query: { brief: 'true' } })
    if (job.status === 'failed') throw new Error(job.errorMessage ?? 'the report failed')
    if (job.startedAt !== null && job.completedAt !== null) {
      return { id, milliseconds: job.completedAt - job.startedAt }
    }
    await pause(100)
  }
}

/** The report and the first pages of its tables, as the page asks for them. */
async function timeOpening(root: string, token: string, id: string): Promise<number> {
  const ask = async (path: string) => {
    const response = await fetch(`${root}/api/payouts/reports/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    await response.arrayBuffer()
  }
  const started = performance.now()
  await ask(`latest?start=${RANGE.start}&end=${RANGE.end}&brief=true`)
  await Promise.all([ask(`${id}/deals?sort=date&limit=100`), ask(`${id}/extra-deposits?sort=date&limit=100`)])
  return performance.now() - started
}
