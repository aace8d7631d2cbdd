import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import {
  sortBreakdown,
  listBreakdown,
  listDates,
  type BreakdownKind,
  type BreakdownRow,
} from '#domain/analytics/breakdown.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRangeRefusal } from '#domain/kernel/day-range.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { answerQuery, type Answer } from '../api.ts'
import { checkPeriod, comparedOf, isNarrowed, kindOf, type AnalyticsView, type ChangeView } from '../view.ts'
import classes from './analytics-desk.module.css'
import { AnalyticsTools } from './analytics-tools.tsx'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { Drilldown } from './drilldown.tsx'
import { NoFigures } from './no-figures.tsx'
import { Narrowing } from './narrowing.tsx'
import { Panel } from './panel.tsx'
import { PeriodBar } from './period-bar.tsx'
import { PlannedPanel } from './planned-panel.tsx'
import { QualityPanel } from './quality-panel.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { SystemInformation } from './system-information.tsx'
import { Skeleton } from '@mantine/core'
import skeleton from './analytics-skeleton.module.css'

const RANGE_PROBLEMS: Readonly<Record<DayRangeRefusal['reason'], string>> = {
  'range.reversed': analyticsTexts.reversed,
  'range.too-long': analyticsTexts.tooLong,
}

interface AnalyticsDeskProps {
  view: AnalyticsView
  today: Day
  zone: Zone
  zoneLabel: string
  onChange: ChangeView
  /** The limits over the days that are looked at. */
  limits: ReactNode
}

/** Leads, deposits and conversion of a day or a range, from all sides. */
export function AnalyticsDesk({ view, today, zone, zoneLabel, onChange, limits }: AnalyticsDeskProps) {
  const period = checkPeriod(view)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...answerQuery(view, view.auto),
    enabled: period.ok,
  })
  // What stood before is of no use where it was asked for in the other way, or where what is asked for now is no range.
  const answer = period.ok && data?.mode === view.mode ? data : null
  const isEmpty = answer !== null && answer.totals.leads === 0 && answer.totals.deposits === 0
  const shown = answer && !isEmpty ? answer : null
  const kind = kindOf(view)
  const { sorting } = view
  const rows = useMemo(() => (shown ? listRows(shown, kind, sorting) : []), [shown, kind, sorting])
  return (
    <>
      <AnalyticsTools
        view={view}
        rows={rows}
        isStale={isPlaceholderData}
        zoneLabel={zoneLabel}
        isFetching={isFetching}
        onChange={onChange}
      />
      <PeriodBar view={view} today={today} unknownDeposits={answer?.unknownDeposits ?? 0} onChange={onChange} />
      <Narrowing view={view} brokers={answer?.aggregates.byBroker ?? []} onChange={onChange} />
      {!period.ok && <ProblemBox message={RANGE_PROBLEMS[period.reason]} />}
      {period.ok && error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {period.ok && !answer && !error && <AnalyticsSkeleton />}
      {isEmpty && (
        <NoFigures
          isNarrowed={isNarrowed(view)}
          onClear={() => onChange({ filter: {} })}
          onToday={
            view.mode === 'daily' && view.start === today ? undefined : () => onChange({ mode: 'daily', start: today })
          }
        />
      )}
      {shown && (
        <div className={classes.figures} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
          <Figures
            answer={shown}
            isStale={isPlaceholderData}
            view={view}
            rows={rows}
            zone={zone}
            zoneLabel={zoneLabel}
            onChange={onChange}
            limits={limits}
          />
        </div>
      )}
    </>
  )
}

interface FiguresProps extends Omit<AnalyticsDeskProps, 'today'> {
  answer: Answer
  /** It is of what was asked for before, and is compared with nothing. */
  isStale: boolean
  /** Of the breakdown, as it is sorted. */
  rows: readonly BreakdownRow[]
}

function Figures({ answer, isStale, view, rows, zone, zoneLabel, onChange, limits }: FiguresProps) {
  const compared = useCompared(view)
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
      <ChartPanel answer={answer} before={before} view={view} rows={rows} onChange={onChange} />
      <BreakdownPanel answer={answer} view={view} rows={rows} zoneLabel={zoneLabel} onChange={onChange} />
      {answer.aggregates.byAffiliate.length > 0 && <Drilldown answer={answer} view={view} onChange={onChange} />}
      <QualityPanel view={view} onChange={onChange} />
      <PlannedPanel view={view} onChange={onChange} />
      <Panel
        title="Limits"
        about="Planned and delivered against each limit, in its periods that have one of these days."
      >
        {limits}
      </Panel>
      {answer.lastLeadAt !== null && <SystemInformation answer={answer} zone={zone} zoneLabel={zoneLabel} />}
    </>
  )
}

/** What came in the time that is compared with; null while nobody knows. */
function useCompared(view: AnalyticsView) {
  const compared = comparedOf(view)
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...answerQuery(compared ?? view, view.auto),
    enabled: compared !== null,
  })
  const before = compared && data && !isPlaceholderData ? data : null
  return { before, error: compared && error, refetch }
}

function listRows(answer: Answer, kind: BreakdownKind, sorting: Sorting): BreakdownRow[] {
  const rows = kind === 'date' ? listDates(answer.days) : listBreakdown(answer.aggregates, kind)
  return sortBreakdown(rows, sorting)
}

/** In the places of what is to come. */
export function AnalyticsSkeleton() {
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
