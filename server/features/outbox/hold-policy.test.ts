import { expect, test } from 'vitest'
import { addMilliseconds, parseInstant, SECOND } from '#domain/kernel/instant.ts'
import type { Failure } from '#platform/telegram/transport.ts'
import { createHolds } from './hold-policy.ts'

const start = parseInstant('2026-11-21T10:00:00Z') ?? expect.fail()
const after = (seconds: number) => addMilliseconds(start, seconds * SECOND)
const [one, other] = [{}, {}]

function failure(kind: Failure['kind'], retryAfterSeconds?: number): Failure {
  return { ok: false, kind, description: kind, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}
const success = { ok: true, result: null } as const

test('trouble with one token ends with it; the rest that Telegram asked for does not', () => {
  const holds = createHolds(null, start)
  expect(holds.add(one, failure('limited', 2), start)).toBe(2 * SECOND)
  for (const [at, pause] of [
    [0, 1],
    [1, 2],
    [3, 4],
  ] as const) {
    expect(holds.add(one, failure('unauthorized'), after(at))).toBe(pause * SECOND)
  }
  expect(holds.remaining(one, after(3))).toBe(4 * SECOND)
  expect(holds.remaining(other, after(3))).toBeLessThanOrEqual(0)

  expect(holds.add(one, failure('limited', 30), after(3))).toBe(30 * SECOND)
  expect(holds.remaining(other, after(4))).toBe(29 * SECOND)
  // A longer pause of one token leaves what Telegram said.
  for (let at = 7; at < 120; at += 64) holds.add(one, failure('unauthorized'), after(at))
  expect(holds.remaining(other, after(10))).toBe(23 * SECOND)
})

test('a call that had left before a rest was asked for does not end it, nor starts the pauses anew', () => {
  const holds = createHolds(after(5), start)
  expect(holds.remaining(one, start)).toBe(5 * SECOND)
  holds.add(one, failure('unreachable'), start)
  expect(holds.add(one, failure('unreachable'), start)).toBeNull()
  expect(holds.add(one, failure('limited', 3), start)).toBeNull()
  holds.add(one, success, start)
  expect(holds.remaining(one, start)).toBe(5 * SECOND)
  expect(holds.remaining(one, after(5))).toBe(0)
})

test('after the clock was set back no rest goes on, and one that Telegram asks for then counts', () => {
  const ahead = after(7_200)
  const holds = createHolds(after(7_260), ahead)
  expect(holds.remaining(one, ahead)).toBe(60 * SECOND)
  holds.add(one, failure('unreachable'), ahead)
  expect(holds.remaining(one, start)).toBe(0)
  expect(holds.add(one, failure('unreachable'), start)).toBe(2 * SECOND)
  expect(holds.add(one, failure('limited', 30), start)).toBe(30 * SECOND)
  expect(holds.remaining(one, after(10))).toBe(20 * SECOND)
})
