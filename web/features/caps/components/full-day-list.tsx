import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import classes from './cap-list.module.css'
import type { FullDayRow } from './full-day-rows.ts'

const HEIGHTS: Record<FullDayRow['kind'], number> = { geo: 37, chips: 75, caps: 84 }

interface FullDayListProps {
  list: RefObject<HTMLDivElement | null>
  /** How far below the top of what scrolls the list starts. */
  margin: number
  rows: readonly FullDayRow[]
  children: (row: FullDayRow) => ReactNode
}

/**
 * Draws only the rows in sight, however many there are, and the heads of all geos: between them lies nothing that takes
 * the focus, so that Tab finds the next one only where it is drawn. The head of the geo in sight stays at the top.
 */
export function FullDayList({ list, margin, rows, children }: FullDayListProps) {
  const [focused, setFocused] = useState<string | null>(null)
  const head = useRef(0)
  const heads = useMemo(() => rows.flatMap((row, index) => (row.kind === 'geo' ? [index] : [])), [rows])

  const rangeExtractor = useCallback(
    (range: Range) => {
      head.current = heads.findLast((index) => index <= range.startIndex) ?? 0
      const held = focused === null ? -1 : rows.findIndex((row) => row.key === focused)
      const drawn = new Set([...heads, ...(held < 0 ? [] : [held]), ...defaultRangeExtractor(range)])
      return [...drawn].toSorted((a, b) => a - b)
    },
    [rows, heads, focused],
  )

  const virtualizer = useVirtualizer<Element, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? 'caps'],
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor,
    overscan: 6,
    scrollMargin: margin,
  })

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
            style={sticky ? undefined : { transform: `translateY(${item.start - margin}px)` }}
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

/** How wide a list is and where it starts in what scrolls, also when what stands above it grows. */
export function useListPlace(list: RefObject<HTMLDivElement | null>): { width: number; margin: number } {
  const [width, setWidth] = useState(0)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    const read = () => {
      if (!list.current || !scroller) return
      const box = list.current.getBoundingClientRect()
      setWidth(box.width)
      setMargin(Math.round(box.top - scroller.getBoundingClientRect().top + scroller.scrollTop))
    }
    read()
    const observer = new ResizeObserver(read)
    for (const page of scroller?.children ?? []) observer.observe(page)
    return () => observer.disconnect()
  }, [list])
  return { width, margin }
}

function scrollerOf(list: HTMLElement | null): Element | null {
  return list?.closest('[data-scroller]') ?? null
}
