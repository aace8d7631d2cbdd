import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFollowingClock } from './clock.ts'

const MINUTE = 60_000
/** Of the other clock, when this process began. */
const BEGAN = 1_790_000_000_000

/** A machine whose own clock is ahead, and on which time passes when a test says so. */
function startMachine(ahead: number) {
  let passed = 0
  let own = ahead
  const clock = createFollowingClock(
    { at: BEGAN, asked: 0, answered: 0 },
    { passed: () => passed, now: () => BEGAN + passed + own },
  )
  return {
    clock,
    passed: () => passed,
    pass: (milliseconds: number) => (passed += milliseconds),
    setOwn: (next: number) => (own = next),
  }
}

test('it shows the other clock, whatever the own one shows and is set to, and knows how far that is off', () => {
  const machine = startMachine(7 * MINUTE)
  machine.pass(1_500)
  expect([machine.clock.now() - BEGAN, machine.clock.skew()]).toEqual([1_500, 7 * MINUTE])
  machine.setOwn(-7 * MINUTE)
  expect([machine.clock.now() - BEGAN, machine.clock.skew()]).toEqual([1_500, -7 * MINUTE])
})

test('it follows when the other clock is set, and when this machine slept', () => {
  const machine = startMachine(0)
  machine.clock.follow({ at: BEGAN + 20 * MINUTE, asked: 10, answered: 14 })
  machine.pass(14)
  // Not below what the answer proves: it was made 14 ms after the start at the latest.
  expect(machine.clock.now() - BEGAN).toBe(20 * MINUTE)
  machine.clock.follow({ at: BEGAN, asked: 14, answered: 20 })
  machine.pass(6)
  expect(machine.clock.now() - BEGAN).toBe(6)
})

const exchange = fc.record({
  pause: fc.integer({ min: 0, max: 5_000 }),
  there: fc.integer({ min: 0, max: 3_000 }),
  back: fc.integer({ min: 0, max: 3_000 }),
})

test('no slow answer moves it further away: it is off by no more than half of the quickest answer', () => {
  fc.assert(
    fc.property(exchange, fc.array(exchange, { maxLength: 20 }), (first, later) => {
      const quickest = () => Math.min(...made.map(({ there, back }) => there + back))
      const made = [first]
      let passed = first.there + first.back
      const clock = createFollowingClock(
        { at: BEGAN + first.there, asked: 0, answered: passed },
        { passed: () => passed, now: () => BEGAN },
      )
      for (const one of later) {
        const asked = passed + one.pause
        passed = asked + one.there + one.back
        clock.follow({ at: BEGAN + asked + one.there, asked, answered: passed })
        made.push(one)
        // Half at the first reading; a later one only ever takes away what it proves wrong.
        expect(Math.abs(clock.now() - BEGAN - passed)).toBeLessThanOrEqual(quickest() + 1)
      }
    }),
  )
})
