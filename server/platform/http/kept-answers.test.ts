import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import { createKeptAnswers, type KeptAnswer } from './kept-answers.ts'

const answerOf = (bytes: number, digest = 'one'): KeptAnswer => ({
  digest: brandText(digest),
  status: 200,
  packed: { zipped: Buffer.alloc(bytes) },
})

test('what was asked for last stays, what was not asked for longest goes', () => {
  const kept = createKeptAnswers(32_000)
  for (const key of ['a', 'b', 'c']) kept.keep(key, answerOf(10_000))
  expect(kept.find('a')).not.toBeNull()
  kept.keep('d', answerOf(10_000))
  expect(['a', 'b', 'c', 'd'].filter((key) => kept.find(key))).toEqual(['a', 'c', 'd'])
})

test('a newer answer takes the place of the one before', () => {
  const kept = createKeptAnswers(32_000)
  kept.keep('a', answerOf(10_000, 'one'))
  for (let count = 0; count < 9; count++) kept.keep('b', answerOf(10_000, `b ${count}`))
  expect(kept.find('a')).toMatchObject({ digest: 'one' })
  expect(kept.find('b')).toMatchObject({ digest: 'b 8' })
})

test('what is too large by itself is not kept', () => {
  const kept = createKeptAnswers(32_000)
  kept.keep('a', answerOf(40_000))
  expect(kept.find('a')).toBeNull()
})

test('whatever is kept and asked for, it is never more than fits', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 9 }), bytes: fc.nat(15_000), keeps: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const kept = createKeptAnswers(32_000)
      for (const { key, bytes, keeps } of steps) {
        if (keeps) kept.keep(String(key), answerOf(bytes))
        else kept.find(String(key))
      }
      const sizes = Array.from({ length: 10 }, (_, key) => kept.find(String(key))).map((answer) =>
        answer && 'zipped' in answer.packed ? answer.packed.zipped.length : 0,
      )
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(32_000)
    }),
  )
})
