import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DayForecast } from '#contract/suggestion-days.ts'
import { hitRateTexts } from '#contract/texts/hit-rate.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { Meter } from '#web/ui/meter.tsx'
import page from '#web/ui/page.module.css'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { forecastQuery } from '../day-api.ts'

type Row = DayForecast['byGeo'][number]

/** The expected leads of today, in all and by geo. */
export function ForecastPanel({ today }: { today: Day }) {
  const { data, error, refetch } = useQuery(forecastQuery(today))
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  if (data.why || !data.all) return <EmptyState title="No forecast">{data.why?.sentence}</EmptyState>
  return (
    <>
      <p className={page.about}>
        {formatDay(today)}: the leads expected by midnight if nothing stops them, learnt from {data.days} days. On 8 of
        10 days the total ends within the likely range.
        {data.hitRates && ` ${hitRateTexts.long(data.hitRates.all, 'all leads')}`}
      </p>
      <DataTable
        label="Forecast by geo"
        columns={COLUMNS.map((column) => ({
          ...column,
          total: column.isHead ? 'All leads' : column.render(totalOf(data.all)),
        }))}
        rows={data.byGeo}
        keyOf={({ geo }) => geo}
        sortedBy={{ column: 'likely', descending: true }}
      />
    </>
  )
}

function totalOf(all: DayForecast['all']): Row {
  return { geo: '', delivered: 0, total: { p10: 0, p50: 0, p90: 0 }, ...all }
}

/** The leads so far and where eight of ten days end, as shares of the upper end. */
function RowBand({ row: { delivered, total } }: { row: Row }) {
  const most = Math.max(1, delivered, total.p90)
  const share = (leads: number) => (100 * leads) / most
  return (
    <Meter
      percent={share(delivered)}
      label="So far, and expected by midnight"
      value={`${show(delivered)} so far, ${show(total.p50)} by midnight, ${show(total.p10)} to ${show(total.p90)}`}
      band={{ from: share(total.p10), middle: share(total.p50), to: share(total.p90) }}
    />
  )
}

const show = (leads: number) => formatCount(Math.round(leads))

const COLUMNS: readonly Column<Row>[] = [
  { id: 'geo', label: 'GEO', isHead: true, sortBy: ({ geo }) => geo, render: ({ geo }) => <GeoLabel geo={geo} /> },
  {
    id: 'delivered',
    label: 'So far',
    align: 'end',
    sortBy: ({ delivered }) => delivered,
    render: ({ delivered }) => show(delivered),
  },
  {
    id: 'likely',
    label: 'By midnight',
    align: 'end',
    sortBy: ({ total }) => total.p50,
    render: ({ total }) => show(total.p50),
  },
  {
    id: 'span',
    label: 'Likely range',
    align: 'end',
    sortBy: ({ total }) => total.p90 - total.p10,
    render: ({ total }) => [...new Set([show(total.p10), show(total.p90)])].join(' to '),
  },
  { id: 'band', label: 'Delivered and forecast', width: '30%', render: (row) => <RowBand row={row} /> },
]
