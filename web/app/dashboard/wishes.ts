import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { randomId } from '#web/lib/use-once.ts'

/** What is asked of the board from outside of it. */
export type BoardWish =
  | { wish: 'add' | 'copy' | 'paste' | 'month' | 'search' | 'select-all' }
  | { wish: 'mode'; kind: CapKind }
  | { wish: 'day'; day: Day }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of the wish with which somebody goes to the board. */
    wish?: string
  }
}

/** `replace` where the wish was the reason to come, so that Back leads where somebody came from. */
type Grant = (wish: BoardWish, step: { replace: boolean }) => void

let grant: Grant | null = null
/** With the id of the way that leads to it; of none where somebody is there already. */
let waiting: { id: string | undefined; wish: BoardWish } | null = null

/** The board that is on the screen does it; one whose way has just begun, as soon as it is there. */
export function wishOfBoard(wish: BoardWish): void {
  if (grant) grant(wish, { replace: false })
  else waiting = { id: undefined, wish }
}

/**
 * Keeps a wish for the board that is gone to with this id in the state of the address: where somebody is held on the
 * way, and stays, no later visit grants it.
 */
export function keepWish(wish: BoardWish): string {
  const id = randomId()
  waiting = { id, wish }
  return id
}

export function useWishes(act: Grant): void {
  const arrived = useLocation({ select: ({ state }) => state.wish })
  useEffect(() => {
    grant = act
    if (waiting && (waiting.id === undefined || waiting.id === arrived)) act(waiting.wish, { replace: true })
    waiting = null
    return () => {
      grant = null
    }
  })
}
