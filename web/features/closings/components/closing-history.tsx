import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api.ts'
import { ChangeList } from '#web/ui/change-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { closingHistoryQuery } from '../api.ts'
import type { StepDialogProps } from './step-props.ts'

/** Every step of a closed week. */
export function ClosingHistory({ closing, zone, onClosed }: StepDialogProps) {
  const dialog = useDialog(onClosed)
  const { data, error } = useQuery(closingHistoryQuery(closing.id))
  return (
    <Dialog title="History of this week" size={560} dialog={dialog} onCloseAsked={dialog.close}>
      <ChangeList
        changes={data?.map((change) => ({ ...change, words: change.note }))}
        problem={error && !data ? messageOf(error) : null}
        zone={zone}
      />
    </Dialog>
  )
}
