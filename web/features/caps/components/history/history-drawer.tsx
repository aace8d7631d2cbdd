import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Skeleton } from '@mantine/core'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { hideActionToast } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { capHistoryQuery } from '../../api.ts'
import { KIND_WORDS } from '../cap-kinds.ts'
import { nameCap } from './describe-change.ts'
import { groupHistory } from './group-history.ts'
import { HistoryBatchItem } from './history-batch.tsx'
import classes from './history.module.css'

interface HistoryDrawerProps {
  kind: CapKind
  /** Whether changes can be taken back. */
  canEdit: boolean
  of: { day: Day } | { cap: Cap }
  /** The times are those of this zone. */
  zone: Zone
  onClosed: () => void
}

/** Changes of a day or of one cap, newest first. Members who may change caps can undo each commit here. */
export function HistoryDrawer({ kind, canEdit, of, zone, onClosed }: HistoryDrawerProps) {
  const dialog = useDialog(onClosed)
  const subject = 'day' in of ? { date: of.day } : { id: of.cap._id }
  const { data, error, isPending, isFetching, refetch } = useQuery(capHistoryQuery(kind, subject))
  const { noun } = KIND_WORDS[kind]
  // It would lie over the newest change, which can be taken back here too.
  useEffect(() => hideActionToast(), [])
  return (
    <SideDrawer
      title={'day' in of ? `History of ${formatDay(of.day)}` : `History of ${nameCap(of.cap)}`}
      size={440}
      dialog={dialog}
    >
      <p className={classes.zone}>Times in {labelOfZone(zone.name)}</p>
      {error && <ProblemBox message={messageOf(error)} onRetry={isFetching ? undefined : () => void refetch()} />}
      {isPending && <HistorySkeleton />}
      {data?.length === 0 && (
        <div className={classes.empty}>
          <p className={classes.emptyTitle}>No changes yet</p>
          <p className={classes.emptyText}>
            Each added, changed or deleted {noun} is listed here, with its author and its earlier values.
            {canEdit && ' Each change can be undone from here.'}
          </p>
        </div>
      )}
      {data && data.length > 0 && (
        <ol className={classes.batches}>
          {groupHistory(data).map((batch) => (
            <HistoryBatchItem
              key={batch.batchId}
              kind={kind}
              canEdit={canEdit}
              batch={batch}
              zone={zone}
              namesCaps={'day' in of}
            />
          ))}
        </ol>
      )}
      {data && data.length >= MOST_CHANGES && (
        <p className={classes.zone}>Only the newest {MOST_CHANGES} changes are shown.</p>
      )}
    </SideDrawer>
  )
}

const BATCHES = [1, 2, 3, 4]

export function HistorySkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {BATCHES.map((batch) => (
        <div key={batch}>
          <Skeleton height={16} width="55%" />
          <Skeleton height={12} width="35%" mt={6} />
          <Skeleton height={12} width="80%" mt={10} />
        </div>
      ))}
    </div>
  )
}
