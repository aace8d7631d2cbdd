import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZONES } from '#domain/kernel/zone.ts'
import { createRandom } from '#sandbox/random.ts'
import { startTestSchedules, type TestSchedules } from '#testing/schedules.ts'

// Weeks of schedules, tick after tick, against what Temporal says: the days around a change of the clocks, or any week where
// there is none. In npm test one week in the north, in the south, and without a change; with npm run soak schedules
// each change of ten years in every zone, the end of a year and a leap day.

const SOAK = Boolean(process.env['SOAK'])
const HOURS = ['10:00-18:00', '00:10-02:00', '02:30-09:00']
const LEAD = 30
const DAYS = 7
const NEVER = Number.POSITIVE_INFINITY

let schedules: TestSchedules

beforeAll(async () => {
  schedules = await startTestSchedules('2026-01-01T00:00:00Z')
})

afterAll(() => schedules.database.close())

test.each(SOAK ? ZONES.map(({ name }) => name) : ['Etc/GMT-2', 'America/New_York', 'Australia/Sydney'])(
  '%s: each summary, reminder and alert once, at its time or late, over outages and on two nodes',
  { timeout: SOAK ? 60 * 60_000 : 60_000 },
  async (zone) => {
    // oxlint-disable-next-line no-await-in-loop -- they share one database
    for (const first of listWeeks(zone)) await expectWeek(zone, first)
  },
)

async function expectWeek(zone: string, first: Temporal.PlainDate): Promise<void> {
  await schedules.forget()
  await schedules.set('timezone', zone)
  await plantCaps(first)
  const due = listExpected(zone, first)
  const ticks = chooseTicks(`${zone} ${first.toString()}`, due)
  for (const at of ticks) {
    // oxlint-disable-next-line no-await-in-loop -- time goes on in one direction
    await schedules.look(new Date(at).toISOString(), at % 3 === 0 ? 2 : 1)
  }
  const told = (await schedules.told()).map(({ key, at, text }) => ({
    key,
    at: Number(at),
    late: text.includes('Sent late'),
  }))
  const expected = due.flatMap(({ key, at, until }) => {
    const tick = ticks.find((one) => one >= at) ?? NEVER
    return tick - at > 3_600_000 || tick >= until ? [] : [{ key, at: tick, late: tick - at > 120_000 }]
  })
  expect({ first, told: sortByKey(told) }).toEqual({ first, told: sortByKey(expected) })
  expect(expected.length).toBeGreaterThan(DAYS * 6)
}

/** Days in the middle of a week that a year has besides: its end, and a leap day. */
const OTHER_DAYS = ['2024-02-29', '2027-01-01']

/** The first days of the weeks in whose middle the clocks change, or something else is odd. */
function listWeeks(zone: string): Temporal.PlainDate[] {
  const start = Temporal.PlainDate.from(SOAK ? '2020-01-01' : '2026-01-15')
  const end = start.add({ years: SOAK ? 10 : 1 })
  const changes: Temporal.PlainDate[] = []
  let next = start.toZonedDateTime(zone).getTimeZoneTransition('next')
  while (next && Temporal.PlainDate.compare(next.toPlainDate(), end) < 0) {
    changes.push(next.toPlainDate())
    next = next.getTimeZoneTransition('next')
  }
  const others = OTHER_DAYS.map((day) => Temporal.PlainDate.from(day))
  return (SOAK ? [...changes, ...others] : [changes[0] ?? start]).map((day) => day.subtract({ days: 3 }))
}

/** On each day one cap of each hours for a broker, one for an affiliate, and one that is always on. */
async function plantCaps(first: Temporal.PlainDate): Promise<void> {
  await sql`
    insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, working_hours, always_on, created_by)
    select gen_random_uuid()::text, k.kind, day::date, 'DE', 'DE', 10,
      case k.kind when 'broker' then '101' end, h.position::text, h.hours, h.hours is null, 'test'
    from generate_series(${first.toString()}::date, ${first.add({ days: DAYS - 1 }).toString()}::date, '1 day') as day
    cross join (values ('broker'), ('affiliate')) as k (kind)
    cross join unnest(${[...HOURS, null]}::text[]) with ordinality as h (hours, position)
    where k.kind = 'broker' or h.position = 1
  `.execute(schedules.database.db)
}

interface Expected {
  key: string
  at: number
  /** When another one says the same. */
  until: number
}

function listExpected(zone: string, first: Temporal.PlainDate): Expected[] {
  const expected: Expected[] = []
  for (let index = 0; index < DAYS; index += 1) {
    const day = first.add({ days: index })
    for (const kind of ['broker', 'affiliate'])
      expected.push({ key: `summary:${kind}:${day.toString()}`, at: epochOf(zone, day, '08:00'), until: NEVER })
    expected.push({ key: `reminder:${day.toString()}`, at: epochOf(zone, day, '09:00'), until: NEVER })
    for (const [kind, hours] of [
      ...HOURS.map((one) => ['broker', one] as const),
      ['affiliate', HOURS[0] ?? ''] as const,
    ]) {
      const at = epochOf(zone, day, hours.slice(0, 5))
      const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
      const name = `${kind}:${clock.toString({ smallestUnit: 'minute' })}`
      expected.push(
        { key: `opens:${name}`, at, until: NEVER },
        { key: `opens-soon:${name}`, at: at - LEAD * 60_000, until: at },
      )
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
function chooseTicks(seed: string, due: readonly Expected[]): number[] {
  const random = createRandom(`ticks of ${seed}`)
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
