import type { CapFilter } from '#domain/caps/filter.ts'
import type { CapOrder } from '#domain/caps/sort.ts'

/** Which caps the board shows, and their order within a geo. */
export interface CapView extends CapFilter {
  sort?: CapOrder
}

/** An undefined field is removed. */
export type CapViewChange = { [Key in keyof CapView]?: CapView[Key] | undefined }

/** Removes all filters, and keeps the order. */
export const UNFILTERED = { text: undefined, geo: undefined, broker: undefined, source: undefined, pace: undefined }

/** All filters but the text, which is always in sight. */
const CHOSEN_FILTERS = ['geo', 'broker', 'source', 'pace'] as const

export function countChosen(view: CapView): number {
  return CHOSEN_FILTERS.filter((name) => view[name] !== undefined).length
}
