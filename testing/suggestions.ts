import { sql } from 'kysely'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, MINUTE, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { listHistoryDays } from '#domain/suggestions/learn.ts'
import { replaceCounts } from '#server/features/leads/rebuild-store.ts'
import { createForecastCaches } from '#server/features/suggestions/forecast-service.ts'
import { sweepAllDue, type SweepDeps } from '#server/features/suggestions/sweep-service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { Log } from '#platform/log.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { createRandom } from '#sandbox/random.ts'

export const TODAY: Day = readDay('2026-11-21')
/** As old as the installation is. */
const HISTORY_DAYS = 20

const BERLIN = zoneOf('Europe/Berlin')

/** The same leads of one key on each day, in the hours from 08:00 to 20:00. */
export interface Stream {
  geo?: string
  advertiser?: string
  source?: string
  leadsAnHour: number
  /** Of today; the same as on other days where nothing is said. */
  leadsAnHourToday?: number
}

/** A sweep's parts, with nobody but our own templates to word it. */
export function sweepDeps(db: Database, clock: Clock, log: Log): SweepDeps {
  const writer = async () => ({ templates: [], failure: null })
  return { db, clock, log, connectors: [{ name: 'main' }], writer, kept: createForecastCaches(clock) }
}

/** Sweeps what is due, on so many nodes at once. */
export async function sweepOn(deps: SweepDeps, nodes = 1): Promise<void> {
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: nodes }, () => sweepAllDue(deps, signal)))
}

/** Leads of the last weeks and of today up to an instant, as a sync that ended then would have left them. */
export async function plantHistory(db: Database, until: string, streams: readonly Stream[]): Promise<void> {
  const end = readInstant(until)
  const leads = streams.flatMap((stream, index) =>
    listHistoryDays(TODAY)
      .slice(-1 - HISTORY_DAYS)
      .flatMap((day) => listLeads(stream, day, end).map((at) => ({ ...stream, index, day, at }))),
  )
  await sql`truncate leads`.execute(db)
  for (let from = 0; from < leads.length; from += 4_000) {
    await db
      .insertInto('leads')
      .values(
        leads.slice(from, from + 4_000).map(({ geo = 'DE', source = '44', advertiser = '101', at, day }) => ({
          connector: 'main',
          external_id: newId(),
          created_at: formatInstant(at),
          day,
          geo,
          geo_key: geo,
          source_number: source,
          advertiser_id: advertiser,
        })),
      )
      .execute()
  }
  await replaceCounts(db)
  await endGoodSync(db, end)
}

/** Leads are known up to here. */
export async function endGoodSync(db: Database, at: Instant): Promise<void> {
  const run = { id: newId(), started_at: formatInstant(at), ended_at: formatInstant(at) }
  await db
    .insertInto('sync_runs')
    .values({ ...run, requested_by: 'test', status: 'success' })
    .execute()
  const { id: run_id, ...times } = run
  await db
    .insertInto('sync_parts')
    .values({ run_id, ...times, connector: 'main', position: 0, status: 'success' })
    .execute()
}

/** Of one day, a few more or fewer in an hour than the stream says, and the same each time. */
function listLeads({ leadsAnHour, leadsAnHourToday, source = '44' }: Stream, day: Day, end: Instant): Instant[] {
  const random = createRandom(`leads of ${source} on ${day}`)
  const mean = day === TODAY ? (leadsAnHourToday ?? leadsAnHour) : leadsAnHour
  const open = addMilliseconds(BERLIN.startOf(day), 8 * 60 * MINUTE)
  const count = Math.round(mean * 12 * (0.9 + random.next() * 0.2))
  return Array.from({ length: count }, () =>
    addMilliseconds(open, Math.floor(random.next() * 12 * 60) * MINUTE),
  ).filter((at) => at <= end)
}

export async function addCap(
  db: Database,
  cap: {
    cap: number
    kind?: 'broker' | 'affiliate'
    geo?: string
    source?: string
    advertiser?: string
    hours?: string
    /** Percent. */
    crg?: number
    daysAhead?: number
  },
): Promise<string> {
  const id = newId()
  const { kind = 'broker', geo = 'DE', source = '44', advertiser = '101', crg } = cap
  await db
    .insertInto('caps')
    .values({
      id,
      kind,
      date: addDays(TODAY, cap.daysAhead ?? 0),
      geo,
      geo_key: geo,
      cap: cap.cap,
      crg: crg === undefined ? null : crg.toFixed(2),
      advertiser_id: kind === 'broker' ? advertiser : null,
      advertiser_name: kind === 'broker' ? 'Alpha' : null,
      source_number: source,
      working_hours: cap.hours ?? '08:00-20:00',
      created_by: 'test',
    })
    .execute()
  return id
}

export async function setSetting(db: Database, key: string, value: string): Promise<void> {
  const columns = { value, sealed: null, updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' }
  await db
    .insertInto('settings')
    .values({ key, ...columns })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
    .execute()
}

function readDay(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(`not a day: ${text}`)
  return day
}

function readInstant(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`not an instant: ${text}`)
  return instant
}
