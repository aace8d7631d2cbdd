import type { Day } from '#domain/kernel/day.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MonthGrid } from '#web/ui/month-grid.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

interface MonthDialogProps {
  today: Day
  chosen: readonly Day[]
  onPick: (day: Day) => void
  onClosed: () => void
}

/** Any day to put on the board, or to take off it. */
export function MonthDialog({ today, chosen, onPick, onClosed }: MonthDialogProps) {
  const dialog = useDialog(onClosed)
  const pick = (day: Day) => {
    onPick(day)
    dialog.close()
  }
  return (
    <Dialog title="Calendar view" size={400} dialog={dialog} onCloseAsked={dialog.close}>
      <MonthGrid today={today} chosen={chosen} onPick={pick} />
    </Dialog>
  )
}
