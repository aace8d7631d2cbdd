import { SegmentedControl } from '@mantine/core'
import { memo, useEffect, useRef, type RefObject } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { formatDayFrom, nameDay } from '#web/lib/format.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import type { CapView } from './filters/cap-view.ts'
import classes from './day-board.module.css'
import { BoardWorkProvider, useBoardWork } from './board-work.tsx'
import { SelectionHost } from './selection/selection-host.tsx'
import { useIsChoosing } from './selection/use-selection.ts'
import { columnTitleId } from './focus-cap.ts'
import { DayColumn, type DayActions } from './day-column.tsx'
import { useCardWalk } from './day/use-card-walk.ts'

interface DayBoardProps {
  kind: CapKind
  days: readonly Day[]
  today: Day
  now: LocalTime
  view: CapView
  /** The day that somebody looks at: the only one that a phone shows, and in sight elsewhere. */
  shown: Day
  onShow: (day: Day) => void
  /** Absent for a day that cannot be closed. */
  closerOf: (day: Day) => (() => void) | undefined
  canEdit: boolean
  actions: DayActions
}

export const DayBoard = memo(function DayBoard(props: DayBoardProps) {
  if (!props.canEdit) return <Columns {...props} />
  return (
    <BoardWorkProvider key={props.kind} kind={props.kind}>
      <Columns {...props} />
    </BoardWorkProvider>
  )
})

/** The days side by side; on a phone one at a time. */
function Columns({ kind, days, today, now, view, shown, onShow, closerOf, actions }: DayBoardProps) {
  const work = useBoardWork()
  const choosing = useIsChoosing(work)
  const isPhone = useIsPhone()
  const columns = useColumnRoom(isPhone ? 1 : days.length)
  useCardWalk()

  useEffect(() => {
    if (isPhone) return
    const column = document.getElementById(columnTitleId(shown))?.closest('section')
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, isPhone])

  return (
    <div className={classes.board} data-choosing={choosing || undefined}>
      {isPhone && (
        <div className={classes.pages}>
          <SegmentedControl
            className={classes.pageSwitch}
            aria-label="Day"
            value={shown}
            onChange={(value) => onShow(days.find((day) => day === value) ?? today)}
            data={days.map((day) => ({ value: day, label: nameDay(day, today) ?? formatDayFrom(today, day) }))}
          />
        </div>
      )}
      <div ref={columns} className={classes.columns}>
        {(isPhone ? [shown] : days).map((day) => (
          <DayColumn
            key={`${kind} ${day}`}
            kind={kind}
            day={day}
            today={today}
            now={now}
            view={view}
            scrolls={!isPhone}
            onClose={closerOf(day)}
            actions={actions}
          />
        ))}
      </div>
      {work && <SelectionHost kind={kind} work={work} days={days} view={view} now={now} />}
    </div>
  )
}

/** CSS pixels from which on a column has `some` room beside what it must show, and `much`. */
const SOME = 464
const MUCH = 560

/**
 * Writes onto the columns of a board how much room each has, `data-room`: the number of open days decides it more than
 * the window does. No container queries: with 10,000 caps they make each letter of the search a third slower.
 */
export function useColumnRoom(columns: number): RefObject<HTMLDivElement | null> {
  const board = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = board.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const gap = Number.parseFloat(getComputedStyle(element).columnGap)
      const width = (element.clientWidth - gap * (columns - 1)) / columns
      element.dataset['room'] = width >= MUCH ? 'much' : width >= SOME ? 'some' : 'little'
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [columns])
  return board
}
