import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareReads } from './shared-reads.ts'

/** Reads that end when they are told to. */
function plan() {
  const share = shareReads<string>()
  const reads: PromiseWithResolvers<string>[] = []
  const ask = (key = 'day') =>
    share(key, () => {
      const read = Promise.withResolvers<string>()
      reads.push(read)
      return read.promise
    })
  return { ask, reads }
}

/** Until everything that can go on has gone on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('who asks first is read for at once, and all who ask meanwhile share one read that begins after them', async () => {
  const { ask, reads } = plan()
  const first = ask()
  expect(reads).toHaveLength(1)
  const [second, third] = [ask(), ask()]
  await settle()
  expect(reads).toHaveLength(1)
  reads[0]?.resolve('before')
  await expect(first).resolves.toBe('before')
  await settle()
  expect(reads).toHaveLength(2)
  reads[1]?.resolve('after')
  await expect(Promise.all([second, third])).resolves.toEqual(['after', 'after'])
})

test('nothing is kept: once nobody waits, the next is read anew', async () => {
  const { ask, reads } = plan()
  for (const value of ['one', 'two']) {
    const asked = ask()
    reads.at(-1)?.resolve(value)
    await expect(asked).resolves.toBe(value)
    await settle()
  }
  expect(reads).toHaveLength(2)
})

test('keys do not wait for each other', () => {
  const { ask, reads } = plan()
  void ask('today')
  void ask('tomorrow')
  expect(reads).toHaveLength(2)
})

test('a read that fails fails for those who share it, and for nobody else', async () => {
  const { ask, reads } = plan()
  const [first, second] = [ask(), ask()]
  reads[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await settle()
  reads[1]?.resolve('well')
  await expect(second).resolves.toBe('well')
})

test('whatever the order, nobody is given what was read before they asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, callers) => {
      let written = 0
      let reads = 0
      const share = shareReads<number>()
      const read = async () => {
        reads += 1
        const seen = written
        await scheduler.schedule(Promise.resolve(), 'read')
        return seen
      }
      const calls = Array.from({ length: callers }, async () => {
        await scheduler.schedule(Promise.resolve(), 'write')
        const own = ++written
        const seen = await share('day', read)
        expect(seen).toBeGreaterThanOrEqual(own)
      })
      await scheduler.waitFor(Promise.all(calls))
      expect(reads).toBeLessThanOrEqual(callers)
    }),
  )
})
