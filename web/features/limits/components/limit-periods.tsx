import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MOST_DAYS } from '#contract/limits.ts'
import { limitTexts } from '#contract/texts/limits.ts'
import { roundProgress } from '#domain/caps/pace.ts'
import { countDays, type DayRange } from '#domain/kernel/day-range.ts'
import { isOverPlanned, sayNumber } from '#domain/sentences/limits.ts'
import { formatCount, formatDayRange } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { limitsOverQuery } from '../api.ts'
import classes from './limits.module.css'

type Row = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof limitsOverQuery>['queryFn']>>>>[number]

/** The planned and delivered leads of each limit, a period a row. */
export function LimitPeriods({ range }: { range: DayRange }) {
  const isShort = countDays(range) <= MOST_DAYS
  const { data, error, refetch } = useQuery({ ...limitsOverQuery(range), enabled: isShort })
  if (!isShort) return <EmptyState isSmall>{limitTexts.tooLong(MOST_DAYS)}</EmptyState>
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} radius={12} />
  if (data.length === 0) return <EmptyState isSmall>No limit applied on these days.</EmptyState>
  return (
    <DataTable
      label="Limits"
      columns={COLUMNS}
      rows={data}
      keyOf={({ limit, period }) => `${limit._id} ${period.start}`}
      sortedBy={{ column: 'days', descending: true }}
      step={31}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'limit', label: 'Limit', isHead: true, sortBy: ({ limit }) => limit.name, render: ({ limit }) => limit.name },
  { id: 'days', label: 'Days', sortBy: ({ period }) => period.start, render: ({ period }) => formatDayRange(period) },
  {
    id: 'planned',
    label: 'Planned',
    align: 'end',
    sortBy: ({ planned }) => planned,
    render: (row) => <span className={isOverPlanned(row) ? classes.over : undefined}>{formatCount(row.planned)}</span>,
  },
  {
    id: 'delivered',
    label: 'Delivered',
    align: 'end',
    sortBy: ({ delivered }) => delivered,
    render: ({ delivered }) => formatCount(delivered),
  },
  {
    id: 'number',
    label: 'At most',
    align: 'end',
    sortBy: ({ limit }) => limit.number,
    render: ({ limit }) => sayNumber(limit),
  },
  {
    id: 'share',
    label: 'Share',
    align: 'end',
    sortBy: shareOf,
    render: ({ limit, delivered }) => (limit.number ? `${roundProgress(delivered, limit.number)}%` : '–'),
  },
]

function shareOf({ limit, delivered }: Row): number | null {
  return limit.number ? delivered / limit.number : null
}
