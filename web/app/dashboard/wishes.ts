import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { randomId } from '#web/lib/use-once.ts'

/** Actions that other parts request from the board. */
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

/** `replace` if the wish was the reason for the visit, so that Back leads to where the person came from. */
type Grant = (wish: BoardWish, step: { replace: boolean }) => void

let grant: Grant | null = null
/** With the id of the navigation that leads to it; without one if the board is shown already. */
let waiting: { id: string | undefined; wish: BoardWish } | null = null

/** The shown board carries it out; after a navigation, as soon as the board is there. */
export function wishOfBoard(wish: BoardWish): void {
  if (grant) grant(wish, { replace: false })
  else waiting = { id: undefined, wish }
}

/** Stores a wish for the board of a navigation. If the navigation is cancelled, no later visit carries it out. */
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
