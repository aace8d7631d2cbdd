/** Fewer bad rows than this, beside good ones, say nothing about the mapping: a small page may have a few by chance. */
const FEWEST_TELLING = 5
/** So many bad rows are told at once instead of reading a wrongly mapped feed to its end. */
const ENOUGH = 1_000

/** How many rows a window of a feed has given, and how many of them were bad. */
export interface RowTally {
  total: number
  bad: number
}

export const NO_ROWS: RowTally = { total: 0, bad: 0 }

/** Whether so many rows are bad that the mapping must be wrong: more than a tenth, or all of them, however few. */
export function hasWrongMapping({ total, bad }: RowTally): boolean {
  return bad > 0 && (bad === total || (bad >= FEWEST_TELLING && bad * 10 > total))
}

/** The same, while the feed is still being read: only where there is enough to tell. */
export function isHopeless(tally: RowTally): boolean {
  return tally.bad >= ENOUGH && hasWrongMapping(tally)
}
