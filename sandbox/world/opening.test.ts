import { describe, expect, it } from 'vitest'
import { CAP_DRAFTS } from '#contract/caps.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE, parseInstant } from '#domain/kernel/instant.ts'
import { decideSuggestions } from '#domain/suggestions/decide.ts'
import { SLOT_MINUTES } from '#domain/suggestions/forecast.ts'
import type { Suggestion } from '#domain/suggestions/suggestion.ts'
import { countDemoLeads } from '#testing/demo-counts.ts'
import { affiliateCap, brokerCap } from '#testing/standing-caps.ts'
import { openDay } from '#testing/suggestion-month.ts'
import { createWorld, type World } from './world.ts'

const TODAY = day('2026-11-25')
const DAYS_BEHIND = 84

function day(text: string): Day {
  const parsed = parseDay(text)
  if (!parsed) throw new Error(`not a day: ${text}`)
  return parsed
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function openWorld(today: Day, minutes: number): World {
  const midnight = parseInstant(`${today}T00:00:00Z`)
  if (midnight === null) throw new Error(`not a day: ${today}`)
  const openedAt = addMilliseconds(midnight, minutes * MINUTE)
  return createWorld({ seed: 2026, zone: 'UTC', start: addDays(today, -DAYS_BEHIND), openedAt })
}

/** What the first sweep says to somebody who opens the world at a time of a day. */
function suggestAt(today: Day, minutes: number): Suggestion[] {
  const world = openWorld(today, minutes)
  const capsOf = (date: Day): Cap[] => [
    ...world.capsOf(date).map((draft, at) => {
      const { createdBy: _, version: __, ...fields } = CAP_DRAFTS.broker.parse(draft)
      const { advertiserId, advertiserName } = draft
      return brokerCap({ ...fields, advertiserId, advertiserName, _id: `sold ${date} ${at}` })
    }),
    ...world.affiliateCapsOf(date).map((draft, at) => {
      const {
        createdBy: _,
        version: __,
        advertiserId: ___,
        advertiserName: ____,
        ...fields
      } = CAP_DRAFTS.affiliate.parse(draft)
      return affiliateCap({ ...fields, _id: `bought ${date} ${at}` })
    }),
  ]
  const view = openDay(
    { deals: [], capsOf, countsOf: (date) => countDemoLeads(world, date), conversionsOf: () => [] },
    today,
  )
  const seen = view.lookAt(Math.floor(minutes / SLOT_MINUTES))
  return decideSuggestions({ ...seen, said: [], memory: null, forced: true }).suggestions
}

const SILENT = expect.objectContaining({
  kind: 'silent',
  subject: expect.objectContaining({ sourceNumber: '90', geo: null }),
})
const RAISE = expect.objectContaining({
  kind: 'raise',
  subject: expect.objectContaining({ geo: 'IE', advertiserId: 'B-101', sourceNumber: '12' }),
  action: expect.objectContaining({ kind: 'set-cap', from: 6 }),
})

describe('whoever opens the world finds', () => {
  it.each([
    ['at night', '03:00'],
    ['in the morning', '09:15'],
    ['at noon', '12:30'],
    ['in the evening', '20:00'],
  ])('a silent source and a cap that lacks a zero %s', (_, time) => {
    const found = suggestAt(TODAY, minutesOf(time))
    expect(found[0]).toEqual(SILENT)
    expect(found).toContainEqual(RAISE)
  })

  it('something to press shortly after midnight and shortly before it', () => {
    expect(suggestAt(TODAY, minutesOf('00:15'))).toContainEqual(RAISE)
    expect(suggestAt(TODAY, minutesOf('23:30')).filter(({ action }) => action !== null)).not.toEqual([])
  })

  it('the source back on the next day', () => {
    const world = openWorld(TODAY, minutesOf('09:15'))
    const countOf = (date: Day) =>
      world.leadsOf(date).filter(({ sourceName }) => sourceName === 'Nightline Radio').length
    expect(countOf(TODAY)).toBeLessThan(30)
    expect(countOf(addDays(TODAY, 1))).toBeGreaterThan(60)
    expect(world.capsOf(addDays(TODAY, 1)).find(({ geo }) => geo === 'IE')?.cap).toBe(60)
  })
})
