import { useEffect } from 'react'
import type { Day } from '#domain/kernel/day.ts'
import { useBoardWork, type BoardWork } from '../board-work.tsx'

let board: BoardWork | null = null

/** Has the board that is on the screen heed `selectAllShown`. */
export function useSelectAll(): void {
  const work = useBoardWork()
  useEffect(() => {
    board = work
    return () => {
      board = null
    }
  }, [work])
}

/** Selects all caps that the filters let through, on all days of the board. */
export function selectAllShown(): void {
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
