import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { describeCap, type CapKind } from '#domain/caps/cap.ts'
import { filterCaps } from '#domain/caps/filter.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { formatDay } from '#web/lib/format.ts'
import { toastInfo } from '#web/ui/toasts.ts'
import { listedCapsQuery } from '../../api.ts'
import type { BoardWork } from '../board-work.tsx'
import { columnTitleId } from '../column-title.ts'
import type { CapView } from '../filters/cap-view.ts'
import type { BulkTask } from './bulk-change.ts'
import { selectShown } from './select-all.ts'
import { useSelectedIds } from './use-selection.ts'

const loadDialog = () => import('./bulk-dialog.tsx')
const BulkDialog = lazy(async () => ({ default: (await loadDialog()).BulkDialog }))
const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }))

interface SelectionHostProps {
  kind: CapKind
  work: BoardWork
  days: readonly Day[]
  view: CapView
  now: LocalTime
}

/** What is chosen on the board, and what is done with it. Caps that are gone meanwhile drop out. */
export function SelectionHost({ kind, work, days, view, now }: SelectionHostProps) {
  const { selection } = work
  const caps = useStandingCaps(kind, days)
  const ids = useSelectedIds(work)
  const [task, setTask] = useState<BulkTask | null>(null)
  const chosen = useMemo(() => ids.flatMap((id) => caps.get(id) ?? []), [ids, caps])
  useEffect(() => dropWhatIsGone(work, caps), [work, caps])

  const closed = (done: boolean) => {
    setTask(null)
    if (!done) return
    selection.clear()
    const [first] = days
    if (first) document.getElementById(columnTitleId(chosen[0]?.date ?? first))?.focus()
  }

  return (
    <Suspense>
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          hidden={chosen.length - filterCaps(chosen, view, now).length}
          onTask={setTask}
          onPrepare={() => void loadDialog()}
          onSelectShown={() => selectShown(work)}
          onClear={() => selection.clear()}
        />
      )}
      {task && (
        <BulkDialog
          kind={kind}
          task={task}
          caps={chosen}
          onLeaveOut={(gone) => selection.set(gone, false)}
          onClosed={closed}
        />
      )}
    </Suspense>
  )
}

function useStandingCaps(kind: CapKind, days: readonly Day[]): ReadonlyMap<string, ListedCap> {
  return useQueries({ queries: days.map((day) => listedCapsQuery(kind, day)), combine: mapCaps })
}

function mapCaps(answers: readonly { data: ListedCap[] | undefined }[]): Map<string, ListedCap> {
  return new Map(answers.flatMap(({ data = [] }) => data.map((cap): [string, ListedCap] => [cap._id, cap])))
}

function dropWhatIsGone({ selection, edits }: BoardWork, caps: ReadonlyMap<string, ListedCap>): void {
  selection.keep((id) => caps.has(id))
  for (const id of edits.ids()) {
    const edit = edits.get(id)
    if (!edit || caps.has(id)) continue
    edits.drop(id)
    const { base, typed } = edit
    toastInfo(`${describeCap(base)} is not on ${formatDay(base.date)} any more. You had typed ${typed}.`)
  }
}
