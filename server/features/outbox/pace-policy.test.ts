import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMilliseconds, HOUR, instantFromMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { createPace, LIMITS } from './pace-policy.ts'

const START = instantFromMilliseconds(1_000_000)
const CHATS = ['1', '2', '3', '-4', '-5']

/** Sends as fast as the pace allows; when each call was counted at the other side, some time within it. */
function drive(calls: readonly { chat: number; latency: number; counted: number }[]) {
  const pace = createPace()
  const counted: { chatId: string; at: number }[] = []
  const running: { chatId: string; until: Instant }[] = []
  let now = START
  const end = (until: Instant) => {
    for (const call of running.filter((one) => one.until <= until).toSorted((a, b) => a.until - b.until)) {
      pace.end(call.chatId, call.until)
      running.splice(running.indexOf(call), 1)
    }
    now = until
  }
  for (const { chat, latency, counted: share } of calls) {
    const chatId = CHATS[chat] ?? '1'
    while (pace.wait(now) > 0 || pace.busyChats(now).includes(chatId)) end(addMilliseconds(now, 1))
    pace.begin(chatId, now)
    counted.push({ chatId, at: now + latency * share })
    running.push({ chatId, until: addMilliseconds(now, latency) })
  }
  return { counted, took: now - START }
}

const calls = fc.array(
  fc.record({
    chat: fc.nat(CHATS.length - 1),
    latency: fc.integer({ min: 0, max: 400 }),
    counted: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 60 },
)

/** The most that fall within any span of this length. */
function most(times: readonly number[], within: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.max(0, ...sorted.map((from) => sorted.filter((at) => at >= from && at < from + within).length))
}

test('however long calls take and whenever they are counted, no limit is passed', () => {
  fc.assert(
    fc.property(calls, (made) => {
      const { counted } = drive(made)
      expect(
        most(
          counted.map(({ at }) => at),
          LIMITS.all.within,
        ),
      ).toBeLessThanOrEqual(LIMITS.all.most)
      for (const chatId of CHATS) {
        const own = counted.filter((call) => call.chatId === chatId).map(({ at }) => at)
        expect(most(own, LIMITS.chat.within)).toBeLessThanOrEqual(LIMITS.chat.most)
        if (chatId.startsWith('-')) expect(most(own, LIMITS.group.within)).toBeLessThanOrEqual(LIMITS.group.most)
      }
    }),
    { numRuns: 60 },
  )
})

/** Calls that take half a second each, to a chat of its own; when each of them left. */
function sendSlowly(count: number, isLimited: (index: number) => boolean): number[] {
  const pace = createPace()
  const running: { index: number; until: Instant }[] = []
  const left: number[] = []
  let now = START
  for (let index = 0; index < count; index += 1) {
    while (pace.wait(now) > 0) {
      now = addMilliseconds(now, 1)
      for (let first = running[0]; first && first.until <= now; first = running[0]) {
        pace.end(String(first.index), now, isLimited(first.index))
        running.shift()
      }
    }
    pace.begin(String(index), now)
    running.push({ index, until: addMilliseconds(now, 500) })
    left.push(now - START)
  }
  return left
}

test('one call at a time until thirty went well, then beside each other', () => {
  const left = sendSlowly(240, () => false)
  expect(left[29]).toBe(29 * 500)
  expect((left[239] ?? 0) - (left[39] ?? 0)).toBeLessThan(200 * 52)
})

test('after a pause that Telegram asked for, one call at a time again', () => {
  const left = sendSlowly(120, (index) => index === 60)
  const steps = left.map((at, index) => at - (left[index - 1] ?? 0))
  expect(Math.min(...steps.slice(40, 60))).toBeLessThan(40)
  expect(Math.min(...steps.slice(90))).toBe(500)
})

test('what was sent before the clock was set back holds up nothing', () => {
  const pace = createPace()
  const ahead = addMilliseconds(START, 2 * HOUR)
  for (let count = 0; count < 30; count += 1) {
    pace.begin('-4', ahead)
    pace.end('-4', ahead)
  }
  expect([pace.wait(ahead), pace.busyChats(ahead)]).toEqual([SECOND, ['-4']])
  expect([pace.wait(START), pace.busyChats(START)]).toEqual([0, []])
})

test('a late timer is made up for by one step, and the first chat that is free is waited for', () => {
  const pace = createPace()
  const call = (chatId: string, at: Instant) => {
    pace.begin(chatId, at)
    pace.end(chatId, at)
  }
  for (let count = 0; count < 30; count += 1) call('1', addMilliseconds(START, count * SECOND))
  const trusted = addMilliseconds(START, 60 * SECOND)
  const step = LIMITS.all.within / LIMITS.all.most
  // Sixty seconds after the last one: only one step of that is made up for.
  pace.begin('2', trusted)
  expect(pace.wait(trusted)).toBe(0)
  pace.begin('3', trusted)
  expect(pace.wait(trusted)).toBe(Math.ceil(step))
  // One that left too early does not hold up the next one for longer.
  pace.begin(null, trusted)
  expect(pace.wait(trusted)).toBe(Math.ceil(step))
  pace.end('2', trusted)
  pace.end('3', addMilliseconds(trusted, 100))
  const later = addMilliseconds(trusted, 200)
  expect([pace.busyChats(later), pace.waitForChat(later)]).toEqual([['2', '3'], 800])
  expect(pace.waitForChat(addMilliseconds(trusted, SECOND))).toBe(100)
  expect(pace.waitForChat(addMilliseconds(trusted, 2 * SECOND))).toBeNull()
})
