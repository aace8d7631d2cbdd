import { describeTerms, payoutTexts } from '#contract/texts/payouts.ts'
import { statementTexts } from '#contract/texts/statements.ts'
import { dollarsFromCents, percentFromBasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { formatDayRange } from '#domain/sentences/written.ts'
import type { XlsxCell, XlsxColumn, XlsxSheet } from '#platform/xlsx.ts'
import { describeDoubt } from './message-routes.ts'
import type { AffiliateStatement } from './service.ts'

const words = statementTexts

const LINE_COLUMNS: readonly XlsxColumn[] = [
  { heading: 'Date', kind: 'day' },
  { heading: 'Geo', kind: 'text', width: 10 },
  { heading: 'Item', kind: 'text', width: 40 },
  { heading: 'Cap', kind: 'count' },
  { heading: 'CPA, $', kind: 'dollars' },
  { heading: 'CRG, %', kind: 'percent' },
  { heading: 'Valid leads', kind: 'count' },
  { heading: 'While paused', kind: 'count' },
  { heading: 'Deposits', kind: 'count' },
  { heading: 'CPA total, $', kind: 'dollars' },
  { heading: 'CRG top-up, $', kind: 'dollars' },
  { heading: 'Extras, $', kind: 'dollars' },
  { heading: 'Total, $', kind: 'dollars' },
]

/** Every line that makes the sum, and the sum; a workbook says besides by which rules. */
export function sheetStatement(statement: AffiliateStatement): [XlsxSheet, XlsxSheet] {
  const { report, affiliateId, affiliateName, owed, due } = statement
  const doubt = describeDoubt(statement)
  const lines: XlsxSheet = { name: 'Statement', columns: LINE_COLUMNS, rows: listLines(statement, doubt) }
  const about: XlsxCell[][] = [
    ['Affiliate', `#${affiliateId}${affiliateName === null ? '' : ` ${affiliateName}`}`],
    ['Days', `${formatDayRange(report.range)} (${labelOfZone(report.timezone)})`],
    ['Valid leads', String(owed?.validLeads ?? 0)],
    ['Deposits', String(owed?.deposits ?? 0)],
    [`${words.nameDue(statement)}, $`, dollarsFromCents(due)],
    ...(doubt === null ? [] : [['State', doubt]]),
    ...describeTerms(report.terms).map((sentence) => ['Terms', sentence]),
  ]
  const columns: XlsxColumn[] = [
    { heading: 'About', kind: 'text' },
    { heading: 'Value', kind: 'dollars', width: 80 },
  ]
  return [lines, { name: 'About', columns, rows: about }]
}

function listLines(statement: AffiliateStatement, doubt: string | null): XlsxCell[][] {
  const { deals, extras, adjustments, due } = statement
  return [
    ...deals.map((deal) => [
      deal.date,
      foldGeo(deal.geo),
      'Deal',
      deal.cap,
      writeAmount(deal.cpa),
      deal.crg === null ? null : percentFromBasisPoints(deal.crg),
      deal.validLeads,
      deal.paused,
      deal.deposits.total,
      writeAmount(deal.payout.cpaComponent),
      writeAmount(deal.payout.crgComponent),
      writeAmount(deal.payout.extras),
      writeAmount(deal.payout.total),
    ]),
    ...extras.map(({ date, geo, deposits, payout }) =>
      writeLine([date, geo || payoutTexts.unknown.geo, 'Deposits out of deal'], {
        deposits,
        extras: payout,
        total: payout,
      }),
    ),
    ...adjustments.map(({ reason, amount }) => writeLine([null, null, reason], { total: amount })),
    writeLine([null, null, words.nameDue(statement)], { total: due }),
    ...(doubt === null ? [] : [writeLine([null, null, doubt], { total: null })]),
  ]
}

function writeLine(
  head: [string | null, string | null, string],
  { deposits = null, extras = null, total }: { deposits?: number | null; extras?: Cents | null; total: Cents | null },
): XlsxCell[] {
  return [...head, null, null, null, null, null, deposits, null, null, writeAmount(extras), writeAmount(total)]
}

function writeAmount(amount: Cents | null): number | null {
  return amount === null ? null : dollarsFromCents(amount)
}
