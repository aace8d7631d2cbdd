import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'

/** What is done to many caps as they are; their terms are changed in a sheet (`edit-dialog.tsx`). */
export type BulkTask = 'move' | 'delete'

export interface BulkRow {
  cap: Cap
  /** The cap as it would be; the very same where nothing changes. */
  after: Cap
  problem: string | null
}

/** The caps on another day; where they stand as long as no day is said. */
export function planMove(caps: readonly Cap[], date: Day | null): BulkRow[] {
  return caps.map((cap) => ({
    cap,
    after: date === null || cap.date === date ? cap : { ...cap, date },
    problem: null,
  }))
}
