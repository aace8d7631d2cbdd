import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { LONGEST_QUALITY_PERIOD } from '#domain/analytics/period.ts'
import { addDays } from '#domain/kernel/day.ts'
import { countDays } from '#domain/kernel/day-range.ts'
import { messageOf } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { qualityQuery } from '../api.ts'
import type { AnalyticsView, ChangeView } from '../view.ts'
import { QualityTable } from './quality-table.tsx'
import { SourcePicture } from './source-picture.tsx'

interface QualityProps {
  view: AnalyticsView
  onChange: ChangeView
}

/** The lead quality of each source: first against its usual range, then all fates. */
export function Quality({ view, onChange }: QualityProps) {
  const isShort = countDays(view) <= LONGEST_QUALITY_PERIOD
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...qualityQuery(view, view.filter, view.auto),
    enabled: isShort,
  })
  if (!isShort) return <TooLong view={view} onChange={onChange} />
  return (
    <>
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={480} radius={12} />}
      {data?.length === 0 && (
        <EmptyState title={analyticsTexts.noData}>Choose other days, or fewer filters.</EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <SourcePicture sources={data} isStale={isPlaceholderData} view={view} />
          <QualityTable sources={data} isStale={isPlaceholderData} view={view} onChange={onChange} />
        </>
      )}
    </>
  )
}

function TooLong({ view: { end }, onChange }: QualityProps) {
  const start = addDays(end, 1 - LONGEST_QUALITY_PERIOD)
  const shorten = (
    <Button size="xs" variant="default" onClick={() => onChange({ mode: 'range', start, end })}>
      Show the last {LONGEST_QUALITY_PERIOD} days of it
    </Button>
  )
  return <EmptyState action={shorten}>{analyticsTexts.qualityTooLong}</EmptyState>
}
