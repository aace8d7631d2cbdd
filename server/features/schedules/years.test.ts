import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZONES } from '#domain/kernel/zone.ts'
import { createRandom } from '#sandbox/random.ts'
import { startTestSchedules, type TestSchedules } from '#testing/schedules.ts'

// Days and years of schedules, tick after tick, against what Temporal says. In npm test the days around a change of the
// clocks in the north, in the south, and where there is none; ten years of every zone with npm run soak schedules.

const SOAK = Boolean(process.env['SOAK'])
const HOURS = ['10:00-18:00', '00:10-02:00', '02:30-09:00']
const LEAD = 30

let schedules: TestSchedules

beforeAll(async () => {
  schedules = await startTestSchedules('2026-01-01T00:00:00Z')
})

afterAll(() => schedules.database.close())

test.each(SOAK ? ZONES.map(({ name }) => name) : ['Etc/GMT-2', 'America/New_York', 'Australia/Sydney'])(
  '%s: each summary, reminder and alert once, at its time or late, over outages and on two nodes',
  { timeout: SOAK ? 60 * 60_000 : 60_000 },
  async (zone) => {
    const { first, days } = spanOf(zone)
    await schedules.forget()
    await schedules.set('timezone', zone)
    await plantCaps(first, days)
    const due = listExpected(zone, first, days)
    const ticks = chooseTicks(zone, due)
    for (const at of ticks) {
      // oxlint-disable-next-line no-await-in-loop -- time goes on in one direction
      await schedules.look(new Date(at).toISOString(), at % 3 === 0 ? 2 : 1)
    }
    const told = (await schedules.told()).map(({ key, at, text }) => ({
      key,
      at: Number(at),
      late: text.includes('Sent late'),
    }))
    const expected = due.flatMap(({ key, at }) => {
      const tick = ticks.find((one) => one >= at) ?? Number.POSITIVE_INFINITY
      return tick - at > 3_600_000 ? [] : [{ key, at: tick, late: tick - at > 120_000 }]
    })
    expect(sortByKey(told)).toEqual(sortByKey(expected))
    expect(expected.length).toBeGreaterThan(days * 6)
  },
)

function spanOf(zone: string): { first: Temporal.PlainDate; days: number } {
  if (SOAK) return { first: Temporal.PlainDate.from('2020-01-01'), days: 3_653 }
  const start = Temporal.PlainDate.from('2026-01-15').toZonedDateTime(zone)
  const change = start.getTimeZoneTransition('next') ?? start
  return { first: change.toPlainDate().subtract({ days: 3 }), days: 7 }
}

/** On each day one cap of each hours for a broker, one for an affiliate, and one that is always on. */
async function plantCaps(first: Temporal.PlainDate, days: number): Promise<void> {
  await sql`
    insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, working_hours, always_on, created_by)
    select gen_random_uuid()::text, k.kind, day::date, 'DE', 'DE', 10,
      case k.kind when 'broker' then '101' end, h.position::text, h.hours, h.hours is null, 'test'
    from generate_series(${first.toString()}::date, ${first.add({ days: days - 1 }).toString()}::date, '1 day') as day
    cross join (values ('broker'), ('affiliate')) as k (kind)
    cross join unnest(${[...HOURS, null]}::text[]) with ordinality as h (hours, position)
    where k.kind = 'broker' or h.position = 1
  `.execute(schedules.database.db)
}

interface Expected {
  key: string
  at: number
}

function listExpected(zone: string, first: Temporal.PlainDate, days: number): Expected[] {
  const expected: Expected[] = []
  for (let index = 0; index < days; index += 1) {
    const day = first.add({ days: index })
    for (const kind of ['broker', 'affiliate'])
      expected.push({ key: `summary:${kind}:${day.toString()}`, at: epochOf(zone, day, '08:00') })
    expected.push({ key: `reminder:${day.toString()}`, at: epochOf(zone, day, '09:00') })
    for (const [kind, hours] of [
      ...HOURS.map((one) => ['broker', one] as const),
      ['affiliate', HOURS[0] ?? ''] as const,
    ]) {
      const at = epochOf(zone, day, hours.slice(0, 5))
      const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
      const name = `${kind}:${clock.toString({ smallestUnit: 'minute' })}`
      expected.push({ key: `opens:${name}`, at }, { key: `opens-soon:${name}`, at: at - LEAD * 60_000 })
    }
  }
  // What was due before the first look was not missed.
  const start = first.toZonedDateTime(zone).epochMilliseconds
  return expected.filter(({ at }) => at > start)
}

/** Where the clock jumps over a time, it is the moment of the jump. */
function epochOf(zone: string, day: Temporal.PlainDate, clock: string): number {
  const wall = day.toPlainDateTime(Temporal.PlainTime.from(clock))
  const early = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const jump = early.toPlainDateTime().equals(wall) ? null : early.getTimeZoneTransition('next')
  return (jump ?? early).epochMilliseconds
}

/** At every time that something is due, but for some outages of minutes and of hours. */
function chooseTicks(zone: string, due: readonly Expected[]): number[] {
  const random = createRandom(`ticks of ${zone}`)
  const times = [...new Set(due.map(({ at }) => at))].toSorted((a, b) => a - b)
  const first = (times[0] ?? 0) - 1
  let awayUntil = 0
  const ticks = times.flatMap((at) => {
    if (at < awayUntil) return []
    if (random.next() < 0.12) {
      awayUntil = at + Math.floor(random.next() * 3 * 3_600_000)
      return [awayUntil]
    }
    return [at]
  })
  const start = first - 1
  return [start, ...ticks, (times.at(-1) ?? 0) + 4 * 3_600_000]
}

function sortByKey<T extends { key: string | null }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1))
}
