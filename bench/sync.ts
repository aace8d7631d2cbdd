import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestPostgres, type TestDatabase, type TestPostgres } from '#testing/database.ts'
import { copyPages } from './bare-copy.ts'
import { renderPages } from './lead-pages.ts'
import { readMemory, watchMemory } from './memory.ts'
import { ROOT, startProduct, startServerProcess } from './server-process.ts'
import type { BenchOptions, Row } from './table.ts'

const MEGABYTE = 1024 * 1024
const PATIENCE = 3_600_000

interface Measured {
  milliseconds: number
  newLeads: number
}

/** How fast leads come in, against merely copying them into the same table. */
export async function measureSync(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  console.error(`sync: preparing ${leads.toLocaleString('en')} leads`)
  const folder = await renderPages(parts, leads)
  const api = await startServerProcess([process.execPath, join(ROOT, 'bench/lead-pages.ts'), folder], {})
  parts.defer(() => api.end())
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  console.error('sync: measuring')
  const bare = await timeCopy(postgres, api.address, join(folder, 'rows.tsv'), leads)
  const { first, again, growth } = await timeSyncs(parts, postgres, api.address, leads)
  const note = `${leads.toLocaleString('en')} leads, load ${loadavg()[0]?.toFixed(1)}`
  const perSecond = (milliseconds: number) => `${((leads * 1000) / milliseconds).toFixed(0)}/s`
  return [
    {
      bench: 'sync',
      what: 'leads, first sync',
      figure: perSecond(first),
      yardstick: `COPY ${perSecond(bare)}`,
      ratio: bare / first,
      goal: '>= 0.4',
      met: bare / first >= 0.4,
      note,
    },
    {
      bench: 'sync',
      what: 'leads, unchanged rows again',
      figure: perSecond(again),
      yardstick: `first sync ${perSecond(first)}`,
      ratio: first / again,
      goal: '> 1',
      met: again < first,
      note,
    },
    {
      bench: 'sync',
      what: 'memory of the server grows by',
      figure: `${growth.toFixed(0)} MB`,
      yardstick: '-',
      ratio: null,
      goal: '< 100 MB',
      met: growth < 100,
      note,
    },
  ]
}

async function timeCopy(postgres: TestPostgres, address: string, file: string, leads: number): Promise<number> {
  const database = await postgres.createDatabase()
  try {
    const started = performance.now()
    const copied = await copyPages(database.pool, address, file)
    if (copied !== leads) throw new Error(`${copied} leads were copied`)
    return performance.now() - started
  } finally {
    await database.close()
  }
}

async function timeSyncs(parts: AsyncDisposableStack, postgres: TestPostgres, leadApi: string, leads: number) {
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  const environment = {
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    LEAD_API_URL: leadApi,
    LEAD_API_TOKEN: 'bench',
    LOG_LEVEL: 'warn',
  }
  // It syncs by itself as soon as it runs, and so again after a restart once the interval has passed.
  const server = await startProduct(environment)
  parts.defer(() => server.end())
  const before = await readMemory(server)
  const peak = watchMemory(server)
  const first = await awaitRun(database, 1)
  if (first.newLeads !== leads) throw new Error(`${first.newLeads} leads came in`)
  await forgetRuns(database)
  const again = await awaitRun(database, 1)
  if (again.newLeads !== 0) throw new Error(`${again.newLeads} leads came in again`)
  return {
    first: first.milliseconds,
    again: again.milliseconds,
    growth: ((await peak.stop()) - before) / MEGABYTE,
  }
}

/** The n-th run that read rows, once it has ended. */
export async function awaitRun({ pool }: TestDatabase, number: number): Promise<Measured> {
  const deadline = performance.now() + PATIENCE
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ milliseconds: string; new_leads: number; status: string; message: string }>(`
      select extract(epoch from ended_at - started_at) * 1000 as milliseconds, new_leads, status, message
      from sync_runs where ended_at is not null and pages > 0 order by started_at`)
    const run = rows[number - 1]
    if (run?.status === 'error') throw new Error(run.message)
    if (run) return { milliseconds: Number(run.milliseconds), newLeads: run.new_leads }
    await pause(100)
  }
  throw new Error('the sync took too long')
}

/** As if the source had never been read: the next tick finds a sync due, and the whole of it unchanged. */
async function forgetRuns({ pool }: TestDatabase): Promise<void> {
  await pool.query('delete from sync_runs')
  await pool.query('delete from feeds')
}
