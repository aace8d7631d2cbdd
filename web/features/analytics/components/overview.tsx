import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BreakdownRow } from '#domain/analytics/breakdown.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { WallTime, Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { answerQuery, differOnlyInUntil, type Answer } from '../api.ts'
import { comparedOf, isNarrowed, type AnalyticsView, type ChangeView } from '../view.ts'
import skeleton from './analytics-skeleton.module.css'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { Drilldown } from './drilldown.tsx'
import { NoFigures } from './no-figures.tsx'
import classes from './overview.module.css'
import { SummaryCards } from './summary-cards.tsx'
import { SystemInformation } from './system-information.tsx'

interface Shown {
  view: AnalyticsView
  /** The rows of the breakdown, sorted. */
  rows: readonly BreakdownRow[]
  /** True while the figures belong to an earlier question; they are not compared then. */
  isStale: boolean
  now: WallTime
  zone: Zone
  zoneLabel: string
  onChange: ChangeView
}

interface OverviewProps extends Shown {
  /** Null while loading, or after a failure. */
  answer: Answer | null
  problem: Error | null
  today: Day
  onRetry: () => void
}

/** Leads and deposits, in all and by row. */
export function Overview({ answer, problem, today, onRetry, ...shown }: OverviewProps) {
  const { view, isStale, onChange } = shown
  const isEmpty = answer !== null && answer.totals.leads === 0 && answer.totals.deposits === 0
  return (
    <>
      {problem && <ProblemBox message={messageOf(problem)} onRetry={onRetry} />}
      {!answer && !problem && <OverviewSkeleton />}
      {isEmpty && (
        <NoFigures
          isNarrowed={isNarrowed(view)}
          onClear={() => onChange({ filter: {} })}
          onToday={view.mode === 'daily' && view.start === today ? undefined : () => onChange({ preset: 'today' })}
        />
      )}
      {answer && !isEmpty && (
        <div className={classes.figures} aria-busy={isStale} data-stale={isStale || undefined}>
          <Figures answer={answer} {...shown} />
        </div>
      )}
    </>
  )
}

function Figures({ answer, isStale, view, rows, now, zone, zoneLabel, onChange }: Shown & { answer: Answer }) {
  const compared = useCompared(view, now)
  const { error, refetch } = compared
  const before = isStale ? null : compared.before
  return (
    <>
      {error && (
        <ProblemBox
          message={`${analyticsTexts.comparisonNotLoaded} ${messageOf(error)}`}
          onRetry={() => void refetch()}
        />
      )}
      <SummaryCards answer={answer} before={before} />
      <ChartPanel {...{ answer, before, view, rows, now, zone, onChange }} />
      <BreakdownPanel {...{ answer, before, view, rows, zoneLabel, onChange }} />
      {answer.aggregates.byAffiliate.length > 0 && <Drilldown {...{ answer, before, view, onChange }} />}
      {answer.lastLeadAt !== null && <SystemInformation answer={answer} zone={zone} zoneLabel={zoneLabel} />}
    </>
  )
}

/** The figures of the compared period; null if unknown. They stay while only the clock moves on. */
function useCompared(view: AnalyticsView, now: WallTime) {
  const compared = comparedOf(view, now)
  const asked = answerQuery(compared ?? view, view.auto)
  const { data, error, refetch } = useQuery({
    ...asked,
    placeholderData: (former, query) =>
      query && differOnlyInUntil(query.queryKey, asked.queryKey) ? former : undefined,
    enabled: compared !== null,
  })
  return { before: (compared && data) ?? null, error: compared && error, refetch }
}

/** Shown while the figures load. */
function OverviewSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading analytics…</span>
      <div className={skeleton.cards}>
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} height={78} radius={12} />
        ))}
      </div>
      <Skeleton height={508} radius={12} mt={16} />
      <Skeleton height={320} radius={12} mt={16} />
    </div>
  )
}
