import type { SlotCount, Subject } from './forecast.ts'

/** Which parts of a subject are given: the sum of GEO, BROKER and SOURCE. */
export type Level = number

export const ALL: Level = 0
export const GEO: Level = 1
export const BROKER: Level = 2
export const SOURCE: Level = 4
export const CAP: Level = GEO + BROKER + SOURCE

/** Broad before narrow, so that what a level rests on is known before it. */
export const LEVELS: readonly Level[] = [ALL, GEO, BROKER, SOURCE, GEO + BROKER, GEO + SOURCE, BROKER + SOURCE, CAP]

/** Every subject of which anything came, a row each, in an order that does not depend on the order of the input. */
export interface Subjects {
  count: number
  /** The level of each row. */
  levels: readonly Level[]
  /** The rows of whole keys; they come last. */
  firstCap: number
  /** The row of a subject, -1 where nothing is known of it. */
  rowOf(subject: Subject): number
  /** The row with the same parts as a row, of which only those of `level` are kept. */
  broaden(row: number, level: Level): number
}

type Parts = Pick<SlotCount, 'geo' | 'advertiserId' | 'sourceNumber'>

export function registerSubjects(keys: Iterable<Parts>): Subjects {
  const [geos, brokers, sources] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { geo, advertiserId, sourceNumber } of keys) {
    geos.add(geo)
    brokers.add(advertiserId)
    sources.add(sourceNumber)
  }
  const [geoOf, brokerOf, sourceOf] = [numberNames(geos), numberNames(brokers), numberNames(sources)]
  // 0 stands for a part that is not given.
  const [ofBroker, ofGeo] = [sources.size + 1, (sources.size + 1) * (brokers.size + 1)]
  const keep = (code: number, level: Level) =>
    (level & GEO ? code - (code % ofGeo) : 0) +
    (level & BROKER ? (code % ofGeo) - (code % ofBroker) : 0) +
    (level & SOURCE ? code % ofBroker : 0)
  const codeOf = ({ geo, advertiserId, sourceNumber }: Subject) =>
    partOf(geoOf, geo) * ofGeo + partOf(brokerOf, advertiserId) * ofBroker + partOf(sourceOf, sourceNumber)

  const whole = new Set<number>()
  for (const key of keys) whole.add(codeOf(key))
  const levels: Level[] = []
  const codes: number[] = []
  const rows = new Map<number, number>()
  for (const level of LEVELS) {
    for (const code of [...new Set([...whole].map((one) => keep(one, level)))].toSorted((a, b) => a - b)) {
      rows.set(code, codes.length)
      codes.push(code)
      levels.push(level)
    }
  }
  return {
    count: codes.length,
    levels,
    firstCap: codes.length - whole.size,
    rowOf: (subject) => rows.get(codeOf(subject)) ?? -1,
    broaden: (row, level) => rows.get(keep(codes[row] ?? 0, level)) ?? -1,
  }
}

function numberNames(names: ReadonlySet<string>): ReadonlyMap<string, number> {
  return new Map([...names].toSorted().map((name, at) => [name, at + 1]))
}

/** A name that nobody knows makes the whole code one that nobody knows. */
function partOf(numbers: ReadonlyMap<string, number>, name: string | null): number {
  return name === null ? 0 : (numbers.get(name) ?? Number.NaN)
}
