import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { chooseColumns, LEAD_COLUMNS, type LeadColumn } from '#domain/leads/columns.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSaveColumns } from '../api.ts'
import { COLUMN_WORDS } from './column-words.ts'
import classes from './columns-dialog.module.css'

interface ColumnsDialogProps {
  columns: readonly LeadColumn[]
  onClosed: () => void
}

/** Which columns the list shows, and its files have. Each choice is kept at once, for whoever makes it. */
export function ColumnsDialog({ columns, onClosed }: ColumnsDialogProps) {
  const dialog = useDialog(onClosed)
  const save = useSaveColumns()
  const toggle = (column: LeadColumn) => {
    const next = columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column]
    save.mutate(chooseColumns(next), { onError: (error) => toastError(messageOf(error)) })
  }
  return (
    <Dialog title="Columns" size={320} dialog={dialog} onCloseAsked={dialog.close}>
      <div className={classes.root}>
        {LEAD_COLUMNS.map((column) => {
          const isShown = columns.includes(column)
          return (
            <Checkbox
              key={column}
              label={COLUMN_WORDS[column]}
              checked={isShown}
              // A list shows something.
              disabled={isShown && columns.length === 1}
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
