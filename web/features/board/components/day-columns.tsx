import { useEffect, useRef, type RefObject, type TouchEvent } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import classes from './day-board.module.css'
import { DayColumn, type CardLook, type DayActions } from './day-column.tsx'
import type { CapView } from './filters/cap-view.ts'
import { columnTitleId } from './focus-cap.ts'
import { useCardWalk } from './day/use-card-walk.ts'

export interface DayColumnsProps {
  kind: CapKind
  days: readonly Day[]
  today: Day
  now: LocalTime
  look: CardLook
  view: CapView
  /** The current day: the only one on a phone, and scrolled into sight elsewhere. */
  shown: Day
  onShow: (day: Day) => void
  /** Absent for a day that cannot be closed. */
  closerOf: (day: Day) => (() => void) | undefined
  actions: DayActions
}

/** The days side by side; on a phone one at a time. */
export function DayColumns({ kind, days, today, now, look, view, shown, onShow, closerOf, actions }: DayColumnsProps) {
  const isPhone = useIsPhone()
  const columns = useColumnRoom(isPhone ? 1 : days.length)
  useCardWalk()
  const swipe = useSwipe((step) => {
    const next = isPhone ? days[days.indexOf(shown) + step] : undefined
    if (!next) return
    // What is typed is saved: a touch takes the focus from no field, and the page takes the field away.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onShow(next)
  })

  useEffect(() => {
    if (isPhone) return
    const column = document.getElementById(columnTitleId(shown))?.closest('section')
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, isPhone])

  return (
    <div ref={columns} className={classes.columns} data-look={look} {...swipe}>
      {(isPhone ? [shown] : days).map((day) => (
        <DayColumn
          key={`${kind} ${day}`}
          kind={kind}
          day={day}
          today={today}
          now={now}
          look={look}
          view={view}
          scrolls={!isPhone}
          onClose={closerOf(day)}
          actions={actions}
        />
      ))}
    </div>
  )
}

/** CSS pixels that a finger must move sideways, and further than up or down, to turn a page. */
const SWIPE = 60

/** A swipe sideways turns to the day before or after; the page itself does not scroll. */
function useSwipe(turn: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 && touches[0]
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!start.current || !touch) return
      const [right, down] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      start.current = null
      if (Math.abs(right) > Math.max(SWIPE, 2 * Math.abs(down))) turn(right < 0 ? 1 : -1)
    },
  }
}

/** CSS pixels of a column from which it has `some` room to spare, and `much`. */
const SOME = 464
const MUCH = 560

/**
 * Writes the room of each column to the board as `data-room`: the number of open days decides it more than the window
 * does. No container queries: with 10,000 caps they make each letter of the search a third slower.
 */
function useColumnRoom(columns: number): RefObject<HTMLDivElement | null> {
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
