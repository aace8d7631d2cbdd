import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, Worker } from 'node:worker_threads'
import { systemClock } from '#platform/clock.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { startTestPostgres } from '#testing/database.ts'
import { pace, type Target } from './load.ts'
import { startProduct } from './server-process.ts'
import { median, percentile, type Row } from './table.ts'

const BODIES = 1_500
const BODY = Buffer.alloc(1_000_000, '[')
/** As a line of a gigabit brings them. */
const BODIES_PER_SECOND = 125
const CALLS_PER_SECOND = 40
const CALM_SECONDS = 5
const MOST_SLOWER = 2

/** Where strangers send bodies: an open call, a call of members, and an address that there is not. */
const PATHS = ['/api/auth/request', '/api/caps', '/api/nothing']

/** What a member waits for while one address sends bodies that mean nothing as fast as its line takes them. */
export async function measureBodies(parts: AsyncDisposableStack): Promise<Row[]> {
  console.error(`bodies: ${BODIES.toLocaleString('en')} of 1 MB to each of ${PATHS.length} addresses`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  const token = await insertSession(database.db, await insertMember(database.db, { role: 'editor' }), systemClock)
  const server = await startProduct({
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    ROLES: 'web',
    LOG_LEVEL: 'silent',
  })
  parts.defer(() => server.end())
  const target = { urlOf: () => `${server.address}/api/auth/me`, tokens: [token] }
  await pace(target, CALLS_PER_SECOND, 1)
  const rows: Row[] = []
  for (const path of PATHS) {
    const calm = await pace(target, CALLS_PER_SECOND, CALM_SECONDS)
    rows.push(describe(path, await paceBeside(target, `${server.address}${path}`), calm))
  }
  return rows
}

/** Calls of a member for as long as the bodies come, which another thread sends. */
async function paceBeside(target: Target, url: string): Promise<number[]> {
  const flood = once(new Worker(new URL(import.meta.url), { argv: [url] }), 'exit')
  const milliseconds = await pace(target, CALLS_PER_SECOND, BODIES / BODIES_PER_SECOND)
  await flood
  return milliseconds
}

async function sendBodies(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const start = performance.now()
  const sent: Promise<void>[] = []
  for (let index = 0; index < BODIES; index++) {
    const wait = start + (index * 1000) / BODIES_PER_SECOND - performance.now()
    if (wait > 0) await pause(wait)
    sent.push(sendBody(agent, url))
  }
  await Promise.all(sent)
  agent.destroy()
}

/** Ends with the connection too: whoever is refused may be cut off while they send. */
function sendBody(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } })
    sent.on('response', (response) => response.resume()).on('error', () => resolve())
    sent.on('close', resolve).end(BODY)
  })
}

function describe(path: string, milliseconds: readonly number[], calm: readonly number[]): Row {
  const ratio = median(milliseconds) / median(calm)
  return {
    bench: 'bodies',
    what: `a member's call beside ${BODIES.toLocaleString('en')} bodies to ${path}`,
    figure: `${median(milliseconds).toFixed(1)} ms, p95 ${percentile(milliseconds, 0.95).toFixed(1)} ms`,
    yardstick: `in a calm ${median(calm).toFixed(1)} ms, p95 ${percentile(calm, 0.95).toFixed(1)} ms`,
    ratio,
    goal: `<= ${MOST_SLOWER}`,
    met: ratio <= MOST_SLOWER,
    note: `1 MB each, ${BODIES_PER_SECOND} a second, from one address`,
  }
}

if (!isMainThread) await sendBodies(process.argv[2] ?? '')
