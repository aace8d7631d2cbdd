import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { listBreakdown, listDates, sortBreakdown, type BreakdownKind } from '#domain/analytics/breakdown.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRangeRefusal } from '#domain/kernel/day-range.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { useLocalTime } from '#web/lib/clock.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { answerQuery, type Answer } from '../api.ts'
import { checkPeriod, kindOf, type AnalyticsView, type ChangeView } from '../view.ts'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import { AnalyticsTools } from './analytics-tools.tsx'
import { Narrowing } from './narrowing.tsx'
import { Overview } from './overview.tsx'
import { Panel } from './panel.tsx'
import { PeriodBar } from './period-bar.tsx'
import { PlannedPanel } from './planned-panel.tsx'
import { Quality } from './quality.tsx'

const RANGE_PROBLEMS: Readonly<Record<DayRangeRefusal['reason'], string>> = {
  'range.reversed': analyticsTexts.reversed,
  'range.too-long': analyticsTexts.tooLong,
}

interface AnalyticsDeskProps {
  view: AnalyticsView
  today: Day
  zone: Zone
  zoneLabel: string
  /** Opens the saved views. */
  onViews: () => void
  onChange: ChangeView
  /** The limits of the chosen days. */
  limits: ReactNode
  /** The forecast of today. */
  forecast: ReactNode
}

/** Leads, deposits and conversion of a day or a range. */
export function AnalyticsDesk({
  view,
  today,
  zone,
  zoneLabel,
  onViews,
  onChange,
  limits,
  forecast,
}: AnalyticsDeskProps) {
  const now = useLocalTime(zone)
  const period = checkPeriod(view)
  const asked = useQuery({ ...answerQuery(view, view.auto), enabled: period.ok && view.tab !== 'forecast' })
  const { data, isPlaceholderData: isStale } = asked
  // An earlier answer is useless if it is of the other mode, or if the chosen days are not a range.
  const answer = period.ok && data?.mode === view.mode ? data : null
  const kind = kindOf(view)
  const { tab, sorting } = view
  const rows = useMemo(() => (answer ? listRows(answer, kind, sorting) : []), [answer, kind, sorting])
  return (
    <>
      <AnalyticsTools
        isFetching={asked.isFetching}
        isStale={isStale}
        {...{ view, rows, zoneLabel, onViews, onChange }}
      />
      <AnalyticsTabs tab={tab} onChange={onChange}>
        {tab !== 'forecast' && (
          <>
            <PeriodBar view={view} now={now} unknownDeposits={answer?.unknownDeposits ?? 0} onChange={onChange} />
            <Narrowing view={view} brokers={answer?.aggregates.byBroker ?? []} onChange={onChange} />
          </>
        )}
        {tab !== 'forecast' && !period.ok && <ProblemBox message={RANGE_PROBLEMS[period.reason]} />}
        {tab === 'overview' && period.ok && (
          <Overview
            answer={answer}
            rows={rows}
            isStale={isStale}
            problem={asked.error}
            onRetry={() => void asked.refetch()}
            {...{ view, today, now, zone, zoneLabel, onChange }}
          />
        )}
        {tab === 'quality' && period.ok && <Quality view={view} onChange={onChange} />}
        {tab === 'plan' && period.ok && <Plan view={view} limits={limits} onChange={onChange} />}
        {tab === 'forecast' && forecast}
      </AnalyticsTabs>
    </>
  )
}

function Plan({ view, limits, onChange }: Pick<AnalyticsDeskProps, 'view' | 'limits' | 'onChange'>) {
  return (
    <>
      <PlannedPanel view={view} onChange={onChange} />
      <Panel
        title="Limits"
        about="Planned and delivered against each limit, in its periods that have one of these days."
      >
        {limits}
      </Panel>
    </>
  )
}

function listRows(answer: Answer, kind: BreakdownKind, sorting: Sorting) {
  const rows = kind === 'date' ? listDates(answer.days) : listBreakdown(answer.aggregates, kind)
  return sortBreakdown(rows, sorting)
}
