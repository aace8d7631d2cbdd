import type { Day } from '#domain/kernel/day.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { CapKind } from '#domain/caps/cap.ts'
import { CapMonth } from '#web/features/caps/components/cap-month.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

interface MonthDialogProps {
  title: string
  kind: CapKind
  today: Day
  chosen: readonly Day[]
  onPick: (day: Day) => void
  onClosed: () => void
}

/** A calendar to pick any day from. */
export function MonthDialog({ title, kind, today, chosen, onPick, onClosed }: MonthDialogProps) {
  const dialog = useDialog(onClosed)
  const pick = (day: Day) => {
    onPick(day)
    dialog.close()
  }
  return (
    <Dialog title={title} size={400} dialog={dialog} onCloseAsked={dialog.close}>
      <CapMonth kind={kind} today={today} chosen={chosen} onPick={pick} />
    </Dialog>
  )
}
