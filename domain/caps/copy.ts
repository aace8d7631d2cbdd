import { addDays, type Day } from '#domain/kernel/day.ts'
import { placeOf, type Cap, type CapTerms } from './cap.ts'
import { TERM_FIELDS, type TermField, pickFields, type FieldName } from './fields.ts'
import type { PasteColumn } from './paste-columns.ts'

/** Nothing stands in the place, a cap with the same terms does, or one with other terms. */
export type CopyState = 'new' | 'same' | 'conflict'

export interface CopyRow<C, S = C> {
  state: CopyState
  source: C
  /** What stands in its place on the target day. */
  standing: S | null
  /** The terms in which the two differ. */
  differing: TermField[]
}

/**
 * What copying the caps of a day into the target day would do, in the order of the source. `source` has the caps of one
 * kind and one day, `standing` at least those of the same kind on the target day; those of other days are left aside.
 */
export function planCopy<C extends Cap>(source: readonly C[], standing: readonly C[], target: Day): CopyRow<C>[] {
  const byPlace = new Map(standing.filter((cap) => cap.date === target).map((cap) => [placeOf(cap), cap]))
  return source.map((cap) => planRow(cap, byPlace.get(placeOf(cap)) ?? null))
}

/** What saving one cap would do where `standing` stands in its place, as when somebody changes a number before saving. */
export function planRow<C extends CapTerms, S extends CapTerms>(source: C, standing: S | null): CopyRow<C, S> {
  const differing = standing ? findDifferingTerms(source, standing) : []
  return { state: stateOf(standing, differing), source, standing, differing }
}

/** New caps are chosen at first; what would overwrite a standing one is chosen by a person. */
export function isChosenAtFirst(row: { state: CopyState }): boolean {
  return row.state === 'new'
}

/**
 * Whether a row will be saved: as somebody said of it, else where it is new, or somebody changed it. What is the same is
 * never saved, since nothing would come of it.
 */
export function isRowChosen(row: { state: CopyState }, said: boolean | undefined, isChanged: boolean): boolean {
  return row.state !== 'same' && (said ?? (isChanged || isChosenAtFirst(row)))
}

/** What somebody said of a row, with the id of the cap that stood in its place then. */
export interface RowChoice {
  choice: boolean
  over: string | null
}

/** Nobody who chose a row chose to replace a cap that has come into its place since. What was left out stays out. */
export function sayOfRow(said: RowChoice | undefined, over: string | null): boolean | undefined {
  return said && (!said.choice || said.over === over) ? said.choice : undefined
}

/** Who delivers and who buys is the place; names and who made the cap are no terms. Hours are one term, however long they are. */
export function findDifferingTerms(one: CapTerms, other: CapTerms): TermField[] {
  const differing = TERM_FIELDS.filter((name) => one[name] !== other[name])
  return [...new Set(differing.map((name) => (name === 'alwaysOn' ? 'workingHours' : name)))]
}

function stateOf(standing: object | null, differing: readonly TermField[]): CopyState {
  if (!standing) return 'new'
  return differing.length === 0 ? 'same' : 'conflict'
}

/**
 * The days that people copy caps from into `target`, the likeliest first: the day before, today, yesterday and the same
 * weekday a week before. Each of them once, and never the target itself.
 */
export function suggestSourceDays(target: Day, today: Day): Day[] {
  const days = [addDays(target, -1), today, addDays(today, -1), addDays(target, -7)]
  return [...new Set(days)].filter((day) => day !== target)
}

/**
 * What a pasted row makes of a cap that stands. A column that was not pasted says nothing, so that rows of numbers alone
 * take no hours and prices away; an empty cell of a column that was pasted says that there is none.
 */
export function replaceTerms<T extends CapTerms>(
  pasted: T,
  standing: CapTerms,
  columns: readonly (PasteColumn | null)[],
): T {
  const pastedColumns = new Set<FieldName | null>(columns)
  const saysHours = pastedColumns.has('workingHours') || pasted.alwaysOn || pasted.workingHours !== null
  const isKept = (name: TermField) =>
    name === 'workingHours' || name === 'alwaysOn' ? !saysHours : !pastedColumns.has(name) && pasted[name] === null
  return { ...pasted, ...pickFields(standing, TERM_FIELDS.filter(isKept)) }
}
