import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseInstant } from '#domain/kernel/instant.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import { startTestSchedules, type TestSchedules } from '#testing/schedules.ts'
import { previewSummary } from './preview-service.ts'

let schedules: TestSchedules

beforeAll(async () => {
  schedules = await startTestSchedules('2026-11-21T05:00:00Z')
})

afterAll(() => schedules.database.close())

const preview = (time: string) =>
  previewSummary(
    { db: schedules.database.db, clock: schedules.clock },
    { zone: 'Europe/Berlin', summaryAt: parseTimeOfDay(time) },
  )
const at = (iso: string, overdue = false) => ({ at: parseInstant(iso), overdue })
const toldOf = async (day: string) => (await schedules.told()).filter(({ key }) => key === `summary:broker:${day}`)

test('what another time of the summary would do is what it then does', async () => {
  // At 06:00 in Berlin, before the summary of 08:00, it moves within today, or is sent at once.
  await schedules.set('summary_time', '08:00')
  await schedules.look('2026-11-21T05:00:00Z')
  expect(await preview('18:00')).toEqual(at('2026-11-21T17:00:00Z'))
  expect(await preview('05:30')).toEqual(at('2026-11-21T05:00:00Z', true))
  // Told at 08:00, it is not told again today.
  await schedules.look('2026-11-21T07:00:00Z')
  expect(await preview('18:00')).toEqual(at('2026-11-22T17:00:00Z'))
  await schedules.set('summary_time', '18:00')
  await schedules.look('2026-11-21T17:01:00Z')
  expect(await toldOf('2026-11-21')).toHaveLength(1)
  // Moved behind while it is ahead, it is told at once.
  schedules.clock.set('2026-11-22T12:00:00Z')
  expect(await preview('12:00')).toEqual(at('2026-11-22T12:00:00Z', true))
  await schedules.set('summary_time', '12:00')
  await schedules.look('2026-11-22T12:00:00Z')
  expect(await toldOf('2026-11-22')).toHaveLength(1)
})
