import { formatLocal } from '#domain/hours/working-hours.ts'
import { dollarsFromCents, percentFromBasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { labelOfZone, zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { subtractCents } from '#domain/payouts/money.ts'
import type { DealSummary, ExtraSummary } from '#domain/payouts/summary.ts'
import type { XlsxCell, XlsxColumn, XlsxSheet } from '#platform/xlsx.ts'
import type { DealLead } from './detail-service.ts'
import type { StoredReport } from './service.ts'

/** A column of a file, with its cells. */
type Cells<Row> = XlsxColumn & { cellOf: (row: Row) => XlsxCell }

export function sheetDeals(deals: readonly DealSummary[], { timezone }: StoredReport): XlsxSheet {
  return makeSheet('Deals', DEAL_COLUMNS(timezone), deals)
}

export function sheetExtras(extras: readonly ExtraSummary[]): XlsxSheet {
  return makeSheet('Out of deal', EXTRA_COLUMNS, extras)
}

/** For a file of one table: what is out of deal stands below the deals, so that its lines add up. */
export function sheetLines(
  deals: readonly DealSummary[],
  extras: readonly ExtraSummary[],
  report: StoredReport,
): XlsxSheet {
  const { name, rows, columns: dealColumns } = sheetDeals(deals, report)
  const columns: XlsxColumn[] = [...dealColumns, { heading: 'Deposits out of deal', kind: 'count' }]
  const lines = extras.map(({ date, geo, sourceNumber, advertiserId, advertiserName, deposits, payout }) => {
    const head = [date, geo, sourceNumber, advertiserId, advertiserName]
    const dollars = dollarsFromCents(payout)
    const figures: Record<string, number> = {
      'Extras, $': dollars,
      'Total, $': dollars,
      'Deposits out of deal': deposits,
    }
    return columns.map(({ heading }, at) => head[at] ?? figures[heading] ?? null)
  })
  return { name, columns, rows: [...rows.map((row) => [...row, null]), ...lines] }
}

export function sheetLeads(leads: readonly DealLead[], { timezone }: StoredReport): XlsxSheet {
  return makeSheet('Leads', LEAD_COLUMNS(zoneOf(timezone)), leads)
}

function makeSheet<Row>(name: string, columns: readonly Cells<Row>[], rows: readonly Row[]): XlsxSheet {
  return { name, columns, rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))) }
}

/** Days are those of the report's zone, which the file names. */
const DEAL_COLUMNS = (timezone: string): Cells<DealSummary>[] => [
  { heading: `Date (${labelOfZone(timezone)})`, kind: 'day', cellOf: ({ date }) => date },
  // What is out of deal has it folded, so the lines of a geo are found by one spelling.
  textColumn('Geo', ({ geo }) => foldGeo(geo)),
  textColumn('Source', ({ sourceNumber }) => sourceNumber),
  textColumn('Broker', ({ advertiserId }) => advertiserId),
  textColumn('Broker name', ({ advertiserName }) => advertiserName),
  dollarColumn('CPA, $', ({ cpa }) => cpa),
  {
    heading: 'CRG, %',
    kind: 'percent',
    cellOf: ({ crg }) => (crg === null ? null : percentFromBasisPoints(crg)),
  },
  textColumn('Working hours', ({ alwaysOn, workingHours }) => (alwaysOn ? '24/7' : workingHours)),
  countColumn('Cap', ({ cap }) => cap),
  countColumn('Valid leads', ({ validLeads }) => validLeads),
  countColumn('Invalid', ({ invalidStatuses }) => Object.values(invalidStatuses).reduce((sum, n) => sum + n, 0)),
  countColumn('Outside hours', ({ outsideWorkingHours }) => outsideWorkingHours),
  countColumn('While paused', ({ paused }) => paused),
  countColumn('Over cap', ({ capped }) => capped),
  countColumn('Deposits of valid leads', ({ deposits }) => deposits.inside),
  countColumn('Deposits of leads not paid for', ({ deposits }) => deposits.outside),
  countColumn('Deposits without a known lead', ({ deposits }) => deposits.unmatched),
  { heading: 'CR, %', kind: 'percent', cellOf: ({ actualConversionRate }) => actualConversionRate },
  dollarColumn('CPA total, $', ({ payout }) => payout.cpaComponent),
  dollarColumn('CRG top-up, $', ({ payout }) => payout.crgComponent),
  dollarColumn('Extras, $', ({ payout }) => payout.extras),
  dollarColumn('Total, $', ({ payout }) => payout.total),
  dollarColumn('Margin, $', ({ margin }) => margin && subtractCents(margin.income, margin.owed)),
]

const EXTRA_COLUMNS: readonly Cells<ExtraSummary>[] = [
  { heading: 'Date', kind: 'day', cellOf: ({ date }) => date },
  textColumn('Geo', ({ geo }) => geo),
  textColumn('Source', ({ sourceNumber }) => sourceNumber),
  textColumn('Broker', ({ advertiserId }) => advertiserId),
  textColumn('Broker name', ({ advertiserName }) => advertiserName),
  countColumn('Deposits', ({ deposits }) => deposits),
  dollarColumn('Payout, $', ({ payout }) => payout),
]

const FATES = {
  valid: 'valid',
  invalid: 'invalid',
  outsideWorkingHours: 'outside working hours',
  paused: 'while paused',
  capped: 'over cap',
} as const

const LEAD_COLUMNS = (zone: Zone): Cells<DealLead>[] => [
  {
    heading: `Created at (${labelOfZone(zone.name)})`,
    kind: 'time',
    cellOf: ({ createdAt }) => formatLocal(createdAt, zone),
  },
  textColumn('Lead id', ({ id }) => id),
  textColumn('E-mail', ({ email }) => email),
  textColumn('Status', ({ status }) => status),
  textColumn('Counted as', ({ fate }) => FATES[fate]),
  textColumn('Connector', ({ connector }) => connector),
]

function textColumn<Row>(heading: string, cellOf: (row: Row) => string | null): Cells<Row> {
  return { heading, kind: 'text', cellOf }
}

function countColumn<Row>(heading: string, cellOf: (row: Row) => number): Cells<Row> {
  return { heading, kind: 'count', cellOf }
}

function dollarColumn<Row>(heading: string, amountOf: (row: Row) => Cents | null): Cells<Row> {
  const cellOf = (row: Row) => {
    const amount = amountOf(row)
    return amount === null ? null : dollarsFromCents(amount)
  }
  return { heading, kind: 'dollars', cellOf }
}
