import { lazyRouteComponent } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import { HeadLimits } from '#web/features/limits/components/head-limits.tsx'
import { PlanMarks } from '#web/features/plans/components/plan-mark.tsx'
import type { CapViewChange } from './filters/cap-view.ts'
import classes from './day-board.module.css'
import { BoardWorkProvider, useBoardWork, useIsChoosing } from './board-work.tsx'
import { SelectionHost } from './selection/selection-host.tsx'
import type { BoardView, Hidable } from './board-view.ts'
import type { DayColumnsProps } from './day-columns.tsx'

interface DayBoardProps extends Omit<DayColumnsProps, 'look'> {
  look: BoardView
  canEdit: boolean
  /** Hidden columns of the table. */
  hidden: ReadonlySet<string>
  onHide: (name: Hidable) => void
  onNarrow: (change: CapViewChange) => void
}

export const DayBoard = memo(function DayBoard(props: DayBoardProps) {
  const { kind, days, today } = props
  return (
    <HeadLimits kind={kind} days={days} today={today}>
      <PlanMarks days={days}>
        {props.canEdit ? (
          <BoardWorkProvider key={kind} kind={kind}>
            <Days {...props} />
          </BoardWorkProvider>
        ) : (
          <Days {...props} />
        )}
      </PlanMarks>
    </HeadLimits>
  )
})

// Each layout is its own script: a visit loads only the one in use.
const BoardTable = lazyRouteComponent(() => import('./table/board-table.tsx'), 'BoardTable')
const DayColumns = lazyRouteComponent(() => import('./day-columns.tsx'), 'DayColumns')

/** Loads the script of a layout first: otherwise React shows the fallback for at least 300 ms. */
export async function prepareView(view: BoardView): Promise<void> {
  await (view === 'table' ? BoardTable : DayColumns).preload?.()
}

/** The days in their layout, and their selection. */
function Days(props: DayBoardProps) {
  const { kind, days, today, now, look, view, shown } = props
  const work = useBoardWork()
  const choosing = useIsChoosing(work)
  return (
    <div className={classes.board} data-choosing={choosing || undefined}>
      <Suspense fallback={<section className={classes.columns} aria-busy="true" />}>
        {look === 'table' ? <BoardTable {...props} key={kind} today={today} /> : <DayColumns {...props} look={look} />}
      </Suspense>
      {work && <SelectionHost kind={kind} work={work} days={days} shown={shown} view={view} now={now} />}
    </div>
  )
}
