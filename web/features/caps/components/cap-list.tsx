import { useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { headAbove, headsAround, type ListRow } from './list-rows.ts'
import { takeSlots, type ListWindow, type Slots } from './list-window.ts'
import { useListWindow } from './use-list-window.ts'
import classes from './cap-list.module.css'

export interface CapListHandle {
  /** Draws a row at once, wherever the list is scrolled, so that it can get the focus. */
  draw(key: string): void
  /** Scrolls a row into sight; the focus stays where it is. */
  reveal(key: string): void
}

interface CapListProps<Row extends ListRow> {
  ref?: Ref<CapListHandle>
  rows: readonly Row[]
  /** How high a row of a kind is, about, in pixels, until it is drawn and measured. */
  heights: Readonly<Record<Row['kind'], number>>
  /** The row that Tab reaches: drawn wherever the list is scrolled. */
  stop?: string | undefined
  /** Whether all rows are just so high: then none is measured. */
  areExact?: boolean
  /** Whether rows keep nothing to themselves but while they have the focus: then one that comes takes over the elements of one that goes. */
  areAlike?: boolean
  children: (row: Row) => ReactNode
}

const NOT_DRAWN: ReadonlySet<string> = new Set()

/** Rows beyond those in sight that are drawn, on either side. */
const BEYOND = 3
/** The same below a list of exact rows that nobody has begun to scroll, such as one that follows a search. */
const BEYOND_TOP = 1

/**
 * Draws only the visible rows, however many there are, inside the nearest ancestor marked `data-scroller`. The head of
 * the current geo stays at the top. The neighbouring heads are drawn too, so that Tab can reach them, and so is the
 * focused row, so that the keyboard never loses it.
 */
export function CapList<Row extends ListRow>(props: CapListProps<Row>) {
  const { ref, rows, heights, stop = null, areExact = false, areAlike = false, children } = props
  const list = useRef<HTMLDivElement>(null)
  const [memory] = useState(createMemory)
  /** A row out of sight that is to be given the focus. */
  const [called, setCalled] = useState<string | null>(null)
  const { tops, shown, measure, reveal } = useListWindow(list, rows, heights)
  const below = areExact && shown.first === 0 ? BEYOND_TOP : BEYOND
  const indexes = listDrawn(rows, shown, below, [memory.focused(), called, stop])
  const head = headAbove(rows, shown.first)
  const drawn = indexes.flatMap((index) => rows[index] ?? [])
  const slots = areAlike ? takeSlots(memory.slots(), drawn, memory.focused()) : null
  const [attach] = useState(() => createMeasuring(measure))

  useLayoutEffect(() => {
    const before = memory.keep(drawn, slots, heights)
    if (areExact || !list.current) return
    // New rows are measured before they are visible, also if they reuse elements of the same height; all of them in
    // another layout.
    const elements = [...list.current.children].filter((element) => element instanceof HTMLElement)
    measure(elements.filter(({ dataset }) => !before.has(rows[Number(dataset['index'])]?.key ?? '')))
  })

  useImperativeHandle(ref, () => ({ draw: (key) => flushSync(() => setCalled(key)), reveal }), [reveal])

  return (
    <div ref={list} className={classes.list} style={{ height: tops[rows.length] }}>
      {indexes.map((index) => {
        const row = rows[index]
        if (!row) return null
        const sticky = row.kind === 'geo' && index === head
        return (
          <div
            key={slots?.get(row.key) ?? row.key}
            ref={areExact ? undefined : attach}
            data-index={index}
            className={sticky ? classes.sticky : classes.row}
            data-head={row.kind === 'geo' || undefined}
            style={sticky ? undefined : { top: tops[index] }}
            onFocus={() => memory.focus(row.key)}
            onBlur={({ currentTarget }) => {
              // A window that goes to the back takes the focus along, and brings it back.
              if (currentTarget.contains(document.activeElement)) return
              memory.focus(null)
              setCalled(null)
            }}
          >
            {children(row)}
          </div>
        )
      })}
    </div>
  )
}

/** The rows that are drawn, from top to bottom. `below`: beyond those in sight. */
function listDrawn(
  rows: readonly ListRow[],
  { first, last }: ListWindow,
  below: number,
  held: readonly (string | null)[],
): number[] {
  if (last < first) return []
  const from = Math.max(0, first - BEYOND)
  const to = Math.min(rows.length - 1, last + below)
  const inSight = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const kept = held.map((key) => (key === null ? -1 : rows.findIndex((row) => row.key === key)))
  const drawn = new Set([...inSight, ...headsAround(rows, first, last), ...kept])
  return [...drawn].filter((index) => index >= 0).toSorted((a, b) => a - b)
}

/** The element of each row, and the focused row. It is no state, because a step from row to row redraws nothing. */
function createMemory() {
  let slots: Slots = new Map()
  let drawn: ReadonlySet<string> = NOT_DRAWN
  let guesses: object | null = null
  let focused: string | null = null
  return {
    slots: () => slots,
    /** Answers the keys of the rows that were drawn before with the same guesses of heights. */
    keep(rows: readonly ListRow[], taken: Slots | null, heights: object) {
      const before = guesses === heights ? drawn : NOT_DRAWN
      guesses = heights
      drawn = new Set(rows.map(({ key }) => key))
      if (taken) slots = taken
      return before
    },
    focused: () => focused,
    focus: (key: string | null) => void (focused = key),
  }
}

/** Has rows measured whenever they grow or shrink. */
function createMeasuring(measure: (elements: readonly HTMLElement[]) => void) {
  const observer = new ResizeObserver((entries) =>
    measure(entries.flatMap(({ target }) => (target instanceof HTMLElement ? target : []))),
  )
  return (element: HTMLElement | null) => {
    if (!element) return
    observer.observe(element)
    return () => observer.unobserve(element)
  }
}
