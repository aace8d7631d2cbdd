import { describe, expect, test } from 'vitest'
import { instantFromMilliseconds, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import type { FailureKind } from '#platform/telegram/transport.ts'
import { judge, judgeLost } from './policy.ts'

const now = instantFromMilliseconds(1_000_000)
const judgeNow = (outcome: Parameters<typeof judge>[0], attempt: Parameters<typeof judge>[1], isAnswering = true) =>
  judge(outcome, attempt, now, isAnswering)
const reply = (failures = 0) => ({ kind: 'bot.reply', failures })
const loginCode = (failures = 0) => ({ kind: 'login.code', failures })
const failure = (kind: FailureKind) => ({ ok: false, kind, description: 'because' }) as const

describe('judge', () => {
  test('a result is sent', () => {
    expect(judgeNow({ ok: true, result: { messageId: 7 } }, reply())).toEqual({ state: 'sent', messageId: 7 })
  })

  test.each<[FailureKind, string, boolean | null]>([
    ['refused', 'failed', null],
    ['limited', 'queued', false],
    ['unreachable', 'queued', false],
    ['unauthorized', 'queued', false],
    ['broken', 'queued', true],
    ['conflict', 'queued', true],
    ['lost', 'unknown', null],
  ])('%s is %s', (kind, state, failed) => {
    const verdict = judgeNow(failure(kind), reply())
    expect(verdict).toMatchObject({ state, error: 'because', ...(failed !== null && { failed }) })
  })

  test('nothing goes out before retry_after', () => {
    const until = instantFromMilliseconds(now + 7 * SECOND)
    const verdict = judgeNow({ ...failure('limited'), retryAfterSeconds: 7 }, reply())
    expect(verdict).toMatchObject({ notBefore: until, limitedUntil: until })
  })

  test('what Telegram fails over is tried again for half an hour, each time after a longer pause', () => {
    const pauses = Array.from({ length: 8 }, (_, failures) => {
      const verdict = judgeNow(failure('broken'), reply(failures))
      return verdict.state === 'queued' && verdict.notBefore !== null ? verdict.notBefore - now : Number.NaN
    })
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(pauses[0]).toBe(1 * SECOND)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(30 * MINUTE)
    expect(judgeNow(failure('broken'), reply(8))).toEqual({ state: 'failed', error: 'because' })
    expect(judgeNow(failure('broken'), reply(8), false), 'it fails over everything').toMatchObject({ state: 'queued' })
  })

  test('being out of reach never counts towards giving up', () => {
    expect(judgeNow(failure('unreachable'), reply(99))).toMatchObject({ state: 'queued', failed: false })
  })
})

describe('judgeLost', () => {
  test('only what does no harm twice is sent again, and not for ever', () => {
    for (const failures of [0, 5]) {
      expect(judgeLost(loginCode(failures), now, 'gone')).toMatchObject({ state: 'queued', failed: true })
    }
    expect(judgeLost(loginCode(8), now, 'gone')).toEqual({ state: 'unknown', error: 'gone' })
    expect(judgeLost(reply(), now, 'gone')).toEqual({ state: 'unknown', error: 'gone' })
  })

  test('a kind that this version does not know is not sent again', () => {
    expect(judgeLost({ kind: 'of.tomorrow', failures: 0 }, now, 'gone')).toMatchObject({ state: 'unknown' })
  })
})
