import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import type { PayoutDeal, PayoutSummary } from '#contract/payouts.ts'
import { texts } from '#contract/texts.ts'
import { labelOfZone, zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { latestQuery, rangeJobsQuery, type ChosenRange } from '../api.ts'
import { AffiliateTable } from './affiliate-table.tsx'
import { DealTable } from './deal-table.tsx'
import { ExtraTable } from './extra-table.tsx'
import { InvalidStatuses } from './invalid-statuses.tsx'
import classes from './payout-report.module.css'
import { SummaryCards } from './summary-cards.tsx'

const DealDrawer = lazy(async () => ({ default: (await import('./deal-drawer.tsx')).DealDrawer }))

/** What the newest finished calculation of the range came to. */
export function PayoutReportView({ range, zone }: { range: ChosenRange; zone: Zone }) {
  const { data: report, error, isPending, refetch } = useQuery(latestQuery(range))
  const summary = report?.summary ?? null
  const [deal, setDeal] = useState<PayoutDeal | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  useNewestReport(range)
  const isGone = summary !== null && !summary.affiliateTotals.some(({ affiliateId }) => affiliateId === open)
  if (open !== null && isGone) setOpen(null)
  return (
    <>
      {error && <ProblemBox message={describeFailure(error)} onRetry={() => void refetch()} />}
      {isPending && (
        <div role="status">
          <span className="visually-hidden">Loading the newest report…</span>
          <Skeleton height={420} radius={12} />
        </div>
      )}
      {report === null && <p className={classes.none}>{texts.payouts.noReport}</p>}
      {summary && <Summary summary={summary} zone={zone} open={open} onOpen={setOpen} onDeal={setDeal} />}
      {report && deal && (
        <Suspense fallback={null}>
          <DealDrawer
            reportId={report.id}
            deal={deal}
            zone={zoneOf(summary?.range.timezone ?? zone.name)}
            onClosed={() => setDeal(null)}
          />
        </Suspense>
      )}
    </>
  )
}

interface SummaryProps {
  summary: PayoutSummary
  zone: Zone
  /** The affiliate whose row is open. */
  open: string | null
  onOpen: (affiliateId: string | null) => void
  onDeal: (deal: PayoutDeal) => void
}

function Summary({ summary, zone, open, onOpen, onDeal }: SummaryProps) {
  const { totals, affiliateTotals, deals, extraDeposits, filters } = summary
  return (
    <>
      <SummaryCards totals={totals} />
      <p className={classes.basis}>{describeBasis(summary, zone)}</p>
      <section className={classes.section}>
        <h2 className={classes.heading}>Payout by affiliate</h2>
        {affiliateTotals.length === 0 ? (
          <p className={classes.none}>{texts.payouts.noAffiliates}</p>
        ) : (
          <AffiliateTable summary={summary} open={open} onOpen={onOpen} onDeal={onDeal} />
        )}
      </section>
      <section className={classes.section}>
        <h2 className={classes.heading}>Detailed deal breakdown</h2>
        {deals.length === 0 ? (
          <p className={classes.none}>{texts.payouts.noDeals}</p>
        ) : (
          <DealTable label="Detailed deal breakdown" deals={deals} onDeal={onDeal} />
        )}
      </section>
      {extraDeposits.length > 0 && (
        <section className={classes.section}>
          <h2 className={classes.heading}>Out-of-deal deposits</h2>
          <p className={classes.about}>No deal of the range pays for these. They count at their reported payout.</p>
          <ExtraTable label="Out-of-deal deposits" extras={extraDeposits} />
        </section>
      )}
      <section className={classes.section}>
        <h2 className={classes.heading}>Invalid status reference</h2>
        <InvalidStatuses statuses={filters.invalidStatuses} deals={deals} />
      </section>
    </>
  )
}

/** Fetches the report again once the history names one that is newer than what is shown. */
function useNewestReport(range: ChosenRange): void {
  const client = useQueryClient()
  const newest = useQuery(rangeJobsQuery(range)).data?.find(({ status }) => status === 'success')?.id
  const { mode, start, end } = range
  useEffect(() => {
    const { queryKey } = latestQuery({ mode, start, end })
    const shown = client.getQueryData(queryKey)
    // Undefined: the first answer is on its way.
    if (newest === undefined || shown === undefined || shown?.id === newest) return
    void client.invalidateQueries({ queryKey })
  }, [client, newest, mode, start, end])
}

function describeBasis({ generatedAt, basis, range }: PayoutSummary, zone: Zone): string {
  const synced =
    basis.syncedAt === null ? 'leads were never synced before it' : `leads synced ${formatMoment(basis.syncedAt, zone)}`
  return `Calculated ${formatMoment(generatedAt, zone)} · ${synced} · days are ${labelOfZone(range.timezone)}`
}

function describeFailure(error: Error): string {
  const { loadFailed, unknownError } = texts.payouts
  return `${loadFailed} ${error instanceof ApiError ? messageOf(error) : unknownError}`
}
