import { capKeyOf, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { findNear, type GeoCap, type NearCap, type PlaceCount } from '#domain/caps/near.ts'
import { isPausedAt } from '#domain/hours/paused-time.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { drawBeside, drawCourse, quartersOf } from '#domain/leads/course.ts'
import { spansOver } from '#domain/pauses/pause.ts'
import { addCents } from '#domain/payouts/money.ts'
import { decideFates, readFateRules, tallyFates, type FateTally } from '#domain/payouts/fates.ts'
import type { DealMoney } from '#domain/payouts/deal.ts'
import type { Price } from '#domain/payouts/rows.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { countDueSince, expectCourse, type ExpectedPoint } from '#domain/suggestions/course.ts'
import type { Forecast, Quantiles } from '#domain/suggestions/forecast.ts'
import type { HitRate } from '#domain/suggestions/hit-rate.ts'
import { readCapsByIds } from '#server/features/caps/standing-service.ts'
import { readSyncedAt } from '#server/features/feeds/service.ts'
import { settleSoFar, type Place, type PayoutLead, type SettledDeal } from '#server/features/payouts/owed-service.ts'
import { readSourceNames } from '#server/features/partners/service.ts'
import { readPausesAround } from '#server/features/pauses/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { recallHitRates } from '#server/features/suggestions/band-service.ts'
import { readCapForecast, type ForecastDeps } from '#server/features/suggestions/forecast-service.ts'
import type { Tx } from '#platform/db/database.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { findLastLeads, listGeoCaps, listInstants, listLeadsOfKey, listPlaceCounts } from './store.ts'

export type { ForecastDeps as WhyDeps }

/** Why a cap stands where it does. */
export interface CapWhy {
  at: Instant
  cap: Cap
  /** Wall-clock minutes at which each quarter of an hour of its day begins. */
  quarters: number[]
  /** Leads by the end of each quarter: up to now, and beside them those of other days. */
  course: { today: number[]; yesterday: number[]; weekday: number[] }
  outlook: Outlook | null
  fates: FateTally
  /** Leads that came while paused, whatever became of them. */
  whilePaused: number
  near: NearCap
  /** The last lead, of the last two weeks. */
  lastLeadAt: Instant | null
  /** All of its source on its day, whatever the geo and broker. */
  source: { name: string | null; leads: number; lastLeadAt: Instant | null }
  syncedAt: Instant | null
  deposits: SoFar['deposits']
  affiliatePrice: Price | null
  owed: Owed
}

interface Outlook {
  total: Quantiles
  hitRate: HitRate
  points: ExpectedPoint[]
  /** Leads that were due since the last one; null where none came today. */
  dueSince: number | null
}

/** What became of the deals of a cap, in money and deposits. */
interface SoFar {
  deposits: { inside: number; outside: number; unmatched: number }
  /** Of the affiliate cap beside a broker cap. */
  affiliatePrice: Price | null
  owed: Owed
}

/** In cents; null where no broker cap sells the leads. */
export type Owed = (DealMoney & { unpriced: number }) | null

/** Of one consistent state of the tables, but for the forecast, which may be of a minute before. */
export async function explainCap(
  deps: ForecastDeps,
  kind: CapKind,
  id: string,
): Promise<Result<CapWhy, { reason: 'cap.not-found' }>> {
  const cap = (await readCapsByIds(deps.db, [id])).get(id)
  if (!cap || cap.kind !== kind) return refuse({ reason: 'cap.not-found' })
  const read = readOneState(deps.db, (tx) => readWhy(tx, deps, id))
  const [why, forecast] = await Promise.all([read, readCapForecast(deps, cap)])
  if (!why) return refuse({ reason: 'cap.not-found' })
  if (!forecast) return accept({ ...why, outlook: null })
  const { caps: hitRate } = await recallHitRates(deps, cap.date)
  return accept({ ...why, outlook: { hitRate, ...lookAhead(forecast, why.minutesOfLast) } })
}

type Known = Omit<CapWhy, 'outlook'> & { minutesOfLast: number | null }

async function readWhy(tx: Tx, deps: ForecastDeps, id: string): Promise<Known | null> {
  const cap = (await readCapsByIds(tx, [id])).get(id)
  if (!cap) return null
  const settings = await readSettings(tx)
  const rules = readFateRules(settings)
  const { zone } = rules
  const now = deps.clock.now()
  const key = capKeyOf(cap)
  const leads = await listLeadsOfKey(tx, key)
  const pauses = spansOver(await readPausesAround(tx, leads), cap)
  const yesterday = addDays(cap.date, -1)
  const weekday = addDays(cap.date, -7)
  const others = new Map(
    (await listInstants(tx, key, [yesterday, weekday])).map(({ day, instants }) => [day, instants]),
  )
  const quarters = quartersOf(cap.date, zone)
  const beside = (day: typeof yesterday) => drawBeside(quarters, others.get(day) ?? [], zone)
  const { caps, counts } = await readPlaces(tx, cap)
  const last = await findLastLeads(tx, key)
  const isOfDay = last.ofKey !== null && zone.dayOf(last.ofKey) === cap.date
  return {
    at: now,
    cap,
    quarters,
    course: {
      today: drawCourse(
        leads.map(({ createdAt }) => createdAt),
        { day: cap.date, zone, now },
      ),
      yesterday: beside(yesterday),
      weekday: beside(weekday),
    },
    fates: tallyFates(decideFates({ ...cap, pauses }, leads, rules)),
    whilePaused: leads.filter(({ createdAt }) => isPausedAt(pauses, createdAt)).length,
    near: findNear(cap, counts, caps),
    lastLeadAt: last.ofKey,
    source: {
      name: caps.find(({ _id }) => _id === id)?.sourceName ?? null,
      leads: last.leadsOfSource,
      lastLeadAt: last.ofSource,
    },
    syncedAt: await readSyncedAt({ db: tx, connectors: deps.connectors }),
    ...(await readSoFar(tx, settings, { cap, leads, caps, until: zone.dayOf(now) })),
    minutesOfLast: isOfDay && last.ofKey !== null ? zone.minutesOf(last.ofKey) : null,
  }
}

/** What is planned and what came in a cap's geo on its day, with what sources are called now. */
async function readPlaces(tx: Tx, cap: Cap): Promise<{ caps: GeoCap[]; counts: PlaceCount[] }> {
  const { date, geo } = capKeyOf(cap)
  const caps = await listGeoCaps(tx, date, geo)
  const counts = await listPlaceCounts(tx, date, geo)
  const sources = [...caps, ...counts].map(({ sourceNumber }) => sourceNumber)
  const names = new Map((await readSourceNames(tx, [...new Set(sources)])).map(({ key, name }) => [key, name]))
  const nameSource = <Row extends { sourceNumber: string }>(row: Row) => ({
    ...row,
    sourceName: names.get(row.sourceNumber) ?? null,
  })
  return { caps: caps.map(nameSource), counts: counts.map(nameSource) }
}

function lookAhead(forecast: Forecast, minutesOfLast: number | null): Omit<Outlook, 'hitRate'> {
  return {
    total: forecast.total,
    points: expectCourse(forecast),
    dueSince: minutesOfLast === null ? null : countDueSince(forecast, minutesOfLast),
  }
}

/** An affiliate cap is owed what the broker caps that sell its leads are worth to its affiliate. */
async function readSoFar(
  tx: Tx,
  settings: Settings,
  { cap, leads, caps, until }: { cap: Cap; leads: PayoutLead[]; caps: readonly GeoCap[]; until: Cap['date'] },
): Promise<SoFar> {
  const { geo, date: day, sourceNumber } = cap
  const sold = caps.filter(
    (one) =>
      one.kind === 'broker' && (cap.kind === 'affiliate' ? one.sourceNumber === sourceNumber : one._id === cap._id),
  )
  const places = sold.flatMap(({ advertiserId }): Place[] =>
    advertiserId === null ? [] : [{ day, geo, advertiserId, sourceNumber }],
  )
  const deals = await settleSoFar(tx, settings, { places, leads, day, until })
  const price = cap.kind === 'broker' ? deals[0]?.deal.affiliatePrice : null
  return { ...sumUp(deals), affiliatePrice: price ?? null }
}

function sumUp(deals: readonly SettledDeal[]): Omit<SoFar, 'affiliatePrice'> {
  const count = (list: keyof SoFar['deposits']) => deals.reduce((sum, { deposits }) => sum + deposits[list].length, 0)
  const add = (part: keyof DealMoney) => addCents(deals.map(({ money }) => money[part]))
  return {
    deposits: { inside: count('inside'), outside: count('outside'), unmatched: count('unmatched') },
    owed:
      deals.length === 0
        ? null
        : {
            cpaComponent: add('cpaComponent'),
            crgComponent: add('crgComponent'),
            extras: add('extras'),
            total: add('total'),
            unpriced: deals.reduce((sum, { unpriced }) => sum + unpriced, 0),
          },
  }
}
