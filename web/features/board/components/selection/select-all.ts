import { useEffect } from 'react'
import type { Day } from '#domain/kernel/day.ts'
import type { BoardWork } from '../board-work.tsx'
import { shownCaps } from './shown-caps.ts'

let board: BoardWork | null = null
/** Set if the action came while the caps were loading. */
let isAwaited = false

/** Makes the shown board handle `selectAllShown`, as soon as its caps are loaded. */
export function useSelectAll(work: BoardWork, areThere: boolean): void {
  useEffect(() => {
    if (!areThere) return
    board = work
    // Columns register their caps one after the other: the last of them may do so only after this effect.
    const timer = isAwaited ? setTimeout(selectAllShown) : undefined
    return () => {
      clearTimeout(timer)
      board = null
    }
  }, [work, areThere])
  // Leaving the board cancels the action.
  useEffect(
    () => () => {
      isAwaited = false
    },
    [],
  )
}

/** Selects all caps that pass the filters, on all days of the board. */
export function selectAllShown(): void {
  isAwaited = board === null
  if (board) selectShown(board)
}

/** Selects the caps that pass the filters, of one day or of all. */
export function selectShown({ selection }: BoardWork, day?: Day): void {
  const caps = day === undefined ? shownCaps.all() : shownCaps.ofDay(day)
  selection.set(
    caps.map(({ _id }) => _id),
    true,
  )
}
