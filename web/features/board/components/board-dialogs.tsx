import { lazy, Suspense, type ComponentProps } from 'react'
import { describeCap, type Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { CapDialogs, type CapTask } from './cap-dialogs.tsx'

const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }))
const loadMonth = () => import('./month-dialog.tsx')
const MonthDialog = lazy(async () => ({ default: (await loadMonth()).MonthDialog }))

/** Called before the calendar is opened, to load its script. */
export function prepareMonth(): void {
  void loadMonth()
}

/** The open dialog of the board: one at a time. */
export type BoardTask = CapTask | { task: 'month' } | { task: 'views' } | { task: 'copy-cap'; cap: Cap }

interface BoardDialogsProps extends Omit<ComponentProps<typeof CapDialogs>, 'open'> {
  open: BoardTask
  days: readonly Day[]
  onPickDay: (day: Day) => void
  /** The search of the address. */
  search: string
  onCopyCap: (cap: Cap, day: Day) => void
  /** Opens a saved view. */
  onOpenView: (search: string) => void
}

export function BoardDialogs({ open, days, onPickDay, search, onOpenView, onCopyCap, ...board }: BoardDialogsProps) {
  if (open.task === 'views') {
    return (
      <Suspense>
        <ViewsDialog screen="board" search={search} onOpen={onOpenView} onClosed={board.onClosed} />
      </Suspense>
    )
  }
  if (open.task !== 'month' && open.task !== 'copy-cap') return <CapDialogs {...board} open={open} />
  const isCopy = open.task === 'copy-cap'
  return (
    <Suspense>
      <MonthDialog
        title={isCopy ? `Copy ${describeCap(open.cap)} to another day` : 'Calendar view'}
        kind={board.kind}
        today={board.today}
        chosen={isCopy ? [open.cap.date] : days}
        onPick={isCopy ? (day) => onCopyCap(open.cap, day) : onPickDay}
        onClosed={board.onClosed}
      />
    </Suspense>
  )
}
