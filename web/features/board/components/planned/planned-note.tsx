import { Button } from '@mantine/core'
import type { Cap } from '#domain/caps/cap.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import type { BoardWork } from '../board-work.tsx'
import { withFocusOnNumber } from '../focus-cap.ts'
import { readPlanned, standingBeside, type PlannedEdit } from './planned-edits.ts'
import { plannedNoteId } from './planned-field.tsx'
import classes from './planned.module.css'

/** The note below a card's numbers during an edit: an error, or the number that somebody else saved, to choose from. */
export function PlannedNote({ cap, work, edit }: { cap: Cap; work: BoardWork; edit: PlannedEdit }) {
  const standing = standingBeside(edit, cap)
  if (standing && !edit.saving) return <StandingNumber cap={cap} work={work} edit={edit} standing={standing} />
  if (edit.problem === null) return null
  return (
    <p id={plannedNoteId(cap._id)} className={classes.problem} role="alert">
      {edit.problem}
    </p>
  )
}

interface StandingNumberProps {
  cap: Cap
  work: BoardWork
  edit: PlannedEdit
  standing: Cap
}

function StandingNumber({ cap, work: { edits }, edit, standing }: StandingNumberProps) {
  const planned = readPlanned(edit.typed)
  const keep = () =>
    withFocusOnNumber(cap._id, () => {
      edits.change(cap._id, { base: standing, standing: null })
      edits.save(cap)
    })
  return (
    <div className={classes.standing} role="alert">
      <p id={plannedNoteId(cap._id)} className={classes.sentence}>
        <WarningIcon /> This was changed from {formatCount(edit.base.cap)} to {formatCount(standing.cap)} meanwhile.
      </p>
      <div className={classes.choice}>
        <Button size="compact-xs" variant="default" disabled={planned === null} onClick={keep}>
          Keep mine{planned === null ? '' : `, ${formatCount(planned)}`}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => withFocusOnNumber(cap._id, () => edits.drop(cap._id))}
        >
          Take theirs, {formatCount(standing.cap)}
        </Button>
      </div>
    </div>
  )
}
