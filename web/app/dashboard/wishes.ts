import { useEffect } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'

/** What is asked of the board from outside of it. */
export type BoardWish =
  | { wish: 'add' | 'copy' | 'paste' | 'month' | 'search' | 'select-all' }
  | { wish: 'mode'; kind: CapKind }
  | { wish: 'day'; day: Day }

let grant: ((wish: BoardWish) => void) | null = null
let waiting: BoardWish | null = null

/** The board does it, or will as soon as it is there. */
export function wishOfBoard(wish: BoardWish): void {
  if (grant) grant(wish)
  else waiting = wish
}

export function useWishes(act: (wish: BoardWish) => void): void {
  useEffect(() => {
    grant = act
    if (waiting) act(waiting)
    waiting = null
    return () => {
      grant = null
    }
  })
}
