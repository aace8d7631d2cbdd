import type { CapKind } from '#domain/caps/cap.ts'
import { PACES } from '#domain/caps/pace.ts'
import { CAP_ORDERS } from '#domain/caps/sort.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import type { CapView, CapViewChange } from '#web/features/board/components/filters/cap-view.ts'
import { HIDABLE, VIEWS, type BoardView, type Hidable } from '#web/features/board/components/board-view.ts'
import { readId, readOneOf, readWord, searchReader } from '../read-search.ts'

/** The address's search of the board. Defaults are left out, so the plain address is the plain board. */
export interface BoardSearch extends CapViewChange {
  mode?: 'affiliate' | undefined
  /** The days beside today and tomorrow, `2026-11-25.2026-11-27`. */
  days?: string | undefined
  /** The layout; left out if the browser's preference decides. */
  view?: BoardView | undefined
  /** The columns of the table that somebody does without, `forecast.cpa`. */
  hide?: string | undefined
  /** The cap that is asked why. */
  cap?: string | undefined
}

/** A longer address asks for more than a board can show. */
const MOST_DAYS = 31

export const readBoardSearch = searchReader<BoardSearch>({
  mode: readOneOf(['affiliate']),
  days: readDays,
  view: readOneOf(VIEWS.map(({ value }) => value)),
  hide: readHidden,
  cap: readId,
  text: readWord,
  geo: readWord,
  broker: readWord,
  source: readWord,
  pace: readOneOf(PACES),
  sort: readOneOf(CAP_ORDERS.filter((order) => order !== 'planned')),
})

/** Keeps only valid days. */
function readDays(raw: unknown): string | undefined {
  return typeof raw === 'string' ? listDays(raw).join('.') || undefined : undefined
}

function readHidden(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined
  const names = new Set(raw.split('.'))
  return HIDABLE.filter((name) => names.has(name)).join('.') || undefined
}

/** Adds a column of the table to the search, or removes it. */
export function withColumnToggled({ hide = '', ...search }: BoardSearch, name: Hidable): BoardSearch {
  const hidden = new Set(hide.split('.'))
  const next = HIDABLE.filter((other) => hidden.has(other) !== (other === name))
  return next.length === 0 ? search : { ...search, hide: next.join('.') }
}

function listDays(days: string): Day[] {
  return days.split('.', MOST_DAYS).flatMap((text) => parseDay(text) ?? [])
}

/** Whether a page is a whole day. It keeps the search of the board, so that going back finds the board unchanged. */
export function isWholeDay(pathname: string): boolean {
  return pathname.startsWith('/day/')
}

export function viewOf({ text, geo, broker, source, pace, sort }: BoardSearch): CapView {
  return {
    ...(text && { text }),
    ...(geo && { geo }),
    ...(broker && { broker }),
    ...(source && { source }),
    ...(pace && { pace }),
    ...(sort && { sort }),
  }
}

export function withView(search: BoardSearch, change: CapViewChange): BoardSearch {
  return readBoardSearch({ ...search, ...change })
}

export function kindShownBy({ mode }: BoardSearch): CapKind {
  return mode ?? 'broker'
}

export function isPinned(day: Day, today: Day): boolean {
  return day === today || day === addDays(today, 1)
}

/** The days of the board, sorted: today and tomorrow, and those that were chosen. */
export function daysOf({ days = '' }: BoardSearch, today: Day): Day[] {
  return [...new Set([today, addDays(today, 1), ...listDays(days)])].toSorted()
}

/** Whether a board has no room for another day. */
export function isFull(days: readonly Day[], today: Day): boolean {
  return days.filter((day) => !isPinned(day, today)).length >= MOST_DAYS
}

/** Adds a day to the search of a board, or removes it. */
export function withDayToggled(search: BoardSearch, day: Day, today: Day): BoardSearch {
  const before = daysOf(search, today)
  const after = before.includes(day) ? before.filter((other) => other !== day) : [...before, day].toSorted()
  const chosen = after.filter((other) => !isPinned(other, today))
  const { days: _days, ...rest } = search
  return chosen.length === 0 ? rest : { ...rest, days: chosen.join('.') }
}

/** The search of a board with a day on it. */
export function withDay(search: BoardSearch, day: Day, today: Day): BoardSearch {
  return daysOf(search, today).includes(day) ? search : withDayToggled(search, day, today)
}

export function withKind(search: BoardSearch, kind: CapKind): BoardSearch {
  // Publisher caps have no broker to be narrowed down to.
  const { mode: _mode, broker: _broker, cap: _cap, ...rest } = search
  return kind === 'broker' ? rest : { ...rest, mode: kind }
}
