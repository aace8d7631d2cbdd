import { expect, test } from 'vitest'
import { addDays, dayNumberOf, fromDayNumber } from '#domain/kernel/day.ts'
import { addMilliseconds, HOUR } from '#domain/kernel/instant.ts'
import { zoneNamed } from '#domain/kernel/zone.ts'
import type { Pause } from './pause.ts'
import { resumeAll, type PlannedAct } from './planned.ts'

const zone = zoneNamed('Europe/Kyiv')
const today = fromDayNumber(dayNumberOf(2026, 11, 20))
const scope = { geo: 'IT', advertiserId: null, sourceNumber: null }
const running: Pause = {
  ...scope,
  _id: 'p1',
  from: zone.startOf(today),
  until: null,
  reason: 'other',
  note: null,
  by: '@anna',
  way: 'board',
  endedAt: null,
  endedBy: null,
}
const resume = (inDays: number): PlannedAct => ({
  ...scope,
  act: 'resume',
  from: addDays(today, inDays),
  until: null,
  note: null,
})

test('a resumption ends a pause on its own day: the days before stay paused, and a pause that would begin later is none', () => {
  const [tomorrow, later] = [zone.startOf(addDays(today, 1)), zone.startOf(addDays(today, 2))]
  const now = zone.startOf(today)
  expect(resumeAll([running], [resume(0)], { zone, now })).toEqual([])
  const noon = addMilliseconds(now, 12 * HOUR)
  expect(resumeAll([running], [resume(0)], { zone, now: noon }), 'until now it was paused').toEqual([
    { ...running, until: noon },
  ])
  expect(resumeAll([running], [resume(1), resume(2)], { zone, now })).toEqual([{ ...running, until: tomorrow }])
  expect(resumeAll([{ ...running, from: later }], [resume(1)], { zone, now })).toEqual([])

  const over = { ...running, until: tomorrow }
  expect(resumeAll([over], [resume(2)], { zone, now })).toEqual([over])
  expect(
    resumeAll(
      [running],
      [
        { ...resume(0), geo: 'DE' },
        { ...resume(0), act: 'pause' },
      ],
      { zone, now },
    ),
  ).toEqual([running])
})
