import { useQuery } from '@tanstack/react-query'
import type { Cap } from '#domain/caps/cap.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { capHistoryQuery } from '#web/features/caps/api.ts'
import { groupHistory } from '#web/features/caps/components/history/group-history.ts'
import { HistoryBatchItem } from '#web/features/caps/components/history/history-batch.tsx'
import history from '#web/features/caps/components/history/history.module.css'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import classes from './why.module.css'

/** Commits shown here; the history of the cap has all. */
const MOST_SHOWN = 3

/** The latest changes of a cap. */
export function RecentChanges({ cap, zone, canEdit }: { cap: Cap; zone: Zone; canEdit: boolean }) {
  const { data, error, refetch } = useQuery(capHistoryQuery(cap.kind, { id: cap._id }))
  if (error) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0) return <p className={classes.dim}>No changes yet</p>
  return (
    <ol className={history.batches}>
      {groupHistory(data)
        .slice(0, MOST_SHOWN)
        .map((batch) => (
          <HistoryBatchItem
            key={batch.batchId}
            kind={cap.kind}
            canEdit={canEdit}
            batch={batch}
            zone={zone}
            namesCaps={false}
          />
        ))}
    </ol>
  )
}
