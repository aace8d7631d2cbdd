import type { SourceNumber } from '#domain/kernel/identity.ts'
import type { Cap } from './cap.ts'

/** What came at a place of a cap's day and geo, planned or not. */
export interface PlaceCount {
  advertiserId: string
  /** As registered; null where nobody is. */
  advertiserName: string | null
  sourceNumber: SourceNumber
  sourceName: string | null
  leads: number
}

/** A cap of the day and geo, of either kind. */
export interface GeoCap extends Pick<Cap, '_id' | 'kind' | 'advertiserId' | 'advertiserName' | 'sourceNumber' | 'cap'> {
  sourceName: string | null
}

/** Leads beside a cap, and the cap that plans them. */
export interface NearPlace {
  /** Null where no cap plans them. */
  capId: string | null
  /** Null where it does not matter who buys. */
  advertiserId: string | null
  advertiserName: string | null
  sourceNumber: SourceNumber
  sourceName: string | null
  leads: number
  planned: number | null
}

/** What came near a cap of a geo, and not to it; most leads first. */
export interface NearCap {
  /** The same source with other brokers; of an affiliate cap with all of them, who bought its leads. */
  sameSource: NearPlace[]
  /** Other sources: with the same broker, or of an affiliate cap with anyone. */
  otherSources: NearPlace[]
  /** Leads of the geo that no cap of either kind plans. */
  unplanned: number
}

/** `counts` and `caps` are all of the cap's day and geo; the cap itself may be among them. */
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

/** Whose leads a place has. */
type Partners = Pick<NearPlace, 'advertiserId' | 'advertiserName' | 'sourceNumber' | 'sourceName'>

/** Every place that has leads or a broker cap. */
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

/** Without places at which nothing came and nothing is planned. */
function order(places: readonly NearPlace[]): NearPlace[] {
  return places
    .filter(({ leads, capId }) => leads > 0 || capId !== null)
    .toSorted((a, b) => b.leads - a.leads || (b.planned ?? -1) - (a.planned ?? -1) || compareNames(a, b))
}

function compareNames(a: NearPlace, b: NearPlace): number {
  return keyOf(a) < keyOf(b) ? -1 : 1
}
