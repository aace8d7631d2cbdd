import { addDays, type Day } from '#domain/kernel/day.ts'
import { HOUR } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { findToldHour, HIT_RATE_DAYS, roundBand, type HitRates } from '#domain/suggestions/hit-rate.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { hasToldBands, insertToldBands, judgeAllBands, judgeCapBands } from './store.ts'
import { forecastAnew, type ForecastDeps } from './forecast-service.ts'
import type { PastCache } from './learn-service.ts'

interface KeepDeps {
  db: Database
  clock: Clock
  connectors: readonly Pick<Connector, 'name'>[]
  kept: { past: PastCache }
}

/** Keeps what is foretold at a fixed hour of today, once; nothing at other hours, or where nothing can be foretold. */
export async function keepToldBands({ db, clock, connectors, kept }: KeepDeps): Promise<void> {
  const settings = await readSettings(db)
  const at = clock.now()
  const { day, minutes } = zoneOf(settings.timezone).localTimeOf(at)
  const hour = findToldHour(minutes)
  if (hour === null || (await hasToldBands(db, day, hour))) return
  const forecast = await forecastAnew({ db, connectors, past: kept.past }, settings, at)
  if (!forecast?.all) return
  const caps = forecast.caps.map(({ id, outlook }) => ({ id, ...roundBand(outlook.total) }))
  await insertToldBands(db, { day, hour, at, ...roundBand(forecast.all.total), caps })
}

/** How often what was foretold has held in the days before today. Leads of past days hardly ever change: counted anew each hour. */
export async function recallHitRates({ db, kept }: Pick<ForecastDeps, 'db' | 'kept'>, today: Day): Promise<HitRates> {
  const [from, to] = [addDays(today, -HIT_RATE_DAYS), addDays(today, -1)]
  return kept.hitRates.recall(today, 0, HOUR, async () => ({
    version: 0,
    value: { all: await judgeAllBands(db, from, to), caps: await judgeCapBands(db, from, to) },
  }))
}
