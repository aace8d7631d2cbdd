import type { SourceNumber } from '#domain/kernel/identity.ts'
import type { Cap } from './cap.ts'

/** Leads that came at a place of a cap's day and geo, with or without a cap. */
export interface PlaceCount {
  advertiserId: string
  /** The registered name; null if the advertiser is not registered. */
  advertiserName: string | null
  sourceNumber: SourceNumber
  sourceName: string | null
  leads: number
}

/** A cap of the day and geo, of either kind. */
export interface GeoCap extends Pick<Cap, '_id' | 'kind' | 'advertiserId' | 'advertiserName' | 'sourceNumber' | 'cap'> {
  sourceName: string | null
}

/** Leads near a cap, and the cap that they belong to. */
export interface NearPlace {
  /** Null if they have no cap. */
  capId: string | null
  /** Null if it does not matter who buys. */
  advertiserId: string | null
  advertiserName: string | null
  sourceNumber: SourceNumber
  sourceName: string | null
  leads: number
  planned: number | null
}

/** Leads of a cap's geo that did not come to the cap; most leads first. */
export interface NearCap {
  /** The same source with other brokers. For an affiliate cap: all brokers that bought its leads. */
  sameSource: NearPlace[]
  /** Other sources with the same broker. For an affiliate cap: other sources with any broker. */
  otherSources: NearPlace[]
  /** Leads of the geo without a cap of either kind. */
  unplanned: number
}

/** Finds the leads near a cap. `counts` and `caps` are all of the cap's day and geo, and may include the cap itself. */
export function findNear(
  cap: Pick<Cap, 'kind' | 'advertiserId' | 'sourceNumber'>,
  counts: readonly PlaceCount[],
  caps: readonly GeoCap[],
): NearCap {
  const brokerCaps = new Map(caps.flatMap((one) => (one.kind === 'broker' ? [[keyOf(one), one] as const] : [])))
  const affiliateCaps = new Map(caps.flatMap((one) => (one.kind === 'affiliate' ? [[one.sourceNumber, one]] : [])))
  const places = joinPlaces(counts, brokerCaps)
  const unplanned = places.reduce(
    (sum, place) => (place.capId === null && !affiliateCaps.has(place.sourceNumber) ? sum + place.leads : sum),
    0,
  )
  const ofSource = places.filter(({ sourceNumber }) => sourceNumber === cap.sourceNumber)
  if (cap.kind === 'affiliate') {
    const others = joinSources(counts, affiliateCaps).filter(({ sourceNumber }) => sourceNumber !== cap.sourceNumber)
    return { sameSource: order(ofSource), otherSources: order(others), unplanned }
  }
  const isOurs = ({ advertiserId }: NearPlace) => advertiserId === cap.advertiserId
  return {
    sameSource: order(ofSource.filter((place) => !isOurs(place))),
    otherSources: order(places.filter((place) => isOurs(place) && place.sourceNumber !== cap.sourceNumber)),
    unplanned,
  }
}

function keyOf({ advertiserId, sourceNumber }: { advertiserId: string | null; sourceNumber: string }): string {
  return JSON.stringify([advertiserId, sourceNumber])
}

/** The partners of a place's leads. */
type Partners = Pick<NearPlace, 'advertiserId' | 'advertiserName' | 'sourceNumber' | 'sourceName'>

/** Joins counts and broker caps to every place that has leads or a cap. */
function joinPlaces(counts: readonly PlaceCount[], caps: ReadonlyMap<string, GeoCap>): NearPlace[] {
  const places = counts.map((count) => describe(count, count.leads, caps.get(keyOf(count))))
  const counted = new Set(counts.map(keyOf))
  const empty = [...caps].flatMap(([key, cap]) => (counted.has(key) ? [] : [describe(cap, 0, cap)]))
  return [...places, ...empty]
}

/** The same by source, whoever buys, with the affiliate caps. */
function joinSources(counts: readonly PlaceCount[], caps: ReadonlyMap<SourceNumber, GeoCap>): NearPlace[] {
  const bySource = Map.groupBy<SourceNumber, PlaceCount | GeoCap>(
    [...counts, ...caps.values()],
    ({ sourceNumber }) => sourceNumber,
  )
  return [...bySource].map(([sourceNumber, same]) => {
    const leads = same.reduce((sum, one) => ('leads' in one ? sum + one.leads : sum), 0)
    const partners = { advertiserId: null, advertiserName: null, sourceNumber, sourceName: same[0]?.sourceName ?? null }
    return describe(partners, leads, caps.get(sourceNumber))
  })
}

function describe(partners: Partners, leads: number, cap: GeoCap | undefined): NearPlace {
  const { advertiserId, sourceNumber, sourceName } = partners
  const advertiserName = cap?.advertiserName ?? partners.advertiserName
  return {
    capId: cap?._id ?? null,
    advertiserId,
    advertiserName,
    sourceNumber,
    sourceName,
    leads,
    planned: cap?.cap ?? null,
  }
}

/** Drops places without leads and without a plan. */
function order(places: readonly NearPlace[]): NearPlace[] {
  return places
    .filter(({ leads, capId }) => leads > 0 || capId !== null)
    .toSorted((a, b) => b.leads - a.leads || (b.planned ?? -1) - (a.planned ?? -1) || compareNames(a, b))
}

function compareNames(a: NearPlace, b: NearPlace): number {
  return keyOf(a) < keyOf(b) ? -1 : 1
}
