import { formatCsv, formatCsvHead } from '#domain/kernel/csv.ts'
import { formatConversion, nameOfGeo, type BreakdownKind, type BreakdownRow } from './breakdown.ts'
import { computeConversion } from './figures.ts'

/** Headings of the first column of a breakdown. */
export const KIND_LABELS: Readonly<Record<BreakdownKind, string>> = {
  geo: 'GEO',
  broker: 'Broker',
  affiliate: 'Affiliate',
  affiliateGeo: 'Source + GEO',
  date: 'Date',
}

/** Writes the rows in their order, with the columns of the specification (section 3). Days name their zone. */
export function writeBreakdownCsv(kind: BreakdownKind, rows: readonly BreakdownRow[], zoneLabel: string): string {
  const withGeo = kind === 'affiliateGeo'
  const label = kind === 'date' ? `${KIND_LABELS.date} (${zoneLabel})` : KIND_LABELS[kind]
  const head = [label, ...(withGeo ? ['GEO'] : []), 'Leads', 'Deposits', 'Conversion Rate']
  const lines = rows.map((row) => [
    withGeo ? `${row.name} (${nameOfGeo(row.geo ?? '')})` : row.name,
    ...(withGeo ? [row.geo] : []),
    row.leads,
    row.deposits,
    formatConversion(computeConversion(row)),
  ])
  return `${formatCsvHead(head)}${formatCsv(lines)}`
}
