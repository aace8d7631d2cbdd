import { lazy, Suspense, type ComponentProps } from 'react'
import type { Day } from '#domain/kernel/day.ts'
import { CapDialogs, type CapTask } from './cap-dialogs.tsx'

const loadMonth = () => import('./month-dialog.tsx')
const MonthDialog = lazy(async () => ({ default: (await loadMonth()).MonthDialog }))

/** Called when somebody is about to look at the calendar, so that it is there at once. */
export function prepareMonth(): void {
  void loadMonth()
}

/** What somebody does in a dialog of the board just now: one thing at a time. */
export type BoardTask = CapTask | { task: 'month' }

interface BoardDialogsProps extends Omit<ComponentProps<typeof CapDialogs>, 'open'> {
  open: BoardTask
  days: readonly Day[]
  onPickDay: (day: Day) => void
}

export function BoardDialogs({ open, days, onPickDay, ...board }: BoardDialogsProps) {
  if (open.task !== 'month') return <CapDialogs {...board} open={open} />
  return (
    <Suspense>
      <MonthDialog today={board.today} chosen={days} onPick={onPickDay} onClosed={board.onClosed} />
    </Suspense>
  )
}
