import { Button } from '@mantine/core'
import { TABLE_TYPES } from '#contract/file.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { writeBreakdownCsv } from '#domain/analytics/breakdown-csv.ts'
import type { BreakdownRow } from '#domain/analytics/breakdown.ts'
import { keepFile } from '#web/lib/download.ts'
import { SyncIcon, ViewsIcon } from '#web/ui/icons.tsx'
import { Segments } from '#web/ui/segments.tsx'
import page from '#web/ui/page.module.css'
import { useRefresh } from '../api.ts'
import { kindOf, type AnalyticsView, type ChangeView } from '../view.ts'
import classes from './analytics-tools.module.css'

const REFRESHES = [
  { value: 'manual', label: 'Manual' },
  { value: 'auto', label: 'Auto' },
] as const

interface AnalyticsToolsProps {
  view: AnalyticsView
  /** The rows of the breakdown, sorted. */
  rows: readonly BreakdownRow[]
  /** True while the rows belong to an earlier question: a file of them would get a wrong name. */
  isStale: boolean
  zoneLabel: string
  isFetching: boolean
  onViews: () => void
  onChange: ChangeView
}

/** The page's title and actions. */
export function AnalyticsTools({ view, rows, isStale, zoneLabel, isFetching, onViews, onChange }: AnalyticsToolsProps) {
  const refresh = useRefresh()
  const isRefreshing = refresh.isPending || isFetching
  const exportCsv = () => {
    if (rows.length === 0) return
    const csv = writeBreakdownCsv(kindOf(view), rows, zoneLabel)
    keepFile(`analytics-${view.mode}-${nameOfDays(view)}.csv`, new Blob([csv], { type: TABLE_TYPES.csv }))
  }
  return (
    <header className={page.head}>
      <div className={classes.words}>
        <h1 className={page.title}>{analyticsTexts.title}</h1>
        <p className={page.about}>{analyticsTexts.about}</p>
      </div>
      <div className={classes.tools}>
        <Button variant="default" leftSection={<ViewsIcon />} onClick={onViews}>
          Views
        </Button>
        {view.tab !== 'forecast' && (
          <>
            <Segments
              aria-label="Auto-refresh"
              data={REFRESHES}
              value={view.auto ? 'auto' : 'manual'}
              onChange={(value) => onChange({ auto: value === 'auto' })}
            />
            <Button
              variant="default"
              className={classes.refresh}
              leftSection={<SyncIcon />}
              // Closed in words alone: it keeps the focus, for the next press.
              aria-disabled={isRefreshing}
              data-disabled={isRefreshing || undefined}
              onClick={() => isRefreshing || refresh.mutate()}
            >
              {isRefreshing ? 'Refreshing...' : 'Refresh'}
            </Button>
          </>
        )}
        {view.tab === 'overview' && (
          <Button
            variant="default"
            className={classes.export}
            disabled={isStale || rows.length === 0}
            onClick={exportCsv}
          >
            Export CSV
          </Button>
        )}
      </div>
    </header>
  )
}

function nameOfDays({ mode, start, end }: AnalyticsView): string {
  return mode === 'daily' ? start : `${start}_${end}`
}
