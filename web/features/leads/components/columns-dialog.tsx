import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { chooseColumns, LEAD_COLUMNS, type LeadColumn } from '#domain/leads/columns.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useInstant } from '#web/ui/use-instant.ts'
import { useSaveColumns } from '../api.ts'
import { COLUMN_WORDS } from './column-words.ts'
import classes from './columns-dialog.module.css'

interface ColumnsDialogProps {
  columns: readonly LeadColumn[]
  onClosed: () => void
}

/** Chooses the columns of the list and its files. Each choice is saved at once, for this member. */
export function ColumnsDialog({ columns, onClosed }: ColumnsDialogProps) {
  const dialog = useDialog(onClosed)
  const save = useSaveColumns()
  const { shown, change } = useInstant(columns, (next: readonly LeadColumn[]) => save.mutateAsync(next))
  const toggle = (column: LeadColumn) => {
    const next = shown.includes(column) ? shown.filter((each) => each !== column) : [...shown, column]
    change(chooseColumns(next))
  }
  return (
    <Dialog title="Columns" size={320} dialog={dialog} onCloseAsked={dialog.close}>
      <div className={classes.root}>
        {LEAD_COLUMNS.map((column) => {
          const isShown = shown.includes(column)
          return (
            <Checkbox
              key={column}
              label={COLUMN_WORDS[column]}
              checked={isShown}
              // At least one column stays.
              disabled={isShown && shown.length === 1}
              onChange={() => toggle(column)}
            />
          )
        })}
      </div>
      <div className={classes.foot}>
        <Button onClick={dialog.close}>Done</Button>
      </div>
    </Dialog>
  )
}
