import { useSyncExternalStore } from 'react'
import { describeCap, type Cap } from '#domain/caps/cap.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { useSubscribe, type BoardWork } from '../board-work.tsx'
import { plannedId } from '../focus-cap.ts'
import { PlannedField } from './planned-field.tsx'
import { readPlanned, type PlannedEdit } from './planned-edits.ts'
import classes from './planned.module.css'

export function usePlannedEdit(work: BoardWork | null, id: string): PlannedEdit | null {
  return useSyncExternalStore(useSubscribe(work?.edits), () => work?.edits.get(id) ?? null)
}

/** The planned leads: a button that becomes a field in place. */
export function PlannedNumber({ cap, work, edit }: { cap: Cap; work: BoardWork; edit: PlannedEdit | null }) {
  if (edit && !edit.saving) return <PlannedField cap={cap} work={work} edit={edit} />
  const planned = (edit && readPlanned(edit.typed)) ?? cap.cap
  return (
    <button
      type="button"
      id={plannedId(cap._id)}
      className={classes.number}
      data-saving={edit !== null || undefined}
      aria-label={`Planned of ${KIND_WORDS[cap.kind].noun} ${describeCap(cap)}: ${formatCount(planned)}`}
      title="Change the planned number"
      onClick={() => work.edits.open(cap)}
    >
      {formatCount(planned)}
    </button>
  )
}
