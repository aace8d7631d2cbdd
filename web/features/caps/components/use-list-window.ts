import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { ListRow } from './list-rows.ts'
import { addUp, findWindow, takeUsual, type ListWindow } from './list-window.ts'

/** Part of a list that is in sight, in pixels from its top. */
interface Sight {
  from: number
  to: number
}

/** The usual height of the first rows of each kind, and by key the heights of rows that differ from it. */
interface Measured {
  /** The heights that were guessed: with others, as on a turned phone, nothing is measured yet. */
  guesses: object | null
  rows: ReadonlyMap<string, number>
  kinds: ReadonlyMap<string, number>
}

const NOTHING: Measured = { guesses: null, rows: new Map(), kinds: new Map() }
const NONE: ListWindow = { first: 0, last: -1 }

/** The visible rows of a list inside its scroller (`scrollerOf`), and the start of each. */
export function useListWindow<Row extends ListRow>(
  list: List,
  rows: readonly Row[],
  heights: Readonly<Record<Row['kind'], number>>,
) {
  const [sight, setSight] = useState<Sight | null>(null)
  const [kept, setMeasured] = useState(NOTHING)
  const measured = kept.guesses === heights ? kept : NOTHING
  const tops = useMemo(() => {
    const guess = (kind: Row['kind']) => measured.kinds.get(kind) ?? heights[kind]
    return addUp(rows.map(({ key, kind }) => measured.rows.get(key) ?? guess(kind)))
  }, [rows, heights, measured])
  const shown = useMemo(() => (sight ? findWindow(tops, sight.from, sight.to) : NONE), [tops, sight])
  const latest = useRef({ rows, heights, tops, shown, measured })
  /** A row that stays in place while rows above it turn out higher or lower. */
  const anchor = useRef<{ key: string; top: number } | null>(null)

  const look = useCallback(() => {
    const seen = sightOf(list)
    const { tops: now, shown: before } = latest.current
    const next = findWindow(now, seen.from, seen.to)
    if (before === NONE || next.first !== before.first || next.last !== before.last) setSight(seen)
  }, [list])

  useLayoutEffect(() => {
    latest.current = { rows, heights, tops, shown, measured }
    const held = anchor.current
    anchor.current = null
    const index = held ? rows.findIndex(({ key }) => key === held.key) : -1
    const moved = held && index >= 0 ? (tops[index] ?? held.top) - held.top : 0
    const scroller = scrollerOf(list)
    if (moved !== 0 && scroller) scroller.scrollTop += moved
  }, [list, rows, heights, tops, shown, measured])

  useLayoutEffect(() => {
    let followed: HTMLElement | null = null
    const follow = () => {
      const scroller = scrollerOf(list)
      if (scroller !== followed) {
        followed?.removeEventListener('scroll', look)
        scroller?.addEventListener('scroll', look, { passive: true })
        // The content above the list may grow.
        if (scroller) for (const part of [scroller, ...scroller.children]) observer.observe(part)
        followed = scroller
      }
      if (scroller) look()
    }
    // After a phone is turned, another element scrolls the list, and sizes differ.
    const observer = new ResizeObserver(follow)
    for (let around = list.current?.parentElement; around; around = around.parentElement) observer.observe(around)
    follow()
    return () => {
      followed?.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [list, look])

  /** Records the heights of drawn rows; rows as high as estimated change nothing. */
  const measure = useCallback(
    (elements: readonly HTMLElement[]) => {
      const { rows: all, heights: guesses, tops: now, shown: before, measured: known } = latest.current
      const found = elements.flatMap((element) => {
        const row = all[Number(element.dataset['index'])]
        const height = element.offsetHeight
        const expected = row && (known.rows.get(row.key) ?? known.kinds.get(row.kind))
        return row && height > 0 && expected !== height ? [{ ...row, height }] : []
      })
      if (found.length === 0) return
      const first = all[before.first]
      if (first && sightOf(list).from > 0) anchor.current = { key: first.key, top: now[before.first] ?? 0 }
      const next = {
        guesses,
        rows: new Map([...known.rows, ...found.map(({ key, height }): [string, number] => [key, height])]),
        // The estimate stays: another one would move all undrawn rows, also the target of scrolling.
        kinds: new Map([...takeUsual(found), ...known.kinds]),
      }
      latest.current = { ...latest.current, measured: next }
      setMeasured(next)
    },
    [list],
  )

  /** Scrolls a row into sight, as far as it must. */
  const reveal = useCallback(
    (key: string) => {
      const { rows: all, tops: now } = latest.current
      const index = all.findIndex((row) => row.key === key)
      const [top, end] = [now[index], now[index + 1]]
      const scroller = scrollerOf(list)
      if (!scroller || top === undefined || end === undefined) return
      const { from, to } = sightOf(list)
      if (end > to) scroller.scrollTop += end - to
      else if (top < from) scroller.scrollTop += top - from
    },
    [list],
  )

  return { tops, shown, measure, reveal }
}

type List = RefObject<HTMLDivElement | null>

function sightOf(list: List): Sight {
  const scroller = scrollerOf(list)
  if (!list.current || !scroller) return { from: 0, to: 0 }
  const from = scroller.getBoundingClientRect().top - list.current.getBoundingClientRect().top
  return { from, to: from + scroller.clientHeight }
}

function scrollerOf(list: List): HTMLElement | null {
  return list.current?.closest<HTMLElement>('[data-scroller]') ?? null
}
