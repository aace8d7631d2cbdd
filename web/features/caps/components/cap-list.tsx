import { defaultRangeExtractor, measureElement, useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { headAbove, headsAround, type ListRow } from './list-rows.ts'
import classes from './cap-list.module.css'

export interface CapListHandle {
  /** Draws a row at once, wherever the list is scrolled, so that it can be given the focus. */
  draw(key: string): void
  /** Scrolls a row into sight; the focus stays where it is. */
  reveal(key: string): void
}

interface CapListProps<Row extends ListRow> {
  ref?: Ref<CapListHandle>
  rows: readonly Row[]
  /** How high a row of a kind is, about, in pixels, until it is drawn and measured. */
  heights: Readonly<Record<Row['kind'], number>>
  /** Whether all rows are just so high: then none is measured. */
  areExact?: boolean
  children: (row: Row) => ReactNode
}

/**
 * Draws only the rows in sight, however many there are, inside the nearest ancestor marked `data-scroller`. The head of
 * the geo in sight stays at the top. Drawn are also the heads next to what is in sight, so that Tab goes on to them
 * where nothing between takes the focus, and a row that has the focus, so that the keyboard never loses it.
 */
export function CapList<Row extends ListRow>({ ref, rows, heights, areExact = false, children }: CapListProps<Row>) {
  const list = useRef<HTMLDivElement>(null)
  /** The row that has the focus: no state, since a step from row to row draws nothing anew. */
  const focused = useRef<string | null>(null)
  /** A row out of sight that is to be given the focus. */
  const [called, setCalled] = useState<string | null>(null)
  const margin = useMargin(list)
  const head = useRef(0)
  // Rows of a kind are about as high as each other: a good guess spares most of the work of moving those below.
  const learnt = useRef(new Map<Row['kind'], number>())
  const kindOf = (index: number): Row['kind'] => rows[index]?.kind ?? 'geo'

  const rangeExtractor = useCallback(
    (range: Range) => {
      head.current = headAbove(rows, range.startIndex)
      const held = [focused.current, called].flatMap((key) =>
        key === null ? [] : rows.findIndex((row) => row.key === key),
      )
      const drawn = [...defaultRangeExtractor(range), ...headsAround(rows, range.startIndex, range.endIndex), ...held]
      return [...new Set(drawn)].filter((index) => index >= 0).toSorted((a, b) => a - b)
    },
    [rows, called],
  )

  const virtualizer = useVirtualizer<Element, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: (index) => learnt.current.get(kindOf(index)) ?? heights[kindOf(index)],
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance)
      learnt.current.set(kindOf(instance.indexFromElement(element)), height)
      return height
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor,
    overscan: 3,
    // The rows beyond those in sight come right after the frame that scrolls: a key waits for what it shows, not for them.
    useFlushSync: false,
    scrollMargin: margin,
  })

  useImperativeHandle(
    ref,
    () => ({
      draw: (key) => flushSync(() => setCalled(key)),
      reveal: (key) => virtualizer.scrollToIndex(rows.findIndex((row) => row.key === key)),
    }),
    [virtualizer, rows],
  )

  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      list.current = element
      const scroller = scrollerOf(element)
      // It would bring a page that is scrolled already to where it thinks that the page is: to its top.
      if (scroller) virtualizer.scrollOffset = scroller.scrollTop
    },
    [virtualizer],
  )

  return (
    <div ref={attach} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (!row) return null
        const sticky = row.kind === 'geo' && item.index === head.current
        return (
          <div
            key={item.key}
            ref={areExact ? undefined : virtualizer.measureElement}
            data-index={item.index}
            className={sticky ? classes.sticky : classes.row}
            data-head={row.kind === 'geo' || undefined}
            style={sticky ? undefined : { top: item.start - margin }}
            onFocus={() => {
              focused.current = row.key
            }}
            onBlur={() => {
              focused.current = null
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

/** How far below the top of what scrolls a list starts, also when what stands above it grows. */
function useMargin(list: RefObject<HTMLDivElement | null>): number {
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    const read = () => {
      if (!list.current || !scroller) return
      const distance = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      setMargin(Math.round(distance + scroller.scrollTop))
    }
    read()
    const observer = new ResizeObserver(read)
    for (const page of scroller?.children ?? []) observer.observe(page)
    return () => observer.disconnect()
  }, [list])
  return margin
}

function scrollerOf(list: HTMLElement | null): Element | null {
  return list?.closest('[data-scroller]') ?? null
}
