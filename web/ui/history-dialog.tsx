import type { UseQueryResult } from '@tanstack/react-query'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { ChangeList, type ShownChange } from './change-list.tsx'
import { Dialog } from './dialog.tsx'
import { useDialog } from './use-dialog.ts'

interface HistoryDialogProps<Change> {
  /** What was changed, `the team`. */
  of: string
  query: Pick<UseQueryResult<readonly Change[]>, 'data' | 'error' | 'refetch'>
  show: (change: Change) => ShownChange
  zone: Zone
  onClosed: () => void
}

/** Who changed something, and how. */
export function HistoryDialog<Change>({ of, query, show, zone, onClosed }: HistoryDialogProps<Change>) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = query
  return (
    <Dialog title={`History of ${of}`} size={560} dialog={dialog} onCloseAsked={dialog.close}>
      <ChangeList
        changes={data?.map(show)}
        problem={error && !data ? messageOf(error) : null}
        onRetry={() => void refetch()}
        zone={zone}
      />
    </Dialog>
  )
}
