import { useEffect } from 'react'
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
  board?.selection.set(
    board.shown.all().map(({ _id }) => _id),
    true,
  )
}
