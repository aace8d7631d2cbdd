import { defaultRangeExtractor, useVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { headAbove, type BoardRow } from './board-rows.ts'
import classes from './cap-list.module.css'

const HEIGHTS: Readonly<Record<BoardRow['kind'], number>> = { geo: 37, facts: 55, cap: 84 }

interface CapListProps {
  rows: readonly BoardRow[]
  children: (row: BoardRow) => ReactNode
}

/**
 * Draws only the rows in sight, however many there are, inside the nearest ancestor marked `data-scroller`. The head of
 * the geo in sight stays at the top, and a row that has the focus stays drawn, so that the keyboard never loses it.
 */
export function CapList({ rows, children }: CapListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const [margin, setMargin] = useState(0)
  const head = useRef(0)

  const rangeExtractor = useCallback(
    (range: Range) => {
      head.current = headAbove(rows, range.startIndex)
      const held = focused === null ? -1 : rows.findIndex((row) => row.key === focused)
      const kept = new Set([head.current, ...(held < 0 ? [] : [held]), ...defaultRangeExtractor(range)])
      return [...kept].toSorted((a, b) => a - b)
    },
    [rows, focused],
  )

  const virtualizer = useVirtualizer<Element, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => list.current?.closest('[data-scroller]') ?? null,
    estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? 'cap'],
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor,
    overscan: 6,
    scrollMargin: margin,
  })

  // Where the list starts within what scrolls: on a phone the page scrolls, and much stands above the list.
  useLayoutEffect(() => setMargin(distanceToScroller(list.current)), [rows])

  return (
    <div ref={list} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (!row) return null
        const sticky = row.kind === 'geo' && item.index === head.current
        return (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={sticky ? classes.sticky : classes.row}
            data-head={row.kind === 'geo' || undefined}
            style={sticky ? undefined : { transform: `translateY(${offsetOf(item, margin)}px)` }}
            onFocus={() => setFocused(row.key)}
            onBlur={() => setFocused(null)}
          >
            {children(row)}
          </div>
        )
      })}
    </div>
  )
}

function offsetOf(item: VirtualItem, margin: number): number {
  return item.start - margin
}

function distanceToScroller(list: HTMLElement | null): number {
  const scroller = list?.closest('[data-scroller]')
  if (!list || !scroller) return 0
  return Math.round(list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
}
