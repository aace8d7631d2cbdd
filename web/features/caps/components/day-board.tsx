import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { formatDay, nameDay } from '#web/lib/format.ts'
import type { CapView } from './filters/cap-filters.tsx'
import classes from './day-board.module.css'
import { columnTitleId, DayColumn, type DayActions } from './day-column.tsx'

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
  /** Absent where the member may only look. */
  actions: DayActions | undefined
}

/** The days side by side; on a phone one at a time. */
export function DayBoard({ kind, days, today, now, view, shown, onShow, closerOf, actions }: DayBoardProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })

  useEffect(() => {
    if (isPhone) return
    const column = document.getElementById(columnTitleId(shown))?.closest('section')
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, isPhone])

  return (
    <div className={classes.board}>
      {isPhone && (
        <div className={classes.pages}>
          <SegmentedControl
            className={classes.pageSwitch}
            aria-label="Day"
            value={shown}
            onChange={(value) => onShow(days.find((day) => day === value) ?? today)}
            data={days.map((day) => ({ value: day, label: nameDay(day, today) ?? formatDay(day) }))}
          />
        </div>
      )}
      <div className={classes.columns}>
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
    </div>
  )
}
