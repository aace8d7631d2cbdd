import { afterAll, beforeAll, expect, test } from 'vitest'
import { authCalls } from '#contract/auth.ts'
import { settingCalls } from '#contract/settings.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'

// Strangers in crowds: what they ask the database about waits, and takes its connections from nobody.

let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline({ environment: { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://capline.test' } })
})
afterAll(() => capline.close())

const tokenOf = (index: number) => String(index).padStart(43, 'x')

type Come = (address: string, index: number) => Promise<number>

interface Sent {
  method?: string
  headers: Record<string, string>
  body?: string
}

async function ask(path: string, address: string, sent: Sent): Promise<number> {
  const headers = { ...sent.headers, 'x-forwarded-for': address }
  return (await fetch(`${capline.address}/api${path}`, { ...sent, headers })).status
}

const tryCode: Come = (address, index) =>
  ask(authCalls.verify.path, address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: `nobody${index}`, code: 'WRONG2' }),
  })
const goOn: Come = (address, index) =>
  ask('/auth/second-step/challenge', address, {
    method: 'POST',
    headers: { cookie: `__Host-capline-step=${tokenOf(index)}` },
  })
const makeUpToken = (path: string) => (address: string, index: number) =>
  ask(path, address, { headers: { authorization: `Bearer ${tokenOf(index)}` } })

/** Keeps whoever needs a table waiting, for as long as the work takes: a busy machine may take longer than the pool lets one be idle. */
async function hold(table: string, work: (countWaiting: () => Promise<number>) => Promise<void>): Promise<void> {
  const holder = await capline.database.pool.connect()
  await holder.query(`begin; set local idle_in_transaction_session_timeout = 0; lock table ${table}`)
  const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted`
  try {
    await work(async () => (await capline.database.pool.query(waiting)).rowCount ?? 0)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test.each<[string, string, { atOnce: number; ofOne: number }, Come]>([
  ['who try codes', 'sign_in_quotas', { atOnce: 4, ofOne: 5 }, tryCode],
  ['who go on with a sign-in that they never began', 'passkey_steps', { atOnce: 2, ofOne: 5 }, goOn],
  ['with made-up tokens', 'sessions', { atOnce: 4, ofOne: 51 }, makeUpToken('/auth/me')],
  ['with made-up tokens who want to listen', 'sessions', { atOnce: 4, ofOne: 51 }, makeUpToken('/events')],
])('strangers %s take few connections, and few places in line from one site', async (_who, table, limits, come) => {
  const crowd: Promise<number>[] = []
  await hold(table, async (countWaiting) => {
    crowd.push(...Array.from({ length: 30 }, (_, index) => come(`10.8.0.${index}`, index)))
    await expect.poll(countWaiting).toBe(limits.atOnce)
    const site = Array.from({ length: limits.ofOne }, (_, index) =>
      come(`2001:db8:7:${(index * 256).toString(16)}::1`, 100 + index),
    )
    // The first who is answered at all.
    expect(await Promise.race(site)).toBe(429)
    expect(await capline.call(settingCalls.readPublic, {})).toMatchObject({ hasBot: true })
    expect(await countWaiting()).toBe(limits.atOnce)
    crowd.push(...site)
  })
  const answers = await Promise.all(crowd)
  expect(answers.filter((status) => status === 429)).toHaveLength(1)
})

test('a member who was here before waits behind no stranger', async () => {
  const { call, member } = await capline.signIn('viewer')
  await call(authCalls.me, {})
  const all: Promise<unknown>[] = []
  await hold('sessions', async (countWaiting) => {
    all.push(...Array.from({ length: 10 }, (_, index) => makeUpToken('/auth/me')(`10.8.1.${index}`, 300 + index)))
    await expect.poll(countWaiting).toBe(4)
    all.push(call(authCalls.me, {}))
    await expect.poll(countWaiting).toBe(5)
  })
  expect((await Promise.all(all)).at(-1)).toEqual(member)
})
