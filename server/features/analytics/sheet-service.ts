import { DEFAULT_SORTING, listBreakdown, listDates, type BreakdownKind } from '#domain/analytics/breakdown.ts'
import { fillDays } from '#domain/analytics/groups.ts'
import { PLANNED_SORTING } from '#domain/analytics/planned.ts'
import { QUALITY_SORTING } from '#domain/analytics/quality.ts'
import {
  hasCounting,
  sheetOfBreakdown,
  sheetOfPlanned,
  sheetOfQuality,
  type AnalyticsTable,
  type TableSheet,
} from '#domain/analytics/tables.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { DayRange, DayRangeRefusal } from '#domain/kernel/day-range.ts'
import { accept, type Result } from '#domain/kernel/result.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { makeTableFile, type NamedFile, type TableFormat } from '#platform/table-file.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { readPlanned, readQuality } from './quality-service.ts'
import { nameGroups, readRange, type AnalyticsDeps, type NamedSummary, type Question } from './service.ts'

/** A table of some days, as the page shows it. */
export interface SheetWish extends Question {
  table: AnalyticsTable
  period: DayRange
  /** Null: the default order. */
  sorting: Sorting | null
}

/** A table as a file, and its number of rows. */
export interface SheetFile {
  file: NamedFile
  rows: number
}

/** The file that the page downloads and schedules send. */
export async function makeSheetFile(
  deps: AnalyticsDeps,
  { format, ...wish }: SheetWish & { format: TableFormat },
): Promise<Result<SheetFile, DayRangeRefusal>> {
  const made = await makeSheet(deps, wish)
  if (!made.ok) return made
  const { table, period, filter, countBy } = wish
  const holds = [
    'analytics',
    table,
    period.start,
    period.end,
    filter.geo && foldGeo(filter.geo),
    filter.advertiserId,
    filter.sourceNumber,
    countBy === 'lead' && hasCounting(table) && 'by-lead-day',
  ]
  const file = makeTableFile(format, holds, [{ name: table, ...made.value }])
  return accept({ file, rows: made.value.rows.length })
}

async function makeSheet(
  deps: AnalyticsDeps,
  { table, period, sorting, ...question }: SheetWish,
): Promise<Result<TableSheet, DayRangeRefusal>> {
  const label = labelOfZone((await readSettings(deps.db)).timezone)
  const days =
    period.start === period.end ? `${period.start} in ${label}` : `${period.start} to ${period.end} in ${label}`
  if (table === 'quality') {
    const found = await readQuality(deps.db, period, question.filter)
    if (!found.ok) return found
    return accept(sheetOfQuality(found.value, days, sorting ?? QUALITY_SORTING))
  }
  if (table === 'planned') {
    const found = await readPlanned(deps.db, period, question.filter)
    return found.ok ? accept(sheetOfPlanned(found.value, days, sorting ?? PLANNED_SORTING)) : found
  }
  const found = await readRange(deps, period, question)
  if (!found.ok) return found
  return accept(sheetOfBreakdown(table, listRows(table, found.value), days, sorting ?? DEFAULT_SORTING))
}

function listRows(kind: BreakdownKind, summary: NamedSummary) {
  if (kind === 'date') return listDates(fillDays(summary.period, summary.days))
  return listBreakdown(nameGroups(summary), kind)
}
