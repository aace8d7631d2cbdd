import { useQuery } from '@tanstack/react-query'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { closingHistoryQuery } from '../api.ts'
import type { StepDialogProps } from './step-form.tsx'

/** The steps of a closed week. */
export function ClosingHistory({ closing, zone, onClosed }: StepDialogProps) {
  return (
    <HistoryDialog
      of="this week"
      query={useQuery(closingHistoryQuery(closing.id))}
      show={(change) => ({ ...change, words: change.note })}
      zone={zone}
      onClosed={onClosed}
    />
  )
}
