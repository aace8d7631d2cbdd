import { PHONE } from '#web/lib/phone.ts'
import { readStored, storageKeys, store } from '#web/lib/storage.ts'

/** The second part gives way where there is little room. */
export const BOARD_TITLE = ['Today & Tomorrow', ' at a glance'] as const

/** The layout of the days: rows of a table, cards of two lines, or full cards. */
export type BoardView = 'table' | 'compact' | 'cards'

export const VIEWS: readonly { value: BoardView; label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'compact', label: 'Compact' },
  { value: 'cards', label: 'Cards' },
]

/** Columns of the table that can be hidden. */
export const HIDABLE = ['forecast', 'hours', 'cpa', 'crg', 'price'] as const

export type Hidable = (typeof HIDABLE)[number]

/** A phone has no room for a table. */
const OF_A_PHONE: readonly BoardView[] = ['compact', 'cards']
const OF_A_DESK: readonly BoardView[] = ['table', 'compact', 'cards']

export function viewsOf(isPhone: boolean): readonly BoardView[] {
  return isPhone ? OF_A_PHONE : OF_A_DESK
}

/** The layout in the address, else the preferred one, else the first that fits. */
export function decideView(named: BoardView | undefined, preferred: string | null, isPhone: boolean): BoardView {
  const views = viewsOf(isPhone)
  const wanted = named ?? preferred
  return views.find((view) => view === wanted) ?? views[0] ?? 'cards'
}

/** The layout with which the board opens, with or without one in the address. */
export function readFirstView(named: unknown): BoardView {
  const known = VIEWS.find(({ value }) => value === named)?.value
  return decideView(known, readPreferredView(), window.matchMedia(PHONE).matches)
}

/** The layout last used in this browser. */
export function readPreferredView(): string | null {
  return readStored(storageKeys.boardView)
}

export function keepView(view: BoardView): void {
  store(storageKeys.boardView, view)
}
