import { capKeyOf, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { findNear, type GeoCap, type NearCap } from '#domain/caps/near.ts'
import { isPausedAt, spanOfDays } from '#domain/hours/paused-time.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { drawBeside, drawCourse, quartersOf } from '#domain/leads/course.ts'
import { spansOver, type Pause } from '#domain/pauses/pause.ts'
import { addCents } from '#domain/payouts/money.ts'
import { decideFates, readFateRules, spanOfNotice, tallyFates, type FateTally } from '#domain/payouts/fates.ts'
import type { DealMoney } from '#domain/payouts/deal.ts'
import type { Price } from '#domain/payouts/rows.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { countDueSince, expectCourse, type ExpectedPoint } from '#domain/suggestions/course.ts'
import type { Forecast, Quantiles } from '#domain/suggestions/forecast.ts'
import type { HitRate } from '#domain/suggestions/hit-rate.ts'
import { readCapsByIds } from '#server/features/caps/standing-service.ts'
import { readSyncedAt } from '#server/features/feeds/service.ts'
import {
  listDepositsOf,
  settleSoFar,
  type Place,
  type PayoutLead,
  type SettledDeal,
} from '#server/features/payouts/owed-service.ts'
import { readSourceNames } from '#server/features/partners/service.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { recallHitRates } from '#server/features/suggestions/follow-service.ts'
import { readCapForecast, type ForecastDeps } from '#server/features/suggestions/forecast-service.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import type { Tx } from '#platform/db/database.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { findAround, listLeadsOfKey, type AroundCap } from './store.ts'

export type { ForecastDeps as WhyDeps }

/** Why a cap has its number. */
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
  deposits: SummedUp['deposits'] & {
    /** Of leads of an affiliate cap that no broker cap sells. */
    unsold: number
  }
  /** Of the affiliate cap beside a broker cap. */
  affiliatePrice: Price | null
  owed: Owed
}

interface SummedUp {
  deposits: { inside: number; outside: number; unmatched: number }
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
  const found = await readOneState(deps.db, async (tx) => {
    const [known, syncedAt] = await Promise.all([
      readWhy(tx, deps.clock.now(), kind, id),
      readSyncedAt({ db: tx, connectors: deps.connectors }),
    ])
    return known && { ...known, syncedAt }
  })
  if (!found) return refuse({ reason: 'cap.not-found' })
  const { why, syncedAt } = found
  const forecast = await readCapForecast(deps, why.cap, found)
  if (!forecast) return accept({ ...why, syncedAt, outlook: null })
  const { caps: hitRate } = await recallHitRates(deps, why.cap.date)
  return accept({ ...why, syncedAt, outlook: { hitRate, ...lookAhead(forecast, found.minutesOfLast) } })
}

/** With what a forecast rests on. */
interface Known {
  why: Omit<CapWhy, 'outlook' | 'syncedAt'>
  settings: Settings
  /** Those of its day, and of the hours before it in which a notice may have begun. */
  pauses: readonly Pause[]
  version: number
  minutesOfLast: number | null
}

/** Null where there is no such cap. What does not rest on each other is asked at once. */
async function readWhy(tx: Tx, now: Instant, kind: CapKind, id: string): Promise<Known | null> {
  const [found, settings] = await Promise.all([readCapsByIds(tx, [id]), readSettings(tx)])
  const cap = found.get(id)
  if (!cap || cap.kind !== kind) return null
  const rules = readFateRules(settings)
  const { zone } = rules
  const key = capKeyOf(cap)
  const [yesterday, weekday] = [addDays(cap.date, -1), addDays(cap.date, -7)]
  const [{ leads, instants }, pausesAround, around, version] = await Promise.all([
    listLeadsOfKey(tx, key, [yesterday, weekday]),
    readPauses(tx, spanOfNotice(spanOfDays({ start: cap.date, end: cap.date }, zone), rules.pausedLeads)),
    findAround(tx, key),
    readDataVersion(tx),
  ])
  const [{ counts, caps, ...last }, soFar] = await Promise.all([
    nameSources(tx, around),
    readSoFar(tx, settings, { cap, leads, caps: around.caps, until: zone.dayOf(now) }),
  ])
  const pauses = spansOver(pausesAround, cap)
  const quarters = quartersOf(cap.date, zone)
  const instantsOf = (day: Day) => instants.get(day) ?? []
  const isOfDay = last.lastOfKey !== null && zone.dayOf(last.lastOfKey) === cap.date
  const why = {
    at: now,
    cap,
    quarters,
    course: {
      today: drawCourse(instantsOf(cap.date), { day: cap.date, zone, now }),
      yesterday: drawBeside(quarters, instantsOf(yesterday), zone),
      weekday: drawBeside(quarters, instantsOf(weekday), zone),
    },
    fates: tallyFates(decideFates({ ...cap, pauses }, leads, rules)),
    whilePaused: leads.filter(({ createdAt }) => isPausedAt(pauses, createdAt)).length,
    near: findNear(cap, counts, caps),
    lastLeadAt: last.lastOfKey,
    source: {
      name: caps.find(({ _id }) => _id === cap._id)?.sourceName ?? null,
      leads: last.leadsOfSource,
      lastLeadAt: last.lastOfSource,
    },
    ...soFar,
  }
  const minutesOfLast = isOfDay && last.lastOfKey !== null ? zone.minutesOf(last.lastOfKey) : null
  return { why, settings, pauses: pausesAround, version, minutesOfLast }
}

/** With what sources are called that nobody has registered. */
async function nameSources(tx: Tx, around: AroundCap): Promise<AroundCap> {
  const nameless = [...around.caps, ...around.counts].filter(({ sourceName }) => sourceName === null)
  if (nameless.length === 0) return around
  const found = await readSourceNames(tx, [...new Set(nameless.map(({ sourceNumber }) => sourceNumber))])
  const names = new Map(found.map(({ key: source, name }) => [source, name]))
  const nameOf = <Row extends { sourceNumber: string; sourceName: string | null }>(row: Row) => ({
    ...row,
    sourceName: row.sourceName ?? names.get(row.sourceNumber) ?? null,
  })
  return { ...around, caps: around.caps.map(nameOf), counts: around.counts.map(nameOf) }
}

function lookAhead(
  { known, seen }: { known: Forecast; seen: Forecast },
  minutesOfLast: number | null,
): Omit<Outlook, 'hitRate'> {
  return {
    total: seen.total,
    points: expectCourse(seen),
    dueSince: minutesOfLast === null ? null : countDueSince(known, minutesOfLast),
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
  const unsold = leads.filter((lead) => !places.some(({ advertiserId }) => advertiserId === lead.advertiserId))
  const [deals, ofUnsold] = await Promise.all([
    settleSoFar(tx, settings, { places, leads, day, until }),
    unsold.length === 0 ? [] : listDepositsOf(tx, unsold, []),
  ])
  const price = cap.kind === 'broker' ? deals[0]?.deal.affiliatePrice : null
  const { deposits, owed } = sumUp(deals)
  return { deposits: { ...deposits, unsold: ofUnsold.length }, affiliatePrice: price ?? null, owed }
}

function sumUp(deals: readonly SettledDeal[]): SummedUp {
  const count = (list: keyof SummedUp['deposits']) =>
    deals.reduce((sum, { deposits }) => sum + deposits[list].length, 0)
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
