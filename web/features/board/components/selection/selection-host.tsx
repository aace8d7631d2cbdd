import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { filterCaps } from '#domain/caps/filter.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { listedCapsQuery } from '#web/features/caps/api.ts'
import { SourceNames } from '#web/features/caps/components/source-names.tsx'
import { usePauses } from '#web/features/pauses/components/board-pauses.ts'
import { type BoardWork, useSelectedIds } from '../board-work.tsx'
import { focusWhereCapWas } from '../focus-cap.ts'
import type { CapView } from '../filters/cap-view.ts'
import { settleEdits, type StandingCaps } from '../planned/settle-edits.ts'
import type { BulkTask } from './bulk-preview.tsx'
import { selectShown, useSelectAll } from './select-all.ts'

const loadDialog = () => import('./bulk-dialog.tsx')
const loadEdit = () => import('#web/features/sheet/components/edit-dialog.tsx')
const BulkDialog = lazy(async () => ({ default: (await loadDialog()).BulkDialog }))
const EditDialog = lazy(async () => ({ default: (await loadEdit()).EditDialog }))
const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }))

interface SelectionHostProps {
  kind: CapKind
  work: BoardWork
  days: readonly Day[]
  shown: Day
  view: CapView
  now: LocalTime
}

/** What is chosen on the board, and what is done with it. Caps that are gone meanwhile drop out. */
export function SelectionHost({ kind, work, days, shown, view, now }: SelectionHostProps) {
  const { selection } = work
  const pauses = usePauses()
  const names = use(SourceNames)
  const standing = useStandingCaps(kind, days)
  const { caps } = standing
  const ids = useSelectedIds(work)
  const [task, setTask] = useState<BulkTask | 'edit' | null>(null)
  const chosen = useMemo(() => ids.flatMap((id) => caps.get(id) ?? []), [ids, caps])
  useEffect(() => selection.keep((id) => caps.has(id)), [selection, caps])
  useSettledEdits(work, standing)
  useSelectAll(work, standing.areThere)

  const closed = (done: boolean) => {
    setTask(null)
    if (!done) return
    selection.clear()
    focusWhereCapWas(chosen[0]?.date ?? shown)
  }

  return (
    <>
      <Suspense>
        {chosen.length > 0 && (
          <SelectionBar
            caps={chosen}
            shown={shown}
            hidden={chosen.length - filterCaps(chosen, view, now, names).length}
            onTask={(wanted) => (wanted === 'pause' ? pauses?.begin?.(chosen) : setTask(wanted))}
            onPrepare={() => void Promise.all([loadEdit(), loadDialog()])}
            onSelectShown={() => selectShown(work)}
            onClear={() => selection.clear()}
          />
        )}
      </Suspense>
      {/* One of its own: the bar keeps its place, and the focus, until the dialog is there. */}
      <Suspense>
        {task === 'edit' && <EditDialog kind={kind} today={now.day} caps={chosen} onClosed={closed} />}
        {task && task !== 'edit' && (
          <BulkDialog
            kind={kind}
            task={task}
            caps={chosen}
            onLeaveOut={(gone) => selection.set(gone, false)}
            onClosed={closed}
          />
        )}
      </Suspense>
    </>
  )
}

function useStandingCaps(kind: CapKind, days: readonly Day[]) {
  const combine = useCallback(
    (answers: readonly { data: Cap[] | undefined; isPending: boolean }[]) => ({
      days,
      areThere: answers.every(({ isPending }) => !isPending),
      loaded: new Set(days.filter((_day, index) => answers[index]?.data)),
      caps: new Map(answers.flatMap(({ data = [] }) => data.map((cap): [string, Cap] => [cap._id, cap]))),
    }),
    [days],
  )
  return useQueries({ queries: days.map((day) => listedCapsQuery(kind, day)), combine })
}

/** Whenever the board or what is typed on it is another: a save may fail after its day has left. */
function useSettledEdits({ edits }: BoardWork, standing: StandingCaps): void {
  useEffect(() => {
    const settle = () => settleEdits(edits, standing)
    settle()
    return edits.subscribe(settle)
  }, [edits, standing])
}
