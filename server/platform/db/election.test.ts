import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runScript } from '#testing/child.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createNetwork } from '#testing/network.ts'
import { createLog } from '../log.ts'
import { runElected, tryLock } from './election.ts'
import { createListener } from './listen.ts'
import { openLockSession } from './locks.ts'
import { notify } from './notify.ts'
import { untilAborted } from './pauses.ts'

const log = createLog('silent', { pretty: false })
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

/** Breaks every connection that holds a lock, as a restarted server would. */
async function breakHolders(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
  `.execute(database.db)
}

test('a name is held by one, until it lets go', async () => {
  const held = await tryLock(database.url, 'a')
  expect(held).not.toBeNull()
  expect(await tryLock(database.url, 'a')).toBeNull()
  const other = await tryLock(database.url, 'b')
  expect(other).not.toBeNull()
  await other?.release()
  await held?.release()
  const again = await tryLock(database.url, 'a')
  expect(again).not.toBeNull()
  await again?.release()
})

test('a session asks one thing after the other, however many are wanted at once', async () => {
  const warned = vi.fn<(warning: Error) => void>()
  process.on('warning', warned)
  const session = await openLockSession(database.url)
  expect(await Promise.all(['c', 'd', 'e'].map((name) => session.tryAcquire(name)))).toEqual([true, true, true])
  await session.close()
  process.off('warning', warned)
  expect(warned).not.toHaveBeenCalled()
})

test('a holder is told when its connection breaks', async () => {
  const held = await tryLock(database.url, 'lost')
  expect(held?.lost.aborted).toBe(false)
  await breakHolders()
  await expect.poll(() => held?.lost.aborted).toBe(true)
  await held?.release()
})

test('a network that falls silent: a holder is told before the server gives the name to another, a listener that something may have been missed', async () => {
  const network = await createNetwork(database.url)
  const listener = createListener(network.url, log)
  const heard: (string | null)[] = []
  listener.on('news', (payload) => heard.push(payload))
  await listener.ready()
  const held = await tryLock(network.url, 'silent')
  network.fallSilent()
  await notify(database.db, 'news', 'swallowed')
  await Promise.all([
    vi.waitFor(() => expect(held?.lost.aborted).toBe(true), { timeout: 8_000, interval: 100 }),
    vi.waitFor(() => expect(heard).toEqual([null]), { timeout: 8_000, interval: 100 }),
  ])
  await notify(database.db, 'news', 'after')
  await expect.poll(() => heard).toEqual([null, 'after'])
  await listener.close()
  network.close()
})

test('one works at a time, and stopping waits for its end', async () => {
  let working = 0
  let most = 0
  const terms: string[] = []
  const stand = (name: string): { stop(): Promise<void> } =>
    runElected({
      url: database.url,
      name: 'single',
      log,
      async work(signal) {
        terms.push(name)
        most = Math.max(most, ++working)
        await untilAborted(signal)
        await new Promise((resolve) => setTimeout(resolve, 50))
        working--
      },
    })
  const nodes = { first: stand('first'), second: stand('second') }
  await expect.poll(() => terms).toHaveLength(1)
  const [leader] = terms
  await (leader === 'first' ? nodes.first : nodes.second).stop()
  expect(working).toBe(0)
  await expect.poll(() => terms).toHaveLength(2)
  expect(terms[1]).not.toBe(leader)
  await Promise.all([nodes.first.stop(), nodes.second.stop()])
  expect({ working, most }).toEqual({ working: 0, most: 1 })
})

test('work goes on after a broken connection and after a failure', async () => {
  let terms = 0
  const node = runElected({
    url: database.url,
    name: 'again',
    log,
    async work(signal) {
      terms++
      if (terms === 2) throw new Error('planned')
      await untilAborted(signal)
    },
  })
  await expect.poll(() => terms).toBe(1)
  await breakHolders()
  await expect.poll(() => terms).toBe(3)
  await node.stop()
})

const HOLDER = `
import { runElected } from '#platform/db/election.ts'
import { createLog } from '#platform/log.ts'

const work = async () => {
  console.log('working')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
}
runElected({ url: process.argv[1] ?? '', name: 'killed', log: createLog('silent', { pretty: false }), work })`

test('another process takes over within seconds when one is killed', async () => {
  const holder = runScript(HOLDER, { args: [database.url] })
  expect(await holder.line()).toBe('working')
  const work = vi.fn<(signal: AbortSignal) => Promise<void>>(untilAborted)
  const node = runElected({ url: database.url, name: 'killed', log, work })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(work).not.toHaveBeenCalled()
  await holder.end('SIGKILL')
  await expect.poll(() => work).toHaveBeenCalledOnce()
  await node.stop()
})
