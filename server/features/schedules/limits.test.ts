import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import type { LimitDraft } from '#domain/limits/limit.ts'
import type { Member } from '#domain/team/member.ts'
import { removeExpired, RETENTION } from '#platform/db/retention.ts'
import { writeLimit } from '#server/features/limits/edit-service.ts'
import { insertMember } from '#testing/capline.ts'
import { deliver, endSync, startTestSchedules, SUMMARY_GROUP, type TestSchedules } from '#testing/schedules.ts'

let schedules: TestSchedules
let anna: Member

const WEEK_OF_DE: LimitDraft = {
  name: 'Week of DE',
  side: 'broker',
  geos: ['DE'],
  advertiserIds: [],
  sourceNumbers: [],
  number: 10,
  unit: 'leads',
  period: 'week',
  firstDay: null,
  lastDay: null,
  note: null,
}

async function add(terms: Partial<LimitDraft>): Promise<void> {
  const deps = { db: schedules.database.db, clock: schedules.clock }
  await writeLimit(deps, anna, { id: null, version: null, draft: { ...WEEK_OF_DE, ...terms } })
}

beforeAll(async () => {
  schedules = await startTestSchedules('2026-11-20T05:00:00Z')
  const { db } = schedules.database
  anna = await insertMember(db, { role: 'editor', handle: 'anna' })
  await add({})
  await add({ name: 'No limit', number: null })
})

afterAll(() => schedules.database.close())

async function syncAt(iso: string): Promise<string[]> {
  schedules.clock.set(iso)
  await endSync(schedules)
  await schedules.look(iso, 3)
  const told = await schedules.told()
  return told.filter(({ chatId, text }) => chatId === SUMMARY_GROUP && text.includes('Limits')).map(({ text }) => text)
}

test('a limit that comes to a share is told once a period and share, over all nodes', async () => {
  await schedules.look('2026-11-20T05:00:00Z')
  await deliver(schedules, { day: '2026-11-19', leads: 7 })
  expect(await syncAt('2026-11-20T09:00:00Z')).toEqual([])
  await deliver(schedules, { day: '2026-11-20', leads: 1 })
  const [first] = await syncAt('2026-11-20T09:10:00Z')
  expect(first).toContain('<b>Week of DE</b> (DE / all advertisers / all sources) · <b>80%</b>, 8 of 10 leads')
  expect(await syncAt('2026-11-20T09:20:00Z')).toHaveLength(1)
  await deliver(schedules, { day: '2026-11-20', leads: 4 })
  expect((await syncAt('2026-11-20T09:30:00Z'))[1]).toContain('11 of 10 leads')
  await deliver(schedules, { day: '2026-11-23', leads: 9 })
  expect((await syncAt('2026-11-23T09:00:00Z'))[2]).toContain('9 of 10 leads')
})

test('the last leads of a period are told by the first sync of the next one, and the period is told once', async () => {
  expect(await syncAt('2026-11-29T22:58:00Z')).toHaveLength(3)
  await deliver(schedules, { day: '2026-11-29', leads: 1 })
  expect((await syncAt('2026-11-29T23:04:00Z'))[3]).toMatch(/10 of 10 leads .* planned 0 of 10$/)
  await deliver(schedules, { day: '2026-12-01', leads: 9 })
  expect((await syncAt('2026-11-30T23:04:00Z'))[4]).toContain('<b>90%</b>, 9 of 10 leads')
  expect(await syncAt('2026-11-30T23:14:00Z')).toHaveLength(5)
})

test('a range that lasts longer than what was told is kept is told once all the same', async () => {
  const before = (await syncAt('2026-12-02T09:00:00Z')).length
  const half = { firstDay: parseDay('2026-11-01'), lastDay: parseDay('2027-06-30') }
  await add({ name: 'Half a year', period: 'range', number: 35, ...half })
  const told = async (iso: string) => (await syncAt(iso)).slice(before)
  expect(await told('2026-12-02T10:00:00Z')).toEqual([expect.stringContaining('Half a year')])
  const rule = RETENTION.find(({ table }) => table === 'told')
  const later = parseInstant('2027-03-20T09:00:00Z')
  if (!rule || !later) throw new Error('what was told stays for ever')
  expect(await removeExpired(schedules.database.db, rule, later, AbortSignal.timeout(10_000))).toBeGreaterThan(0)
  expect(await told('2027-03-20T09:00:00Z')).toHaveLength(1)
})
