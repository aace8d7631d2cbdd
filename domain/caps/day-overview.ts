import {
  groupByGeo,
  summarizeBrokers,
  summarizeSources,
  tally,
  type BrokerSummary,
  type GeoGroup,
  type SourceSummary,
  type Tally,
} from './aggregates.ts'
import type { Cap } from './cap.ts'

/** The caps of one geo with their brokers and sources. */
export interface GeoOverview extends GeoGroup<Cap> {
  brokerSummaries: BrokerSummary[]
}

/** A whole day. Each list of totals has a geo, broker or source once, and adds up to `total`. */
export interface DayOverview {
  total: Tally
  /** Alphabetical, as on the board. */
  geos: GeoOverview[]
  /** The same groups, planned descending. */
  geoTotals: GeoOverview[]
  brokerTotals: BrokerSummary[]
  sourceTotals: SourceSummary[]
}

export function computeDayOverview(caps: readonly Cap[]): DayOverview {
  const geos = groupByGeo(caps).map((group) => ({ ...group, brokerSummaries: summarizeBrokers(group.items) }))
  return {
    total: tally(caps),
    geos,
    // Sorting is stable, so groups with equal numbers stay alphabetical.
    geoTotals: geos.toSorted((a, b) => b.planned - a.planned),
    brokerTotals: summarizeBrokers(caps),
    sourceTotals: summarizeSources(caps),
  }
}
