import { useEffect, useRef, type RefObject } from 'react'

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
