import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { insertSession } from '#server/features/auth/session-store.ts'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/db/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { startTestPostgres } from '#testing/database.ts'
import { headersOf } from './load.ts'
import { startProduct } from './server-process.ts'
import { median, percentile, type Row } from './table.ts'

/** How often each is asked for, and how many at a time. */
const REQUESTS = 10_000
const AT_ONCE = 8
/** Of one name, as the limits of browsers that are not known allow. */
const REQUESTS_BY_NAME = 2

const WHO = ['known', 'unknown', 'disabled', 'unreachable'] as const
type Who = (typeof WHO)[number]

/** Whether the time of an answer tells who is a member, and what a burst of strangers costs those who are signed in. */
export async function measureSignIn(parts: AsyncDisposableStack): Promise<Row[]> {
  console.error(`signin: asking for ${REQUESTS.toLocaleString('en')} codes of each kind, and trying as many`)
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
  const asked = await time((name, index) => request(server.address, name, index), identifiers)
  const tried = await time((name, index) => verify(server.address, name, index), identifiers)
  return [
    ...WHO.map((who) => describe('a code for', who, asked)),
    ...WHO.map((who) => describe('a wrong code of', who, tried)),
    await measureBurst(server.address, await signIn(database.db)),
  ]
}

async function seedMembers(db: Database): Promise<Record<Who, string[]>> {
  const names = (who: Who) => Array.from({ length: REQUESTS / REQUESTS_BY_NAME }, (_, index) => `${who}_${index}`)
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
    // Within reach of whoever tries: one that the member has asked for in the chat.
    const created = '2026-11-21T10:00:00Z'
    const codes = rows.map(({ id }) => ({
      id: newId(),
      member_id: id,
      code_hmac: randomBytes(32),
      created_at: created,
      expires_at: '2100-01-01T00:00:00Z',
    }))
    await db.insertInto('login_codes').values(codes).execute()
  }
  return {
    known: names('known'),
    unknown: names('unknown'),
    disabled: names('disabled'),
    unreachable: names('unreachable'),
  }
}

type Ask = (name: string, index: number) => Promise<number>

/** In turns whose order is new each time, so that what else the machine does, and who came before, meets all four alike. */
async function time(ask: Ask, identifiers: Record<Who, string[]>): Promise<Record<Who, number[]>> {
  const times: Record<Who, number[]> = { known: [], unknown: [], disabled: [], unreachable: [] }
  const turns = Array.from({ length: REQUESTS }, shuffled).flat()
  let next = 0
  const worker = async () => {
    for (let index = next++; index < turns.length; index = next++) {
      const who = turns[index] ?? 'known'
      const names = identifiers[who]
      times[who].push(await ask(names[Math.floor(index / WHO.length) % names.length] ?? '', index))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return times
}

function shuffled(): Who[] {
  const places = WHO.map((who) => ({ who, place: randomInt(2 ** 40) }))
  return places.toSorted((one, other) => one.place - other.place).map(({ who }) => who)
}

async function request(root: string, identifier: string, index: number): Promise<number> {
  return timeOne(`${root}/api/auth/request`, { identifier }, addressOf(10, index), 200)
}

async function verify(root: string, identifier: string, index: number): Promise<number> {
  return timeOne(`${root}/api/auth/verify`, { identifier, code: 'WRONG2' }, addressOf(11, index), 401)
}

async function timeOne(url: string, body: object, address: string, due: number): Promise<number> {
  const began = performance.now()
  const { status } = await post(url, body, address)
  const milliseconds = performance.now() - began
  if (status !== due) throw new Error(`${url} answered ${JSON.stringify(body)} with ${status}`)
  return milliseconds
}

async function post(url: string, body: object, address: string): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response
}

/** Another for every 40 calls, and never that of a call which is made at the same time. */
function addressOf(range: number, index: number): string {
  const lane = index % (2 * AT_ONCE)
  const number = Math.floor(index / (40 * 2 * AT_ONCE)) * 2 * AT_ONCE + lane
  return `${range}.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

/** Farther from the others than this, one could be told from them by asking a few thousand times. */
const MOST_APART = 0.05

function describe(what: string, who: Who, times: Record<Who, number[]>): Row {
  const milliseconds = times[who]
  const own = median(milliseconds)
  const all = median(Object.values(times).flat())
  const ratio = own / all
  return {
    bench: 'signin',
    what: `${what} ${who} members`,
    figure: `${own.toFixed(2)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(1)} ms`,
    yardstick: `of all four ${all.toFixed(2)} ms`,
    ratio,
    goal: '0.95 - 1.05',
    met: Math.abs(ratio - 1) <= MOST_APART,
    note: `${milliseconds.length.toLocaleString('en')} requests, ${AT_ONCE} at a time`,
  }
}

async function signIn(db: Database): Promise<{ handle: string; token: string }> {
  const [id, token, handle] = [newId(), newToken(), 'signed_in']
  const member = { id, telegram_id: '900000001', handle, handle_key: handle, role: 'viewer' }
  await db.insertInto('members').values(member).execute()
  const session = { id: newId(), memberId: id, tokenHash: hashToken(token), address: '10.0.0.1', byPasskey: false }
  await db.transaction().execute((tx) => insertSession(tx, { ...session, now: systemClock.now() }))
  return { handle, token }
}

const BURST = 500
const ROUNDS = 10
const MOST_TIMES = 2

/** How long a signed-in member waits while hundreds of strangers ask and try at once, for this member and for nobody. */
async function measureBurst(root: string, { handle, token }: { handle: string; token: string }): Promise<Row> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const who = round % 2 === 0 ? 'known' : 'unknown'
    times[who].push(...(await timeDuring(burst(root, who === 'known' ? handle : 'nobody', round), root, token)))
  }
  const [own, other] = [median(times.known), median(times.unknown)]
  const calm: number[] = []
  for (let call = 0; call < 200; call++) calm.push(await timeMe(root, token))
  const slowest = (all: number[]) => `p99 ${percentile(all, 0.99).toFixed(0)} ms`
  return {
    bench: 'signin',
    what: "a member's call while strangers try this member's codes",
    figure: `${own.toFixed(1)} ms, ${slowest(times.known)}`,
    yardstick: `those of nobody ${other.toFixed(1)} ms, ${slowest(times.unknown)}`,
    ratio: own / other,
    goal: `at most ${MOST_TIMES}`,
    met: own / other <= MOST_TIMES,
    note: `${BURST} tries and ${BURST} requests at once, each from a network of its own, ${ROUNDS} times; in calm ${median(calm).toFixed(1)} ms`,
  }
}

async function burst(root: string, identifier: string, round: number): Promise<void> {
  const strangers = Array.from({ length: BURST }, (_, index) => {
    const address = `12.${round}.${index >> 8}.${index & 255}`
    return [
      post(`${root}/api/auth/verify`, { identifier, code: 'WRONG2' }, address),
      post(`${root}/api/auth/request`, { identifier }, address),
    ]
  })
  await Promise.all(strangers.flat())
}

/** Between two calls of a member, who may make 3,000 a minute. */
const BREATH_MS = 25

/** One call after the other, for as long as something lasts. */
async function timeDuring(lasting: Promise<void>, root: string, token: string): Promise<number[]> {
  const times: number[] = []
  const over = new AbortController()
  const end = lasting.finally(() => over.abort())
  while (!over.signal.aborted) {
    times.push(await timeMe(root, token))
    await pause(BREATH_MS)
  }
  await end
  return times
}

async function timeMe(root: string, token: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${root}/api/auth/me`, { headers: headersOf(token) })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`a member was answered ${response.status}`)
  return performance.now() - began
}
