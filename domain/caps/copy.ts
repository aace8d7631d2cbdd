import { addDays, type Day } from '#domain/kernel/day.ts'
import { placeOf, type Cap, type CapTerms } from './cap.ts'
import { TERM_FIELDS, type TermField, pickFields } from './fields.ts'
import type { PastedCells } from './paste-columns.ts'

/** `new`: no cap is in the place. `same`: one with the same terms. `conflict`: one with other terms. */
export type CopyState = 'new' | 'same' | 'conflict'

export interface CopyRow<C, S = C> {
  state: CopyState
  source: C
  /** The cap in its place on the target day. */
  standing: S | null
  /** The terms that differ. */
  differing: TermField[]
}

/**
 * The effect of copying the caps of a day into the target day, in the order of the source. `source` has the caps of one
 * kind and one day. `standing` has at least the caps of the same kind on the target day; caps of other days are
 * ignored.
 */
export function planCopy<C extends Cap>(source: readonly C[], standing: readonly C[], target: Day): CopyRow<C>[] {
  const byPlace = new Map(standing.filter((cap) => cap.date === target).map((cap) => [placeOf(cap), cap]))
  return source.map((cap) => planRow(cap, byPlace.get(placeOf(cap)) ?? null))
}

/** The effect of saving one cap while `standing` is in its place, for example after somebody changed a number. */
export function planRow<C extends CapTerms, S extends CapTerms>(source: C, standing: S | null): CopyRow<C, S> {
  const differing = standing ? findDifferingTerms(source, standing) : []
  return { state: stateOf(standing, differing), source, standing, differing }
}

/** New caps are selected by default. A person selects the rows that would overwrite a cap. */
export function isChosenAtFirst(row: { state: CopyState }): boolean {
  return row.state === 'new'
}

/**
 * Whether a row will be saved: as a person chose, else if it is new or was changed. A row that is the same is never
 * saved.
 */
export function isRowChosen(row: { state: CopyState }, said: boolean | undefined, isChanged: boolean): boolean {
  return row.state !== 'same' && (said ?? (isChanged || isChosenAtFirst(row)))
}

/** A person's choice for a row, with the id of the cap that was in its place then. */
export interface RowChoice {
  choice: boolean
  over: string | null
}

/**
 * Drops a choice if another cap has come into the place since: its replacement was not chosen. A row that was left out
 * stays out.
 */
export function sayOfRow(said: RowChoice | undefined, over: string | null): boolean | undefined {
  return said && (!said.choice || said.over === over) ? said.choice : undefined
}

/** The place (source and advertiser), names and the author are no terms. Hours count as one term. */
export function findDifferingTerms(one: CapTerms, other: CapTerms): TermField[] {
  const differing = TERM_FIELDS.filter((name) => one[name] !== other[name])
  return [...new Set(differing.map((name) => (name === 'alwaysOn' ? 'workingHours' : name)))]
}

function stateOf(standing: object | null, differing: readonly TermField[]): CopyState {
  if (!standing) return 'new'
  return differing.length === 0 ? 'same' : 'conflict'
}

/**
 * The days from which people copy into `target`, the likeliest first: the day before, today, yesterday and the same
 * weekday a week before. Each once, never the target itself.
 */
export function suggestSourceDays(target: Day, today: Day): Day[] {
  const days = [addDays(target, -1), today, addDays(today, -1), addDays(target, -7)]
  return [...new Set(days)].filter((day) => day !== target)
}

/**
 * Applies a pasted row to an existing cap. A missing or empty cell changes nothing, so rows of numbers alone keep hours
 * and prices. A dash clears the term.
 */
export function replaceTerms<T extends CapTerms>(pasted: T, standing: CapTerms, cells: PastedCells): T {
  const saysHours = Boolean(cells.workingHours) || pasted.alwaysOn || pasted.workingHours !== null
  const isKept = (name: TermField) =>
    name === 'workingHours' || name === 'alwaysOn' ? !saysHours : !cells[name] && pasted[name] === null
  return { ...pasted, ...pickFields(standing, TERM_FIELDS.filter(isKept)) }
}
