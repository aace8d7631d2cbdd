import { afterEach, beforeEach, expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { startTestSchedules, SUMMARY_GROUP, type TestSchedules } from '#testing/schedules.ts'

let schedules: TestSchedules

beforeEach(async () => {
  schedules = await startTestSchedules('2026-11-21T05:00:00Z')
  await schedules.set('timezone', 'Etc/GMT-2')
  await schedules.set('summary_group_id', SUMMARY_GROUP)
  await schedules.look('2026-11-21T05:00:00Z')
})

afterEach(() => schedules.database.close())

test('a cap that was muted for its day is left out of alerts; the others have their buttons', async () => {
  const muted = await schedules.addCap({ date: '2026-11-21', geo: 'DE', hours: '10:00-18:00' })
  const heard = await schedules.addCap({ date: '2026-11-21', geo: 'FR', hours: '10:00-18:00' })
  await schedules.database.db
    .insertInto('muted_caps')
    .values({ cap_id: muted, day: brandText<Day>('2026-11-21'), muted_by: '@anna', at: '2026-11-21T05:00:00Z' })
    .execute()
  await schedules.look('2026-11-21T07:30:00Z')
  const alerts = await schedules.database.db
    .selectFrom('outbox')
    .select(['text', 'reply_markup'])
    .where('kind', '=', 'hours.alert')
    .execute()
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.text).toContain('FR')
  expect(alerts[0]?.text).not.toContain('DE')
  expect(JSON.stringify(alerts[0]?.reply_markup)).toContain(`cap:add.${heard}`)
})
