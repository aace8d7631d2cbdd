import type { Day } from '#domain/kernel/day.ts'
import { sortRows, type Sorting, type SortValue } from '#domain/kernel/sort-rows.ts'
import type { Grouping } from './choices.ts'
import { computeConversion, type Figures } from './figures.ts'

/** `date`: the days of a range. */
export type BreakdownKind = Grouping | 'date'

/** One row of a breakdown of any kind. */
export interface BreakdownRow extends Figures {
  /** Unique within its breakdown. */
  id: string
  /** `Source #44`, `DE`, a broker's name, a day. */
  name: string
  /** The second line below the name: the id of a broker with a name, the name of a source with one. */
  second: string | null
  date: Day | null
  geo: string | null
  /** Null if the rows are no brokers; likewise the fields below. Empty if unknown. */
  advertiserId: string | null
  sourceNumber: string | null
}

interface NamedSource {
  sourceNumber: string
  /** Null if the publisher is not registered. */
  publisherName: string | null
}

/** The groups as an answer of the API has them. */
export interface Aggregates {
  byGeo: readonly (Figures & { geo: string })[]
  byBroker: readonly (Figures & { advertiserId: string; advertiserName: string | null })[]
  byAffiliate: readonly (Figures & NamedSource)[]
  byAffiliateGeo: readonly (Figures & NamedSource & { geo: string })[]
}

/** The label of a group that neither the deposit nor its lead names. */
export const UNKNOWN = 'Unknown'

export function nameOfSource(sourceNumber: string): string {
  return sourceNumber === '' ? UNKNOWN : `Source #${sourceNumber}`
}

export function nameOfBroker({
  advertiserId,
  advertiserName,
}: {
  advertiserId: string
  advertiserName: string | null
}) {
  return advertiserName ?? (advertiserId || UNKNOWN)
}

export function nameOfGeo(geo: string): string {
  return geo || UNKNOWN
}

export function listBreakdown(aggregates: Aggregates, grouping: Grouping): BreakdownRow[] {
  switch (grouping) {
    case 'geo':
      return aggregates.byGeo.map((row) => describe(row, { name: nameOfGeo(row.geo) }, { geo: row.geo }))
    case 'broker':
      return aggregates.byBroker.map((row) => describe(row, nameBroker(row), { advertiserId: row.advertiserId }))
    case 'affiliate':
      return aggregates.byAffiliate.map((row) => describe(row, nameSource(row), pickSource(row)))
    case 'affiliateGeo':
      return aggregates.byAffiliateGeo.map((row) =>
        describe(row, nameSource(row), { ...pickSource(row), geo: row.geo }),
      )
  }
}

export function listDates(days: readonly (Figures & { date: Day })[]): BreakdownRow[] {
  return days.map((row) => describe(row, { name: row.date }, { date: row.date }))
}

interface Naming {
  name: string
  second?: string | null
}

function nameBroker(row: Aggregates['byBroker'][number]): Naming {
  const name = nameOfBroker(row)
  return { name, second: row.advertiserId === name ? null : row.advertiserId || null }
}

function nameSource({ sourceNumber, publisherName }: NamedSource): Naming {
  return { name: nameOfSource(sourceNumber), second: publisherName }
}

function pickSource({ sourceNumber }: { sourceNumber: string }) {
  return { sourceNumber }
}

const NO_NAMES = { date: null, geo: null, advertiserId: null, sourceNumber: null }

function describe(
  { leads, deposits }: Figures,
  { name, second = null }: Naming,
  names: Partial<Pick<BreakdownRow, keyof typeof NO_NAMES>>,
): BreakdownRow {
  return { id: JSON.stringify(Object.values(names)), name, second, ...NO_NAMES, ...names, leads, deposits }
}

export const BREAKDOWN_COLUMNS = ['name', 'advertiserId', 'geo', 'leads', 'deposits', 'conversion'] as const

export type BreakdownColumn = (typeof BREAKDOWN_COLUMNS)[number]

/** The first sorting of every breakdown (spec, section 4). */
export const DEFAULT_SORTING: Sorting = { column: 'leads', descending: true }

/** The columns of a breakdown, in order. In a range, a broker's id is shown only below its name. */
export function columnsOf(kind: BreakdownKind, isRange: boolean): BreakdownColumn[] {
  return BREAKDOWN_COLUMNS.filter((column) => {
    if (column === 'advertiserId') return kind === 'broker' && !isRange
    return column !== 'geo' || kind === 'affiliateGeo'
  })
}

export function valueOf(row: BreakdownRow, column: BreakdownColumn): SortValue {
  return column === 'conversion' ? computeConversion(row) : row[column]
}

export function sortBreakdown(rows: readonly BreakdownRow[], { column, descending }: Sorting): BreakdownRow[] {
  const found = BREAKDOWN_COLUMNS.find((each) => each === column)
  return found ? sortRows(rows, (row) => valueOf(row, found), descending) : [...rows]
}

/** `12.34%` */
export function formatConversion(percent: number): string {
  return `${percent.toFixed(2)}%`
}
