import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { foldGeo, type GeoKey, type SourceNumber } from '#domain/kernel/identity.ts'
import type { Cap } from './cap.ts'

/** Delivered and planned leads of some caps. */
export interface Tally {
  actual: number
  planned: number
  caps: number
}

export interface SourceSummary extends Tally {
  sourceNumber: SourceNumber
}

export interface BrokerSummary extends Tally {
  advertiserId: string
  advertiserName: string | null
  sourceSummaries: SourceSummary[]
}

/** The caps of one geo on one day (spec, section 3, "Day aggregates per geo"). */
export interface GeoGroup<C extends Cap> extends Tally {
  key: GeoKey
  /** The caps' own spelling if all agree, else the folded form. */
  geo: string
  items: C[]
  sourceSummaries: SourceSummary[]
}

export function tally(caps: Iterable<Cap>): Tally {
  const sum = { actual: 0, planned: 0, caps: 0 }
  for (const cap of caps) {
    sum.actual += cap.actualCount
    sum.planned += cap.cap
    sum.caps += 1
  }
  return sum
}

/** The sum of planned leads. */
export function sumPlanned(caps: readonly Pick<Cap, 'cap'>[]): number {
  return caps.reduce((sum, { cap }) => sum + cap, 0)
}

/** Groups caps by geo, alphabetically by the shown geo; within a geo by planned, descending. */
export function groupByGeo<C extends Cap>(caps: readonly C[]): GeoGroup<C>[] {
  const groups = Map.groupBy(caps, (cap) => foldGeo(cap.geo))
  return [...groups]
    .map(([key, items]) => {
      const written = new Set(items.map((cap) => cap.geo))
      return {
        key,
        geo: written.size === 1 ? (items[0]?.geo ?? key) : key,
        items: items.toSorted(compareCaps),
        sourceSummaries: summarizeSources(items),
        ...tally(items),
      }
    })
    .toSorted((a, b) => compareCodePoints(a.geo, b.geo))
}

/** A group with only some of its caps and their sums. Returns the same object if these are all of its caps. */
export function narrowGroup<C extends Cap>(group: GeoGroup<C>, items: C[]): GeoGroup<C> {
  if (items.length === group.items.length) return group
  return { ...group, items, sourceSummaries: summarizeSources(items), ...tally(items) }
}

/** Per source, planned descending. */
export function summarizeSources(caps: readonly Cap[]): SourceSummary[] {
  const groups = Map.groupBy(caps, (cap) => cap.sourceNumber)
  return [...groups]
    .map(([sourceNumber, items]) => ({ sourceNumber, ...tally(items) }))
    .toSorted((a, b) => b.planned - a.planned || compareCodePoints(a.sourceNumber, b.sourceNumber))
}

/**
 * Summaries of broker caps, by broker with its sources, planned descending. A broker's name is that of its largest cap
 * that has one.
 */
export function summarizeBrokers(caps: readonly Cap[]): BrokerSummary[] {
  const sold = caps.flatMap((cap) => (cap.advertiserId === null ? [] : [{ advertiserId: cap.advertiserId, cap }]))
  const groups = Map.groupBy(sold, ({ advertiserId }) => advertiserId)
  return [...groups]
    .map(([advertiserId, own]) => ({ advertiserId, items: own.map(({ cap }) => cap) }))
    .map(({ advertiserId, items }) => ({
      advertiserId,
      advertiserName: items.toSorted(compareCaps).find((cap) => cap.advertiserName !== null)?.advertiserName ?? null,
      sourceSummaries: summarizeSources(items),
      ...tally(items),
    }))
    .toSorted((a, b) => b.planned - a.planned || compareCodePoints(a.advertiserId, b.advertiserId))
}

/** Orders caps by planned, descending. Ties have a fixed order, so no card jumps when a board is read again. */
export function compareCaps(a: Cap, b: Cap): number {
  return b.cap - a.cap || compareCodePoints(a.sourceNumber, b.sourceNumber) || compareCodePoints(a._id, b._id)
}
