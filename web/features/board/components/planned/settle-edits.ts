import { describeCap, type Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatDay } from '#web/lib/format.ts'
import { toastInfo } from '#web/ui/toasts.ts'
import { focusCap, plannedId } from '../focus-cap.ts'
import { readPlanned, type PlannedEdit, type PlannedEdits } from './planned-edits.ts'

/** What the board has loaded of its days. */
export interface StandingCaps {
  days: readonly Day[]
  /** Days whose caps are loaded: only of these can a missing cap be called deleted. */
  loaded: ReadonlySet<Day>
  caps: ReadonlyMap<string, Cap>
}

/**
 * Ends edits that were saved after all, because only the answer was lost, and those whose card is no longer on the
 * board. Edits of a day that was closed are saved if possible; the others, and those of deleted caps, are reported.
 */
export function settleEdits(edits: PlannedEdits, { days, loaded, caps }: StandingCaps): void {
  const find = (isOver: (edit: PlannedEdit) => boolean) =>
    edits.ids().flatMap((id) => {
      const edit = edits.get(id)
      return edit && isOver(edit) ? [edit] : []
    })
  const isSaved = ({ base, typed, problem }: PlannedEdit) =>
    problem !== null && caps.get(base._id)?.cap === readPlanned(typed)
  const isGone = ({ base }: PlannedEdit) => loaded.has(base.date) && !caps.has(base._id)
  const hasLeft = ({ base, saving }: PlannedEdit) => !saving && !days.includes(base.date) && !caps.has(base._id)

  for (const { base } of find(isSaved)) {
    const hasFocus = document.activeElement?.id === plannedId(base._id)
    edits.drop(base._id)
    if (hasFocus) requestAnimationFrame(() => focusCap(base._id, 'planned'))
  }
  for (const edit of find(hasLeft)) if (edit.problem === null) edits.save(edit.base)
  const [gone, left] = [find(isGone), find(hasLeft)]
  if (gone.length + left.length === 0) return
  edits.drop(...[...gone, ...left].map(({ base }) => base._id))
  toastInfo([...gone.map(({ base, typed }) => sayGone(base, typed)), ...left.map(describeLeft)].join(' '))
}

/** Says that somebody deleted a cap while a text was typed for it. The text is empty where a cell was emptied. */
export function sayGone(cap: Cap, typed: string): string {
  return `${describeCap(cap)} is not on ${formatDay(cap.date)} any more.${typed && ` You had typed ${typed}.`}`
}

function describeLeft({ base, typed }: PlannedEdit): string {
  return `${formatDay(base.date)} left the board. For ${describeCap(base)} you had typed ${typed}, which is not saved.`
}
