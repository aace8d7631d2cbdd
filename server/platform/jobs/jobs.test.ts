import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '#platform/log.ts'
import { runScript } from '#testing/child.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createJobs, defineQueue, type Jobs } from './jobs.ts'

const log = createLog('silent', { pretty: false })
const queues = { exclusive: true, longestSeconds: 60, payload: z.object({ say: z.string() }) }

let database: TestDatabase
let jobs: Jobs

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  jobs = createJobs({ url: database.url, log })
  await jobs.start()
})

afterEach(() => jobs.stop())

afterAll(() => database.close())

test('a job is taken at once, with what it carries', async () => {
  const queue = defineQueue({ ...queues, name: 'test.hear' })
  const heard = Promise.withResolvers<string>()
  await jobs.work(queue, async ({ say }) => {
    heard.resolve(say)
    return 'done'
  })
  // The worker has looked and found nothing: only a notification can wake it before its next look, in 2 s.
  await wait(300)
  const began = performance.now()
  await jobs.send(queue, { say: 'hello' })
  expect(await heard.promise).toBe('hello')
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('jobs that wait are done one right after the other', async () => {
  const queue = defineQueue({ ...queues, name: 'test.many', exclusive: false })
  const said = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  for (const say of said) await jobs.send(queue, { say })
  const done: string[] = []
  let began = 0
  await jobs.work(queue, async ({ say }) => {
    began ||= performance.now()
    done.push(say)
    return 'done'
  })
  await expect.poll(() => done).toEqual(said)
  // With a look of a second before each of the others.
  expect(performance.now() - began).toBeLessThan((said.length - 1) * 1_000)
})

test('an exclusive queue takes no second job while one waits or runs', async () => {
  const queue = defineQueue({ ...queues, name: 'test.alone' })
  expect(await jobs.send(queue, { say: 'first' })).not.toBeNull()
  expect(await jobs.send(queue, { say: 'second' })).toBeNull()
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await jobs.work(queue, async () => {
    started.resolve()
    await finish.promise
    return 'done'
  })
  await started.promise
  expect(await jobs.send(queue, { say: 'third' })).toBeNull()
  finish.resolve()
  await expect.poll(() => jobs.send(queue, { say: 'fourth' })).not.toBeNull()
})

test('a job that is handed back, or that fails, is done again', async () => {
  const queue = defineQueue({ ...queues, name: 'test.again' })
  const ends: string[] = []
  await jobs.send(queue, { say: 'work' })
  await jobs.work(queue, async () => {
    ends.push('begun')
    if (ends.length === 1) return 'hand back'
    if (ends.length === 2) throw new Error('broke')
    return 'done'
  })
  await expect.poll(tryAgainNow, { interval: 100 }).toBe(3)

  /** The test does not sit out the pause before another try. */
  async function tryAgainNow(): Promise<number> {
    await database.pool.query(`update pgboss.job set start_after = now() where name = 'test.again' and state = 'retry'`)
    return ends.length
  }
})

test('a queue that was there before an upgrade is as the new version says', async () => {
  const queue = defineQueue({ ...queues, name: 'test.upgraded' })
  await jobs.send(queue, { say: 'old' })
  const upgraded = createJobs({ url: database.url, log })
  await upgraded.start()
  await upgraded.send(defineQueue({ ...queues, name: 'test.upgraded', longestSeconds: 90 }), { say: 'new' })
  await upgraded.stop()
  const { rows } = await database.pool.query(`select expire_seconds from pgboss.queue where name = 'test.upgraded'`)
  expect(rows).toEqual([{ expire_seconds: 90 }])
})

test('a payload that is not what the queue says is refused', async () => {
  const queue = defineQueue({ ...queues, name: 'test.strict' })
  const other = defineQueue({ ...queues, name: 'test.strict', payload: z.object({}) })
  await jobs.send(other, {})
  const called: string[] = []
  await jobs.work(queue, async ({ say }) => {
    called.push(say)
    return 'done'
  })
  await wait(500)
  expect(called).toEqual([])
})

test('stopping tells the running job and gives it to another process', async () => {
  const queue = defineQueue({ ...queues, name: 'test.stop' })
  const started = Promise.withResolvers<void>()
  await jobs.send(queue, { say: 'long' })
  await jobs.work(queue, async (_payload, signal) => {
    started.resolve()
    await wait(60_000, undefined, { signal }).catch(() => undefined)
    return 'hand back'
  })
  await started.promise
  const began = performance.now()
  await jobs.stop()
  expect(performance.now() - began).toBeLessThan(5_000)
  const other = createJobs({ url: database.url, log })
  await other.start()
  const taken = Promise.withResolvers<string>()
  await other.work(queue, async ({ say }) => {
    taken.resolve(say)
    return 'done'
  })
  expect(await taken.promise).toBe('long')
  await other.stop()
})

test('the job of a process that was silent for 10 s is taken again at once', async () => {
  const queue = defineQueue({ ...queues, name: 'test.killed' })
  const child = runScript(
    `
    import { z } from 'zod'
    import { createJobs } from '#platform/jobs/jobs.ts'
    import { createLog } from '#platform/log.ts'
    const jobs = createJobs({ url: process.argv[1], log: createLog('silent', { pretty: false }) })
    await jobs.start()
    const queue = { name: 'test.killed', exclusive: true, longestSeconds: 60, payload: z.object({ say: z.string() }) }
    await jobs.work(queue, () => { console.log('begun'); return new Promise(() => undefined) })
    `,
    { args: [database.url] },
  )
  await jobs.send(queue, { say: 'survive' })
  expect(await child.line()).toBe('begun')
  await child.end('SIGKILL')
  const killed = performance.now()
  await silence(9)
  const taken = Promise.withResolvers<string>()
  await jobs.work(queue, async ({ say }) => {
    taken.resolve(say)
    return 'done'
  })
  expect(await taken.promise).toBe('survive')
  expect(performance.now() - killed).toBeGreaterThan(500)
  expect(performance.now() - killed).toBeLessThan(15_000)

  /** As if the process had been silent for so many seconds before; `freeze.test.ts` waits for all of them. */
  async function silence(seconds: number): Promise<void> {
    const aged = `update pgboss.job set heartbeat_on = heartbeat_on - $1 * interval '1 s' where name = 'test.killed'`
    expect((await database.pool.query(aged, [seconds])).rowCount).toBe(1)
  }
})
