import { useQuery } from '@tanstack/react-query'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import type { HistoryQuery } from '#web/lib/history-query.ts'
import { ChangeList, type ShownChange } from './change-list.tsx'
import { Dialog } from './dialog.tsx'
import { useDialog } from './use-dialog.ts'

interface HistoryDialogProps<Change> {
  /** The subject of the history, `the team`. */
  of: string
  query: HistoryQuery<Change>
  /** Describes a change, `Ben: role viewer → editor`. */
  describe: (change: Change, zone: Zone) => string
  /** A text that stood until then. */
  findReplaced?: (change: Change) => string | null
  zone: Zone
  onClosed: () => void
}

/** A dialog with the history of something. */
export function HistoryDialog<Change extends Pick<ShownChange, 'id' | 'at' | 'actor'>>({
  of,
  query,
  describe,
  findReplaced,
  zone,
  onClosed,
}: HistoryDialogProps<Change>) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery(query)
  return (
    <Dialog title={`History of ${of}`} size={560} dialog={dialog} onCloseAsked={dialog.close}>
      <ChangeList
        changes={data?.map((change) => ({
          ...change,
          words: describe(change, zone),
          replaced: findReplaced?.(change) ?? null,
        }))}
        problem={error && !data ? messageOf(error) : null}
        onRetry={() => void refetch()}
        zone={zone}
      />
    </Dialog>
  )
}
