import { tally, type Tally } from '#domain/caps/aggregates.ts'
import { placeOf, type Cap } from '#domain/caps/cap.ts'
import { createCapFilter, pickUnlike, type CapFilter, type SourceNames } from '#domain/caps/filter.ts'
import type { PaceClock } from '#domain/caps/pace.ts'
import { sortCaps, type CapOrder } from '#domain/caps/sort.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, type GeoKey } from '#domain/kernel/identity.ts'

/** Caps in one place on several days. */
export interface PlaceRow {
  kind: 'place'
  /** The place as a text (`placeOf`). */
  key: string
  geoKey: GeoKey
  /** The cap of the first day that has one: it names the row, and puts it in order. */
  first: Cap
  caps: ReadonlyMap<Day, Cap>
  /** Those of them that a search may tell apart: what is looked through letter by letter. */
  unlike: readonly Cap[]
}

export interface GeoRow {
  kind: 'geo'
  key: string
  geoKey: GeoKey
  geo: string
  own: readonly PlaceRow[]
}

export type TableRow = GeoRow | PlaceRow

const OF_TODAY: ReadonlySet<CapOrder> = new Set(['delivered', 'remaining', 'progress', 'pace'])

/** One row for each place that has a cap on any of the days. `byDay` is in the order of the days. */
export function collectPlaces(days: readonly Day[], byDay: readonly (readonly Cap[])[]): PlaceRow[] {
  const places = new Map<string, Map<Day, Cap>>()
  for (const [index, day] of days.entries()) {
    for (const cap of byDay[index] ?? []) {
      const key = placeOf(cap)
      const caps = places.get(key) ?? new Map<Day, Cap>()
      caps.set(day, cap)
      places.set(key, caps)
    }
  }
  return [...places].flatMap(([key, caps]): PlaceRow[] => {
    const [first] = caps.values()
    return first
      ? [{ kind: 'place', key, geoKey: foldGeo(first.geo), first, caps, unlike: pickUnlike(caps.values()) }]
      : []
  })
}

/**
 * The rows in an order, by their first caps; by price by their caps of the day whose terms are shown, by what is
 * delivered by those of today, and rows without one come last.
 */
export function orderPlaces(places: readonly PlaceRow[], order: CapOrder, now: PaceClock, termsDay: Day): PlaceRow[] {
  const day = OF_TODAY.has(order) ? now.day : order === 'price' ? termsDay : null
  const byCap = Map.groupBy(places, ({ caps, first }) => (day ? caps.get(day) : first))
  const caps = [...byCap.keys()].filter((cap) => cap !== undefined)
  const rest = byCap.get(undefined) ?? []
  return [
    ...sortCaps(caps, order, now).flatMap((cap) => byCap.get(cap) ?? []),
    ...(rest.length > 0 ? orderPlaces(rest, 'planned', now, termsDay) : []),
  ]
}

/** The rows of which any cap passes, in the order they came. */
export function narrowPlaces(
  places: readonly PlaceRow[],
  filter: CapFilter,
  now: PaceClock,
  names: SourceNames,
): readonly PlaceRow[] {
  if (Object.values(filter).every((value) => value === undefined)) return places
  const passes = createCapFilter(filter, now, names)
  if (filter.pace === undefined) return places.filter(({ unlike }) => unlike.some(passes))
  return places.filter(({ caps }) => [...caps.values()].some(passes))
}

/** Narrows rows one time after the other. What leaves the same rows answers the very same, so that nothing of them is done again. */
export function createNarrowing(): typeof narrowPlaces {
  let before: readonly PlaceRow[] = []
  return (...asked) => {
    const rows = narrowPlaces(...asked)
    const isSame = rows.length === before.length && rows.every((row, index) => row === before[index])
    if (!isSame) before = rows
    return before
  }
}

/** The rows under heads of their geos, alphabetically; an order of all of them has no heads. */
function toTableRows(places: readonly PlaceRow[], isGrouped: boolean): TableRow[] {
  if (!isGrouped) return [...places]
  const groups = Map.groupBy(places, ({ geoKey }) => geoKey)
  return [...groups]
    .map(([geoKey, own]) => ({ head: headOf(geoKey, own), own }))
    .toSorted((a, b) => compareCodePoints(a.head.geo, b.head.geo))
    .flatMap(({ head, own }) => [head, ...own])
}

function headOf(geoKey: GeoKey, own: readonly PlaceRow[]): GeoRow {
  const written = new Set(own.map(({ first }) => first.geo))
  const [only = geoKey] = written
  return { kind: 'geo', key: `geo ${geoKey}`, geoKey, geo: written.size === 1 ? only : geoKey, own }
}

/** What the rows of a geo come to, of each day in the order of the days: counted only for heads that are drawn. */
export function sumGeo({ own }: GeoRow, days: readonly Day[]): { sources: number; sums: readonly Tally[] } {
  return {
    sources: new Set(own.map(({ first }) => first.sourceNumber)).size,
    sums: days.map((day) => tally(capsOn(own, day))),
  }
}

/** The caps of a day, row by row: asked with each letter of a search. */
export function capsOn(places: readonly PlaceRow[], day: Day): Cap[] {
  const found: Cap[] = []
  for (const { caps } of places) {
    const cap = caps.get(day)
    if (cap) found.push(cap)
  }
  return found
}

/** Rows that stay where they are, and those that came since. */
export interface HeldPlaces {
  known: readonly PlaceRow[]
  fresh: readonly PlaceRow[]
}

/**
 * What whoever is at work on rows sees of them: each where it was, also where its caps are gone or pass no filter any more;
 * what is new is told apart.
 */
export function holdPlaces(
  held: readonly PlaceRow[],
  arranged: readonly PlaceRow[],
  all: ReadonlyMap<string, PlaceRow>,
): HeldPlaces {
  const before = new Set(held.map(({ key }) => key))
  return {
    known: held.map((row) => all.get(row.key) ?? { ...row, caps: NO_CAPS, unlike: [] }),
    fresh: arranged.filter(({ key }) => !before.has(key)),
  }
}

const NO_CAPS: ReadonlyMap<Day, Cap> = new Map()

/** The rows of a table; those that came while it was held stand below all others. */
export function listRows({ known, fresh }: HeldPlaces, isGrouped: boolean): TableRow[] {
  const added = toTableRows(fresh, isGrouped)
  return [
    ...toTableRows(known, isGrouped),
    ...added.map((row) => (row.kind === 'geo' ? { ...row, key: `new ${row.key}` } : row)),
  ]
}
