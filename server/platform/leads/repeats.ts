import { hash } from 'node:crypto'
import type { Answer } from './answer.ts'
import type { Mapping } from './mapping.ts'
import type { FeedPosition } from './position.ts'

/** A page may come twice by mistake. A source that always repeats it would keep a run alive for ever. */
const MOST_REPEATS = 3
/** The most page fingerprints of a slice. */
const MOST_KEPT = 10_000

/**
 * The judgement of a page by the pages before it: `again`: it came instead of another page, which is requested again.
 */
export type Verdict = 'new' | 'again' | 'endless'

/** Notices pages that come again, also in a circle of several. */
export function watchRepeats(mapping: Mapping): (place: FeedPosition, answer: Answer) => Verdict {
  let seen = new Set<string>()
  let of = ''
  let repeats = 0
  const usesCursors = mapping.pages.style === 'cursor'
  return (place, answer) => {
    if (of !== `${place.slice} ${place.pass}`) {
      seen = new Set(usesCursors && place.at !== null ? [String(place.at)] : [])
      of = `${place.slice} ${place.pass}`
    }
    const mark = usesCursors ? answer.nextCursor : answer.rows.length > 0 ? markOf(answer.rows) : null
    if (mark === null) return 'new'
    repeats = seen.has(mark) ? repeats + 1 : 0
    seen.add(mark)
    const [oldest] = seen
    if (seen.size > MOST_KEPT && oldest !== undefined) seen.delete(oldest)
    if (repeats > MOST_REPEATS) return 'endless'
    // A repeated page with a cursor is passed on: its rows do no harm, and its cursor leads on.
    return repeats > 0 && !usesCursors ? 'again' : 'new'
  }
}

function markOf(rows: readonly unknown[]): string {
  return hash('sha1', JSON.stringify(rows))
}
