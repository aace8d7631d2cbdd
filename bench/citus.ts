import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createCitusTestDatabase } from '#testing/database.ts'
import { listCitusNodes } from '#testing/servers/citus.ts'
import { renderPages } from './lead-pages.ts'
import { ROOT, startProduct, startServerProcess } from './server-process.ts'
import { awaitRun } from './sync.ts'
import type { BenchOptions, Row } from './table.ts'

const WORKERS = [0, 1, 2, 4]
/** One feed waits for its pages now and then; of several, pages wait for each other, which is the bound of writing. */
const FEEDS = [1, 4]

interface Tried {
  workers: number
  /** Leads a second, by how many feeds were read at once. */
  perSecond: number[]
}

/** How fast leads come into a Citus with some workers, against a plain database of its coordinator. */
export async function measureCitus(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  const serverUrl = process.env['CITUS_URL'] ?? ''
  if (serverUrl === '') {
    console.error(
      'citus: left out. CITUS_URL is missing: the address of a coordinator, in a database that knows its workers',
    )
    return []
  }
  const there = (await listCitusNodes(serverUrl)).length - 1
  const folder = await renderPages(parts, leads)
  const api = await startServerProcess([process.execPath, join(ROOT, 'bench/lead-pages.ts'), folder], {})
  parts.defer(() => api.end())
  const tried: Tried[] = []
  for (const workers of WORKERS.filter((count) => count <= there)) {
    const perSecond: number[] = []
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each has the machine
    for (const feeds of FEEDS)
      perSecond.push(await timeFeeds({ serverUrl, workers, feeds, leads, folder, api: api.address }))
    tried.push({ workers, perSecond })
    console.error(`citus: ${workers} workers, ${perSecond.map((each) => each.toFixed(0)).join(' and ')} leads a second`)
  }
  const plain = tried[0]?.perSecond ?? []
  return tried.flatMap(({ workers, perSecond }) =>
    perSecond.map((figure, index) => ({
      bench: 'citus',
      what: `${workers === 0 ? 'plain PostgreSQL' : `${workers} workers`}, ${FEEDS[index]} feeds at once`,
      figure: `${figure.toFixed(0)}/s`,
      yardstick: `plain ${(plain[index] ?? 0).toFixed(0)}/s`,
      ratio: figure / (plain[index] ?? 0),
      goal: '-',
      met: true,
      note: `${leads.toLocaleString('en')} leads a feed, load ${loadavg()[0]?.toFixed(1)}`,
    })),
  )
}

interface Feeds {
  serverUrl: string
  workers: number
  feeds: number
  leads: number
  folder: string
  api: string
}

async function timeFeeds({ serverUrl, workers, feeds, leads, folder, api }: Feeds): Promise<number> {
  const database = await createCitusTestDatabase(serverUrl, workers)
  const file = join(folder, 'connectors.list')
  const names = Array.from({ length: feeds }, (_, index) => `feed-${index}`)
  await writeFile(file, JSON.stringify(names.map((name) => ({ name, preset: 'generic', url: api, token: 'bench' }))))
  try {
    const server = await startProduct({
      DATABASE_URL: database.url,
      SANDBOX: 'off',
      APP_SECRET: randomBytes(32).toString('hex'),
      LEAD_CONNECTORS: file,
      LOG_LEVEL: 'warn',
    })
    try {
      const { newLeads, milliseconds } = await awaitRun(database, 1)
      if (newLeads !== leads * feeds) throw new Error(`${newLeads} leads came in`)
      return (newLeads * 1_000) / milliseconds
    } finally {
      await server.end()
    }
  } finally {
    await database.close()
  }
}
