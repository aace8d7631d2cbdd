import { useDeferredValue, useMemo, useState } from 'react'
import { sumPlanned } from '#domain/caps/aggregates.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { planRow } from '#domain/caps/copy.ts'
import type { Day } from '#domain/kernel/day.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { useDayRoom } from '#web/features/caps/components/use-day-room.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { standAfter, toBulkCommit, type CapLine } from './cap-lines.ts'
import { CapSheet } from './cap-sheet.tsx'
import { useRecentLeads } from './recent-leads.tsx'
import { DELIVERED_COLUMNS, LINE_COLUMNS } from './sheet-columns.ts'
import { useCapLines } from './use-cap-lines.ts'
import { useSeenCaps } from './use-seen-caps.ts'

interface EditDialogProps {
  kind: CapKind
  today: Day
  /** Those that were chosen, at least one. */
  caps: readonly Cap[]
  /** Called once the dialog is gone; `done` where something was saved. */
  onClosed: (done: boolean) => void
}

const NONE: readonly Cap[] = []
const OF_A_DAY = [...DELIVERED_COLUMNS, ...LINE_COLUMNS] as const
const OF_DAYS = ['date', ...LINE_COLUMNS] as const

/** Changes many caps where they stand, in a sheet: all at once, or each by itself. */
export function EditDialog({ kind, today, caps: atFirst, onClosed }: EditDialogProps) {
  const { noun, updated } = KIND_WORDS[kind]
  const [done, setDone] = useState(false)
  const dialog = useDialog(() => onClosed(done), { returnsFocus: !done })
  const [{ days, ids }] = useState(() => ({
    days: [...new Set(atFirst.map(({ date }) => date))].toSorted(),
    ids: new Set(atFirst.map(({ _id }) => _id)),
  }))
  const [day = today, ...others] = days
  const isOneDay = others.length === 0
  const seen = useSeenCaps(kind, days)
  const [ofDay = NONE] = seen.byDay
  const caps = useMemo(
    () => seen.byDay.flatMap((list = []) => list.filter(({ _id }) => ids.has(_id))),
    [seen.byDay, ids],
  )
  const plan = useMemo(() => caps.map((cap) => planRow(cap, cap)), [caps])
  const work = useCapLines({ kind, plan, advertisers: undefined })
  const chosen = work.chosenLines
  // The cell that is typed into comes first, what its geo comes to a moment later.
  const settled = useDeferredValue(chosen)
  const after = useMemo(() => standAfter(ofDay, settled), [ofDay, settled])
  const rooms = useDayRoom(kind, day, isOneDay ? after : undefined).byGeo
  const recent = useRecentLeads(kind, day, isOneDay)

  return (
    <CapSheet
      kind={kind}
      title={`Edit ${noun}s`}
      label="Caps to change"
      verb="Change"
      dialog={dialog}
      seen={seen}
      caps={caps}
      work={work}
      isChosenFirst={false}
      columns={isOneDay ? OF_A_DAY : OF_DAYS}
      recent={recent}
      rooms={rooms}
      action={(count) => (count === 0 ? `Change ${noun}s` : `Change ${countOf(count, noun)}`)}
      summary={chosen.length === 0 ? 'Nothing is changed.' : tellPlanned(chosen)}
      nothing={<EmptyState>None of these caps exists any more.</EmptyState>}
      toCommit={toBulkCommit}
      said={(count) => (count === 1 ? updated : `${countOf(count, noun)} updated`)}
      onSaved={() => setDone(true)}
    />
  )
}

/** `60 leads planned, were 50` */
function tellPlanned(changed: readonly CapLine[]): string {
  const before = sumPlanned(changed.map(({ untouched }) => untouched))
  const now = sumPlanned(changed.map(({ row }) => row.source))
  return before === now
    ? `${countOf(now, 'lead')} planned`
    : `${countOf(now, 'lead')} planned, were ${formatCount(before)}`
}
