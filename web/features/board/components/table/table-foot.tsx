import { Button } from '@mantine/core'
import { boardTexts } from '#contract/texts/board.ts'
import { describeCap, type Cap } from '#domain/caps/cap.ts'
import { usePauses } from '#web/features/pauses/components/board-pauses.ts'
import { listPauseActions } from '#web/features/pauses/components/pause-actions.ts'
import { formatDay } from '#web/lib/format.ts'
import type { SheetCell } from '#web/features/sheet/components/block.ts'
import type { DayActions } from '../day-column.tsx'
import classes from './board-table.module.css'
import type { TableColumn } from './table-columns.ts'
import type { PlaceRow } from './table-rows.ts'
import { capAt, textOfCell, type CellEdit } from './use-table-edits.ts'

interface TableFootProps {
  /** The cap of the current cell. */
  cap: Cap | null
  refused: readonly CellEdit[]
  rows: ReadonlyMap<string, PlaceRow>
  canEdit: boolean
  actions: DayActions
  onGo: (cell: SheetCell<TableColumn>) => void
  onDrop: (cells: readonly CellEdit[]) => void
}

/** Cells that could not be saved and why; otherwise the actions for the current cap. */
export function TableFoot({ cap, refused, rows, canEdit, actions, onGo, onDrop }: TableFootProps) {
  const [first] = refused
  const pauses = usePauses()
  if (first) {
    return (
      <div className={classes.foot} data-problem role="alert">
        <p className={classes.what}>
          {refused.length > 1 ? `${refused.length} cells are not saved. ` : 'Not saved: '}
          {first.name}, “{first.text}”: {first.problem}
        </p>
        {capAt(first, rows) && <span>{boardTexts.standsNow(textOfCell(first, rows, undefined))}</span>}
        <Button size="compact-sm" variant="default" onClick={() => onGo(first)}>
          Go to it
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onDrop(refused)}>
          {refused.length > 1 ? 'Discard them' : 'Discard it'}
        </Button>
      </div>
    )
  }
  if (!cap) return null
  return (
    <div className={classes.foot}>
      <p className={classes.what}>
        <strong>{describeCap(cap)}</strong> on {formatDay(cap.date)} · Created by {cap.createdBy}
      </p>
      {canEdit && (
        <>
          <Button size="compact-sm" variant="default" onClick={() => actions.edit(cap)}>
            Edit
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => actions.copy(cap)}>
            Copy to…
          </Button>
          <Button size="compact-sm" variant="default" color="red" onClick={() => actions.remove(cap)}>
            Delete
          </Button>
        </>
      )}
      {listPauseActions(cap, pauses).map(({ label, run }) => (
        <Button key={label} size="compact-sm" variant="default" onClick={run}>
          {label}
        </Button>
      ))}
      <Button size="compact-sm" variant="default" onClick={() => actions.review(cap)}>
        History
      </Button>
    </div>
  )
}
