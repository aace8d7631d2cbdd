import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Day } from '#domain/kernel/day.ts'
import { daysOf, type DayRange } from '#domain/kernel/day-range.ts'
import { addFigures, NOTHING, type Figures } from './figures.ts'

/** Figures of one key over some days. A text is empty if neither the deposit nor its lead names it. */
export interface KeyFigures extends Figures {
  geo: string
  advertiserId: string
  sourceNumber: string
}

export interface DayFigures extends Figures {
  date: Day
}

export type GeoFigures = Figures & Pick<KeyFigures, 'geo'>
export type BrokerFigures = Figures & Pick<KeyFigures, 'advertiserId'>
export type AffiliateFigures = Figures & Pick<KeyFigures, 'sourceNumber'>
export type AffiliateGeoFigures = Figures & Pick<KeyFigures, 'sourceNumber' | 'geo'>

/** The same leads and deposits in four groupings. The sums of each are the totals. Most leads first, then by name. */
export interface Groups {
  totals: Figures
  byGeo: GeoFigures[]
  byBroker: BrokerFigures[]
  byAffiliate: AffiliateFigures[]
  byAffiliateGeo: AffiliateGeoFigures[]
}

export function groupFigures(keys: readonly KeyFigures[]): Groups {
  return {
    totals: addFigures(keys),
    byGeo: group(keys, ({ geo }) => ({ geo })),
    byBroker: group(keys, ({ advertiserId }) => ({ advertiserId })),
    byAffiliate: group(keys, ({ sourceNumber }) => ({ sourceNumber })),
    byAffiliateGeo: group(keys, ({ sourceNumber, geo }) => ({ sourceNumber, geo })),
  }
}

function group<K extends Record<string, string>>(
  keys: readonly KeyFigures[],
  nameOf: (key: KeyFigures) => K,
): (K & Figures)[] {
  const sums = new Map<string, { name: K; sum: Figures }>()
  for (const key of keys) {
    if (key.leads === 0 && key.deposits === 0) continue
    const name = nameOf(key)
    const id = JSON.stringify(Object.values(name))
    const sum = sums.get(id)?.sum ?? NOTHING
    sums.set(id, { name, sum: addFigures([sum, key]) })
  }
  return [...sums]
    .toSorted(([a, { sum }], [b, { sum: other }]) => other.leads - sum.leads || compareCodePoints(a, b))
    .map(([, { name, sum }]) => ({ ...name, ...sum }))
}

/** The geo with most leads; of several, the first by name; null if no lead has a known geo. */
export function findTopGeo(byGeo: readonly GeoFigures[]): GeoFigures | null {
  return byGeo.find(({ geo, leads }) => geo !== '' && leads > 0) ?? null
}

/** Every day of a period in order, also days without leads and deposits. */
export function fillDays(period: DayRange, days: readonly DayFigures[]): DayFigures[] {
  const known = new Map(days.map((figures) => [figures.date, figures]))
  return daysOf(period).map((date) => known.get(date) ?? { date, ...NOTHING })
}
