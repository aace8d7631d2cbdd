import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import { GEOS, SOURCES, TODAY } from '#testing/slot-counts.ts'
import type { EndedCap, Subject } from './forecast.ts'
import { forecast } from './forecast-day.ts'
import { learn } from './learn.ts'

const [geo = shout(), sourceNumber = shout()] = [GEOS[0], SOURCES[0]]
const KEY = { geo, advertiserId: 'B-1', sourceNumber }
const DAYS = Array.from({ length: 42 }, (_, back) => addDays(TODAY, -back - 1))

/** What is usual of a subject of whose key 30 leads came on some days, with a cap on some days. */
function usualOf(subject: Subject, came: (back: number) => boolean, stood: (back: number) => boolean) {
  const counts = DAYS.flatMap((day, back) => (came(back) ? [{ ...KEY, day, slot: 40, leads: 30 }] : []))
  // Of another source leads come each day, so that each day is one of history.
  const others = DAYS.map((day) => ({ ...KEY, sourceNumber: SOURCES[1] ?? shout(), day, slot: 40, leads: 20 }))
  const caps = DAYS.flatMap((day, back): EndedCap[] => (stood(back) ? [{ ...KEY, day, cap: 90 }] : []))
  const made = forecast(learn([...counts, ...others], TODAY, caps), subject, { day: TODAY, minutes: 0 })
  return made.ok ? { days: made.value.days, usual: made.value.usual.mean } : shout()
}

const SUBJECTS: Subject[] = [KEY, { geo: null, advertiserId: null, sourceNumber }]

test.each(SUBJECTS)('days without caps and leads say nothing: %o', (subject) => {
  const everyThird = (back: number) => back % 3 === 0
  const { days, usual } = usualOf(subject, everyThird, everyThird)
  expect(days).toBe(14)
  expect(usual).toBeGreaterThan(25)
})

test.each(SUBJECTS)('days with leads are known before a first cap and without any: %o', (subject) => {
  for (const since of [0, 30]) {
    const { days, usual } = usualOf(
      subject,
      () => true,
      (back) => back === since,
    )
    expect(days).toBe(42)
    expect(usual).toBeCloseTo(30, 0)
  }
})

test('the day after a burst of one source is as usual, give or take, and not next to nothing', () => {
  const names = Array.from({ length: 20 }, (_, at) => brandText<SourceNumber>(String(at + 1)))
  const counts = names.flatMap((name, at) =>
    DAYS.map((day, back) => {
      const leads = at === 0 && back === 0 ? 1_100 : 70 + ((back * 37 + at * 23) % 61)
      return { ...KEY, sourceNumber: name, day, slot: 40, leads }
    }),
  )
  const subject = { geo: null, advertiserId: null, sourceNumber: names[0] ?? shout() }
  const made = forecast(learn(counts, TODAY), subject, { day: TODAY, minutes: 0 })
  if (!made.ok) shout()
  const { p10, p50, p90 } = made.value.total
  expect(p50).toBeGreaterThan(50)
  expect(p10).toBeGreaterThan(0)
  expect(p90).toBeLessThan(300)
})

function shout(): never {
  throw new Error('the test is wrong')
}
