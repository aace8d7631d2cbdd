import { GROUPINGS } from './choices.ts'
import { sortRows, type Sorting, type SortValue } from '#domain/kernel/sort-rows.ts'
import { KIND_LABELS } from './breakdown-csv.ts'
import { columnsOf, valueOf, type BreakdownColumn, type BreakdownKind, type BreakdownRow } from './breakdown.ts'
import { PLANNED_COLUMNS, parsePlannedCell, type PlannedFigures } from './planned.ts'
import { describeQuality, PICTURED_COLUMNS, QUALITY_COLUMNS, type QualityFigures } from './quality.ts'
import type { Day } from '#domain/kernel/day.ts'

/** The tables that can be downloaded. */
export const ANALYTICS_TABLES = ['date', ...GROUPINGS, 'quality', 'planned'] as const

export type AnalyticsTable = (typeof ANALYTICS_TABLES)[number]

/** Whether its deposits may count on the day of their lead. */
export function hasCounting(table: AnalyticsTable): boolean {
  return table !== 'quality' && table !== 'planned'
}

/** Their names on screens. */
export const TABLE_NAMES: Readonly<Record<AnalyticsTable, string>> = {
  date: 'Days',
  geo: 'GEOs',
  broker: 'Brokers',
  affiliate: 'Sources',
  affiliateGeo: 'Sources and GEOs',
  quality: 'Lead quality',
  planned: 'Planned against delivered',
}

/** A table for a file: the cells of the screen, numbers as numbers. */
export interface TableSheet {
  columns: { heading: string; kind: 'text' | 'day' | 'count' | 'percent' }[]
  rows: (string | number | null)[][]
}

interface SheetColumn<Row> {
  id: string
  heading: string
  kind: 'text' | 'day' | 'count' | 'percent'
  read: (row: Row) => SortValue
}

const COLUMN_KINDS: Readonly<Record<BreakdownColumn, SheetColumn<unknown>['kind']>> = {
  name: 'text',
  advertiserId: 'text',
  geo: 'text',
  leads: 'count',
  deposits: 'count',
  conversion: 'percent',
}

const COLUMN_NAMES: Readonly<Record<Exclude<BreakdownColumn, 'name'>, string>> = {
  advertiserId: 'Advertiser ID',
  geo: 'GEO',
  leads: 'Leads',
  deposits: 'Deposits',
  conversion: 'Conversion Rate %',
}

const SOURCE_NAME: SheetColumn<BreakdownRow> = {
  id: 'second',
  heading: 'Affiliate name',
  kind: 'text',
  read: ({ second }) => second,
}

/** `days` names the days and their zone. It is the first heading. */
export function sheetOfBreakdown(
  kind: BreakdownKind,
  rows: readonly BreakdownRow[],
  days: string,
  sorting: Sorting,
): TableSheet {
  const columns = columnsOf(kind, false).map((id): SheetColumn<BreakdownRow> => ({
    id,
    heading: id === 'name' ? KIND_LABELS[kind] : COLUMN_NAMES[id],
    kind: id === 'name' && kind === 'date' ? ('day' as const) : COLUMN_KINDS[id],
    read: (row: BreakdownRow) => valueOf(row, id),
  }))
  // On the screen it is below the number of its source.
  if (kind === 'affiliate' || kind === 'affiliateGeo') columns.splice(1, 0, SOURCE_NAME)
  return writeSheet(columns, rows, days, sorting)
}

export function sheetOfQuality(rows: readonly QualityFigures[], days: string, sorting: Sorting): TableSheet {
  const columns = [...QUALITY_COLUMNS, ...PICTURED_COLUMNS].map(({ id, heading, kind }) => ({
    id,
    heading,
    kind,
    read: (row: QualityFigures) => describeQuality(row)[id],
  }))
  return writeSheet(columns, rows, days, sorting)
}

export function sheetOfPlanned(
  rows: readonly (PlannedFigures & { date: Day })[],
  days: string,
  sorting: Sorting,
): TableSheet {
  const columns = PLANNED_COLUMNS.map(({ id, heading, kind }) => ({
    id,
    heading,
    kind: id === 'date' ? ('day' as const) : kind,
    read: (row: PlannedFigures & { date: Day }) => parsePlannedCell(row, id),
  }))
  return writeSheet(columns, rows, days, sorting)
}

function writeSheet<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  days: string,
  { column, descending }: Sorting,
): TableSheet {
  const sorted = columns.find(({ id }) => id === column)
  const inOrder = sorted ? sortRows(rows, sorted.read, descending) : rows
  return {
    columns: columns.map(({ heading, kind }, at) => ({ heading: at === 0 ? `${heading} (${days})` : heading, kind })),
    rows: inOrder.map((row) => columns.map(({ read }) => toCell(read(row)))),
  }
}

function toCell(value: SortValue): string | number | null {
  return typeof value === 'boolean' ? String(value) : value
}
