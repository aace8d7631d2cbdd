import { expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { createTestClock } from '#testing/clock.ts'
import { createAnswerCache, type Versioned } from './answer-cache.ts'

function open(mostKept?: number) {
  const clock = createTestClock('2026-03-02T10:00:00Z')
  return { clock, cache: createAnswerCache<string>(clock, mostKept) }
}

/** Makes answers that are ready when they are told to be, with the version that they are told. */
function createSlowMaker() {
  const begun: PromiseWithResolvers<Versioned<string>>[] = []
  const make = () => {
    const answer = Promise.withResolvers<Versioned<string>>()
    begun.push(answer)
    return answer.promise
  }
  return { begun, make }
}

const made = (version: number, value: string) => vi.fn(() => Promise.resolve({ version, value }))

test('an answer is made once, and anew when the data are others or it is too old', async () => {
  const { clock, cache } = open()
  const make = made(1, 'first')
  expect(await cache.recall('a', 1, HOUR, make)).toBe('first')
  expect(await cache.recall('a', 1, HOUR, make)).toBe('first')
  expect(make).toHaveBeenCalledTimes(1)
  expect(await cache.recall('a', 2, HOUR, made(2, 'second'))).toBe('second')
  // Whoever has looked at the data earlier is told what is newer.
  expect(await cache.recall('a', 1, HOUR, make)).toBe('second')
  clock.advance(MINUTE)
  expect(await cache.recall('a', 2, MINUTE, made(2, 'third'))).toBe('third')
})

test('what was asked for longest ago is forgotten first', async () => {
  const { cache } = open(2)
  const make = made(1, 'anew')
  for (const key of ['a', 'b', 'c']) await cache.recall(key, 1, HOUR, made(1, key))
  expect(await cache.recall('c', 1, HOUR, make)).toBe('c')
  expect(await cache.recall('a', 1, HOUR, make)).toBe('anew')
  cache.clear()
  expect(await cache.recall('c', 1, HOUR, make)).toBe('anew')
})

test('of many who find the same old answer at once one makes it anew, for all of them', async () => {
  const { cache } = open()
  await cache.recall('a', 1, HOUR, made(1, 'old'))
  const make = made(2, 'new')
  const answers = await Promise.all(Array.from({ length: 30 }, () => cache.recall('a', 2, HOUR, make)))
  expect(new Set(answers)).toEqual(new Set(['new']))
  expect(make).toHaveBeenCalledTimes(1)
})

test('of many who wait for an answer that turns out too old, one makes it anew', async () => {
  const { cache } = open()
  const { begun, make } = createSlowMaker()
  const first = cache.recall('a', 1, HOUR, make)
  const others = Array.from({ length: 30 }, () => cache.recall('a', 2, HOUR, make))
  begun[0]?.resolve({ version: 1, value: 'old' })
  expect(await first).toBe('old')
  await expect.poll(() => begun).toHaveLength(2)
  begun[1]?.resolve({ version: 2, value: 'new' })
  expect(new Set(await Promise.all(others))).toEqual(new Set(['new']))
  expect(begun).toHaveLength(2)
})

test('a failure is told to all who waited, and not kept', async () => {
  const { cache } = open()
  const fail = vi.fn(() => Promise.reject(new Error('planned')))
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => cache.recall('a', 1, HOUR, fail)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(fail).toHaveBeenCalledTimes(1)
  expect(await cache.recall('a', 1, HOUR, made(1, 'there'))).toBe('there')
})

test('who asks one server does not wait for another, and all of it is forgotten at once', async () => {
  const { cache } = open()
  const [replica, primary] = [cache.apart('replica'), cache.apart('primary')]
  const { begun, make } = createSlowMaker()
  const waiting = replica.recall('a', 1, HOUR, make)
  expect(await primary.recall('a', 1, HOUR, made(1, 'here'))).toBe('here')
  begun[0]?.reject(new Error('planned'))
  await expect(waiting).rejects.toThrow('planned')
  replica.clear()
  expect(await primary.recall('a', 1, HOUR, made(1, 'anew'))).toBe('anew')
})
