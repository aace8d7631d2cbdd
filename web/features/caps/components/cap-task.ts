import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'

/** What is done to caps in a dialog just now; `cap-dialogs.tsx` has the dialog of each. */
export type CapTask =
  | { task: 'add'; day: Day }
  | { task: 'edit'; cap: Cap }
  | { task: 'delete'; cap: Cap }
  /** Plans a day from another one. */
  | { task: 'copy'; target: Day }
  /** Rows of a spreadsheet; those without a date are for this day. */
  | { task: 'paste'; day: Day }
  | { task: 'history'; of: { day: Day } | { cap: Cap } }
