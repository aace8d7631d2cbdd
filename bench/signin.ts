import { randomBytes, randomInt } from 'node:crypto'
import { newId } from '#platform/db/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { startTestPostgres } from '#testing/database.ts'
import { startProduct } from './server-process.ts'
import { median, percentile, type Row } from './table.ts'

/** How often each is asked for, and how many at a time. */
const REQUESTS = 10_000
const AT_ONCE = 8

const WHO = ['known', 'unknown', 'disabled', 'unreachable'] as const
type Who = (typeof WHO)[number]

/** Whether the time of an answer tells who is a member: four kinds of people, side by side. */
export async function measureSignIn(parts: AsyncDisposableStack): Promise<Row[]> {
  console.error(`signin: asking for ${REQUESTS.toLocaleString('en')} codes of each kind`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  const identifiers = await seedMembers(database.db)
  const server = await startProduct({
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    // Codes are made and wait: nobody sends them.
    ROLES: 'web',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
  })
  parts.defer(() => server.end())
  const times = await ask(`${server.address}/api/auth/request`, identifiers)
  const all = median(Object.values(times).flat())
  return WHO.map((who) => describe(who, times[who], all))
}

async function seedMembers(db: Database): Promise<Record<Who, string[]>> {
  const names = (who: Who) => Array.from({ length: REQUESTS / 10 }, (_, index) => `${who}_${index}`)
  for (const who of ['known', 'disabled', 'unreachable'] as const) {
    const rows = names(who).map((handle, index) => ({
      id: newId(),
      telegram_id: `${{ known: 1, disabled: 2, unreachable: 3 }[who]}${String(index).padStart(8, '0')}`,
      handle,
      handle_key: handle,
      role: 'viewer',
      login_enabled: who !== 'disabled',
    }))
    await db.insertInto('members').values(rows).execute()
  }
  return {
    known: names('known'),
    unknown: names('unknown'),
    disabled: names('disabled'),
    unreachable: names('unreachable'),
  }
}

/** In turns whose order is new each time, so that what else the machine does, and who came before, meets all four alike. */
async function ask(url: string, identifiers: Record<Who, string[]>): Promise<Record<Who, number[]>> {
  const times: Record<Who, number[]> = { known: [], unknown: [], disabled: [], unreachable: [] }
  const turns = Array.from({ length: REQUESTS }, shuffled).flat()
  let next = 0
  const worker = async () => {
    for (let index = next++; index < turns.length; index = next++) {
      const who = turns[index] ?? 'known'
      const names = identifiers[who]
      times[who].push(await timeOne(url, names[Math.floor(index / WHO.length) % names.length] ?? '', index))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return times
}

function shuffled(): Who[] {
  const places = WHO.map((who) => ({ who, place: randomInt(2 ** 40) }))
  return places.toSorted((one, other) => one.place - other.place).map(({ who }) => who)
}

async function timeOne(url: string, identifier: string, index: number): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(index) },
    body: JSON.stringify({ identifier }),
  })
  await response.arrayBuffer()
  const milliseconds = performance.now() - began
  if (response.status !== 200) throw new Error(`${identifier} was answered ${response.status}`)
  return milliseconds
}

/** Another for every 40 requests. */
function addressOf(index: number): string {
  const number = Math.floor(index / 40)
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

/** Farther from the others than this, one could be told from them by asking a few thousand times. */
const MOST_APART = 0.05

function describe(who: Who, milliseconds: readonly number[], all: number): Row {
  const own = median(milliseconds)
  const ratio = own / all
  return {
    bench: 'signin',
    what: `a code for ${who} members`,
    figure: `${own.toFixed(2)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(1)} ms`,
    yardstick: `of all four ${all.toFixed(2)} ms`,
    ratio,
    goal: '0.95 - 1.05',
    met: Math.abs(ratio - 1) <= MOST_APART,
    note: `${milliseconds.length.toLocaleString('en')} requests, ${AT_ONCE} at a time`,
  }
}
