import {
  groupByGeo,
  summarizeBrokers,
  summarizeSources,
  tally,
  type GeoGroup,
  type Tally,
} from '#domain/caps/aggregates.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { flagOf } from '#domain/caps/flag.ts'
import type { Counted, Summary, SummaryGeo } from '#domain/sentences/summary.ts'
import { lineOf, sortForMessages } from './line-service.ts'

/** A day's caps for the daily summary. */
export function summarize(
  kind: CapKind,
  day: string,
  caps: {
    today: readonly Cap[]
    yesterday: readonly Cap[]
    /** Those of yesterday that wanted leads and got none. */
    withoutLeads: readonly Cap[]
  },
): Omit<Summary, 'lateSince' | 'suggestions' | 'open'> {
  const today = tally(caps.today)
  return {
    kind,
    day,
    today: { ...countedOf(today), caps: today.caps },
    geos: groupByGeo(caps.today).map(geoOf),
    yesterday: caps.yesterday.length === 0 ? null : countedOf(tally(caps.yesterday)),
    withoutLeads: sortForMessages(caps.withoutLeads).map(lineOf),
  }
}

function geoOf(group: GeoGroup<Cap>): SummaryGeo {
  const brokers = summarizeBrokers(group.items).map((broker) => ({
    ...countedOf(broker),
    name: broker.advertiserName ?? broker.advertiserId,
    sources: broker.sourceSummaries.map(sourceOf),
  }))
  const bought = group.items.filter(({ kind }) => kind === 'affiliate')
  const unnamed = { ...countedOf(tally(bought)), name: null, sources: summarizeSources(bought).map(sourceOf) }
  return {
    ...countedOf(group),
    geo: group.geo,
    flag: flagOf(group.geo),
    brokers: bought.length > 0 ? [...brokers, unnamed] : brokers,
  }
}

function sourceOf(source: Tally & { sourceNumber: string }) {
  return { ...countedOf(source), sourceNumber: source.sourceNumber }
}

function countedOf({ actual, planned }: Tally): Counted {
  return { delivered: actual, planned }
}
