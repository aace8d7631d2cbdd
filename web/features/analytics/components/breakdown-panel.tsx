import { GROUPINGS } from '#domain/analytics/choices.ts'
import { NativeSelect } from '@mantine/core'
import { countDays } from '#domain/kernel/day-range.ts'
import type { BreakdownRow } from '#domain/analytics/breakdown.ts'
import { countOf } from '#domain/sentences/written.ts'
import { formatDay } from '#web/lib/format.ts'
import type { Answer } from '../api.ts'
import { GROUPING_NAMES, kindOf, type AnalyticsView, type ChangeView } from '../view.ts'
import { BreakdownTable } from './breakdown-table.tsx'
import { FileMenu } from './file-menu.tsx'
import { Panel } from './panel.tsx'

interface BreakdownPanelProps {
  answer: Answer
  before: Answer | null
  view: AnalyticsView
  /** As they are sorted. */
  rows: readonly BreakdownRow[]
  zoneLabel: string
  onChange: ChangeView
}

const ROWS = [
  { value: 'date', label: 'Days' },
  { value: 'geo', label: 'GEOs' },
  { value: 'broker', label: 'Brokers' },
  { value: 'affiliate', label: 'Sources' },
  { value: 'affiliateGeo', label: 'Sources and GEOs' },
]

/** Every row behind the figures; a press on one narrows all figures to it. */
export function BreakdownPanel({ answer, before, view, rows, zoneLabel, onChange }: BreakdownPanelProps) {
  const kind = kindOf(view)
  const title = view.mode === 'daily' ? `Detailed Breakdown · ${GROUPING_NAMES[view.grouping]}` : 'Detailed Breakdown'
  return (
    <Panel
      title={title}
      about={describeDays(answer, zoneLabel)}
      tools={
        <>
          {view.mode === 'range' && (
            <NativeSelect
              size="xs"
              aria-label="Rows"
              data={ROWS}
              value={view.rows}
              onChange={(event) => {
                const value = event.currentTarget.value
                onChange({ rows: GROUPINGS.find((each) => each === value) ?? 'date' })
              }}
            />
          )}
          <FileMenu table={kind} view={view} sorting={view.sorting} />
        </>
      }
    >
      <BreakdownTable
        label="Detailed Breakdown"
        kind={kind}
        answer={answer}
        before={before}
        view={view}
        rows={rows}
        sorting={view.sorting}
        onSort={(sorting) => onChange({ sorting })}
        onChange={onChange}
      />
    </Panel>
  )
}

/** The words of the specification, and beside them the days as people write them. */
function describeDays({ mode, start, end }: Answer, zoneLabel: string): string {
  if (mode === 'daily') return `Data for ${start} · ${formatDay(start)}, ${zoneLabel}`
  return `Data from ${start} to ${end} · ${countOf(countDays({ start, end }), 'day')}, ${zoneLabel}`
}
