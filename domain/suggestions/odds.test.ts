import { describe, expect, it } from 'vitest'
import { drawOrdinaryDays } from '#testing/ordinary-days.ts'
import { BETTER, chanceOfOdds, oddsOf, WORSE } from './odds.ts'

const SLOTS_OF_A_DAY = 36
const MEAN = 40
const SIZE = 20
const DAYS = 4_000

const days = drawOrdinaryDays(DAYS, { mean: MEAN, size: SIZE, slots: SLOTS_OF_A_DAY })

/** The highest odds that each of many days reaches, looked at after every slot. */
function highest(look: (came: readonly number[]) => number): number[] {
  return days.map((day) => Math.max(...day.map((_, slot) => look(day.slice(0, slot + 1)))))
}

const total = (came: readonly number[]) => came.reduce((sum, leads) => sum + leads, 0)
const usual = (slots: number) => ({ mean: (MEAN * slots) / SLOTS_OF_A_DAY, size: SIZE })

describe('odds against an ordinary day', () => {
  it.each([
    { of: 'a surge', look: (came: readonly number[]) => oddsOf(usual(came.length), total(came), BETTER) },
    { of: 'a slump', look: (came: readonly number[]) => oddsOf(usual(came.length), total(came), WORSE) },
  ])('of $of pass x on at most one in x ordinary days, however often they are looked at', ({ look }) => {
    const most = highest(look)
    for (const x of [5, 20, 100]) {
      const passed = most.filter((odds) => odds >= x).length / DAYS
      expect(passed).toBeLessThanOrEqual(1 / x + 3 * Math.sqrt(1 / x / DAYS))
    }
  })

  it('of a surge grow with what comes, those of a slump shrink', () => {
    const counts = [10, 20, 40, 80, 160]
    const surge = counts.map((came) => oddsOf(usual(18), came, BETTER))
    const slump = counts.map((came) => oddsOf(usual(18), came, WORSE))
    expect(surge).toEqual(surge.toSorted((a, b) => a - b))
    expect(slump).toEqual(slump.toSorted((a, b) => b - a))
  })

  it('say nothing where nothing was due', () => {
    expect(oddsOf({ mean: 0, size: 5 }, 0, BETTER)).toBe(1)
    expect(chanceOfOdds(0)).toBe(1)
  })
})
