import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { ApiError } from '#contract/client.ts'
import { describeTerms, payoutTexts } from '#contract/texts/payouts.ts'
import type { PayoutDealRow, PayoutSummary } from '#contract/payouts.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { latestQuery, rangeJobsQuery, reportQuery, useDownloadDeals, type ChosenRange } from '../api.ts'
import { AffiliateTable } from './affiliate-table.tsx'
import { DealTable } from './deal/deal-table.tsx'
import { rulesOf, type ReportRules } from './deal/deal-words.ts'
import { ExtraTable, type ExtraRow } from './extra-table.tsx'
import { InvalidStatuses } from './invalid-statuses.tsx'
import parts from '#web/ui/page.module.css'
import classes from './payout-report.module.css'
import { SummaryCards } from './summary-cards.tsx'

const DealDrawer = lazy(async () => ({ default: (await import('./deal/deal-drawer.tsx')).DealDrawer }))
const ExtraDrawer = lazy(async () => ({ default: (await import('./extra-drawer.tsx')).ExtraDrawer }))

/** A report that can be closed. */
export interface ClosableReport {
  id: string
  range: DayRange
  isNewest: boolean
  /** Shows another report of these days; null: the newest. */
  onShow: (reportId: string | null) => void
}

export type RenderClosing = (report: ClosableReport) => ReactNode

interface PayoutReportProps {
  range: ChosenRange
  zone: Zone
  /** Shown alone if these days were never calculated. */
  queueButton: ReactNode
  /** The shown report of these days; null: the newest. */
  shownId: string | null
  onShow: (reportId: string | null) => void
  renderClosing: RenderClosing
}

/** The newest finished calculation of the range, or the one that its days were closed with. */
export function PayoutReportView({ range, zone, queueButton, shownId, onShow, renderClosing }: PayoutReportProps) {
  const newest = useQuery(latestQuery(range))
  const other = useQuery(reportQuery(shownId))
  const { error, refetch } = shownId === null ? newest : other
  // The newest stays until the other one has loaded.
  const report = (shownId === null ? null : other.data) ?? newest.data
  const summary = report?.summary ?? null
  const [open, setOpen] = useState<string | null>(null)
  useNewestReport(range)
  const isGone = summary !== null && !summary.affiliateTotals.some(({ affiliateId }) => affiliateId === open)
  if (open !== null && isGone) setOpen(null)
  return (
    <>
      {error && <ProblemBox message={describeFailure(error)} onRetry={() => void refetch()} />}
      {newest.isPending && (
        <div role="status">
          <span className="visually-hidden">Loading the newest report…</span>
          <Skeleton height={420} radius={12} />
        </div>
      )}
      {report === null && (
        <EmptyState title="These days were not calculated yet" action={queueButton}>
          {payoutTexts.noReport}
        </EmptyState>
      )}
      {report && summary && (
        <Summary
          key={`${summary.range.start} ${summary.range.end}`}
          reportId={report.id}
          summary={summary}
          zone={zone}
          open={open}
          onOpen={setOpen}
          closing={renderClosing({
            id: report.id,
            range: summary.range,
            isNewest: report.id === newest.data?.id,
            onShow,
          })}
        />
      )}
    </>
  )
}

interface SummaryProps {
  reportId: string
  summary: PayoutSummary
  zone: Zone
  /** The affiliate of the open row. */
  open: string | null
  onOpen: (affiliateId: string | null) => void
  /** Renders whether its days are closed. */
  closing: ReactNode
}

/** An opened row, with its report. */
interface Shown<Row> {
  reportId: string
  rules: ReportRules
  row: Row
}

function Summary({ reportId, summary, zone, open, onOpen, closing }: SummaryProps) {
  const { totals, affiliateTotals, filters, terms } = summary
  // Kept with the report in which they were opened: a newer report must not close a form with typed text.
  const [deal, setDeal] = useState<Shown<PayoutDealRow> | null>(null)
  const [extra, setExtra] = useState<Shown<ExtraRow> | null>(null)
  const download = useDownloadDeals(reportId)
  const areTablesDrawn = useDeferredValue(true, false)
  const rules = rulesOf(summary)
  const showDeal = (row: PayoutDealRow) => setDeal({ reportId, rules, row })
  const showExtra = (row: ExtraRow) => setExtra({ reportId, rules, row })
  const top = (
    <>
      <SummaryCards totals={totals} />
      <div>
        <p className={classes.basis}>{describeBasis(summary, zone)}</p>
        <p className={classes.terms}>{describeTerms(terms).join(' ')}</p>
      </div>
    </>
  )
  // What the days come to is painted before the long tables below it are drawn.
  if (!areTablesDrawn)
    return (
      <>
        {top}
        <div className={classes.toCome} />
      </>
    )
  return (
    <>
      {top}
      <section className={parts.section}>
        <h2 className={parts.subtitleBelow}>Payout by affiliate</h2>
        {affiliateTotals.length === 0 ? (
          <EmptyState isSmall>{payoutTexts.noAffiliates}</EmptyState>
        ) : (
          <AffiliateTable
            key={reportId}
            reportId={reportId}
            summary={summary}
            open={open}
            onOpen={onOpen}
            onDeal={showDeal}
            onExtra={showExtra}
          />
        )}
      </section>
      {closing}
      <section className={parts.section}>
        <div className={classes.head}>
          <h2 className={parts.subtitleBelow}>Detailed deal breakdown</h2>
          {affiliateTotals.length > 0 && <ExportButtons what="the deals" download={download} />}
        </div>
        <DealTable
          key={reportId}
          label="Detailed deal breakdown"
          reportId={reportId}
          affiliateId={null}
          hasMargin={totals.margin !== null}
          onDeal={showDeal}
        />
      </section>
      <section className={parts.section}>
        <h2 className={parts.subtitleBelow}>Out-of-deal deposits</h2>
        <p className={classes.about}>{OUT_OF_DEAL[terms.earlierLeads]}</p>
        <ExtraTable
          key={reportId}
          label="Out-of-deal deposits"
          reportId={reportId}
          affiliateId={null}
          onRow={showExtra}
        />
      </section>
      <section className={parts.section}>
        <h2 className={parts.subtitleBelow}>Invalid status reference</h2>
        <InvalidStatuses statuses={filters.invalidStatuses} affiliates={affiliateTotals} />
      </section>
      <Suspense fallback={null}>
        {deal && (
          <DealDrawer reportId={deal.reportId} deal={deal.row} rules={deal.rules} onClosed={() => setDeal(null)} />
        )}
        {extra && (
          <ExtraDrawer
            reportId={extra.reportId}
            row={extra.row}
            zone={extra.rules.zone}
            onClosed={() => setExtra(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const OUT_OF_DEAL = {
  reported: 'These deposits belong to no deal of the range. They count at their reported payout.',
  settled:
    'These deposits belong to no deal of the range. A conversion of an earlier deal counts as the amount by which it changes that deal’s payout. All others count as reported.',
}

/** Loads the report again once the history has a newer one. */
function useNewestReport(range: ChosenRange): void {
  const client = useQueryClient()
  const newest = useQuery(rangeJobsQuery(range)).data?.find(({ status }) => status === 'success')?.id
  const { mode, start, end } = range
  useEffect(() => {
    const { queryKey } = latestQuery({ mode, start, end })
    const shown = client.getQueryData(queryKey)
    // Undefined: not loaded yet.
    if (newest === undefined || shown === undefined || shown?.id === newest) return
    void client.invalidateQueries({ queryKey })
  }, [client, newest, mode, start, end])
}

function describeBasis({ generatedAt, basis, range }: PayoutSummary, zone: Zone): string {
  const synced =
    basis.syncedAt === null ? 'leads were never synced before it' : `leads synced ${formatMoment(basis.syncedAt, zone)}`
  // The page's title names the current zone; a report of another zone names its own.
  const days = range.timezone === zone.name ? '' : ` · days are ${labelOfZone(range.timezone)}`
  return `Calculated ${formatMoment(generatedAt, zone)} · ${synced}${days}`
}

function describeFailure(error: Error): string {
  const { loadFailed, unknownError } = payoutTexts
  return `${loadFailed} ${error instanceof ApiError ? messageOf(error) : unknownError}`
}
