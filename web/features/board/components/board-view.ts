import { PHONE } from '#web/lib/phone.ts'
import { readStored, storageKeys, store } from '#web/lib/storage.ts'

export const BOARD_TITLE = 'Today & Tomorrow at a glance'

/** How the days of the board are looked at: rows of a table, or cards of two lines, or of all that a cap has. */
export type BoardView = 'table' | 'compact' | 'cards'

export const VIEWS: readonly { value: BoardView; label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'compact', label: 'Compact' },
  { value: 'cards', label: 'Cards' },
]

/** The columns of the table that somebody can do without. */
export const HIDABLE = ['forecast', 'hours', 'cpa', 'crg', 'price'] as const

export type Hidable = (typeof HIDABLE)[number]

/** A phone has no room for a table. */
const OF_A_PHONE: readonly BoardView[] = ['compact', 'cards']
const OF_A_DESK: readonly BoardView[] = ['table', 'compact', 'cards']

export function viewsOf(isPhone: boolean): readonly BoardView[] {
  return isPhone ? OF_A_PHONE : OF_A_DESK
}

/** What the address names, else what was preferred, else the first that there is room for. */
export function decideView(named: BoardView | undefined, preferred: string | null, isPhone: boolean): BoardView {
  const views = viewsOf(isPhone)
  const wanted = named ?? preferred
  return views.find((view) => view === wanted) ?? views[0] ?? 'cards'
}

/** The view with which the board opens here, where the address names one or not. */
export function readFirstView(named: unknown): BoardView {
  const known = VIEWS.find(({ value }) => value === named)?.value
  return decideView(known, readPreferredView(), window.matchMedia(PHONE).matches)
}

/** What was looked at last in this browser. */
export function readPreferredView(): string | null {
  return readStored(storageKeys.boardView)
}

export function keepView(view: BoardView): void {
  store(storageKeys.boardView, view)
}
