import { useEffect } from 'react'
import type { Day } from '#domain/kernel/day.ts'
import type { BoardWork } from '../board-work.tsx'

let board: BoardWork | null = null
/** Asked while the caps were on their way. */
let isAwaited = false

/** Has the board that is on the screen heed `selectAllShown`, as soon as its caps are there. */
export function useSelectAll(work: BoardWork, areThere: boolean): void {
  useEffect(() => {
    if (!areThere) return
    board = work
    // The columns are told of their caps one after the other: the last of them may draw its own only after this.
    const timer = isAwaited ? setTimeout(selectAllShown) : undefined
    return () => {
      clearTimeout(timer)
      board = null
    }
  }, [work, areThere])
  // Who has left the board meanwhile wants it no more.
  useEffect(
    () => () => {
      isAwaited = false
    },
    [],
  )
}

/** Selects all caps that the filters let through, on all days of the board. */
export function selectAllShown(): void {
  isAwaited = board === null
  if (board) selectShown(board)
}

/** Selects the caps that the filters let through, of one day or of all. */
export function selectShown({ selection, shown }: BoardWork, day?: Day): void {
  const caps = day === undefined ? shown.all() : shown.ofDay(day)
  selection.set(
    caps.map(({ _id }) => _id),
    true,
  )
}
