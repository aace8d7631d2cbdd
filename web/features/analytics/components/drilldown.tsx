import { useMemo, useState } from 'react'
import { DEFAULT_SORTING, listBreakdown } from '#domain/analytics/breakdown.ts'
import type { Answer } from '../api.ts'
import type { AnalyticsView, ChangeView } from '../view.ts'
import { BreakdownTable } from './breakdown-table.tsx'
import classes from './drilldown.module.css'
import { FileMenu } from './file-menu.tsx'
import { Panel } from './panel.tsx'

interface DrilldownProps {
  answer: Answer
  before: Answer | null
  view: AnalyticsView
  onChange: ChangeView
}

const TABLES = [
  { kind: 'affiliate', title: 'By Source' },
  { kind: 'affiliateGeo', title: 'By Source + GEO' },
] as const

/** The figures of each source, whichever breakdown is shown. */
export function Drilldown({ answer, before, view, onChange }: DrilldownProps) {
  return (
    <Panel title="Affiliate Drilldown">
      <div className={classes.tables}>
        {TABLES.map((table) => (
          <Sources key={table.kind} {...table} {...{ answer, before, view, onChange }} />
        ))}
      </div>
    </Panel>
  )
}

function Sources({ kind, title, answer, before, view, onChange }: DrilldownProps & (typeof TABLES)[number]) {
  const [sorting, setSorting] = useState(DEFAULT_SORTING)
  const rows = useMemo(() => listBreakdown(answer.aggregates, kind), [answer, kind])
  return (
    <div className={classes.table}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <FileMenu table={kind} view={view} sorting={sorting} />
      </div>
      <BreakdownTable
        label={title}
        kind={kind}
        answer={answer}
        before={before}
        view={view}
        rows={rows}
        sorting={sorting}
        step={10}
        onSort={setSorting}
        onChange={onChange}
      />
    </div>
  )
}
