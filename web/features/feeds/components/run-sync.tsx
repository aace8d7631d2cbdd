import { Button } from '@mantine/core'
import type { SyncResult } from '#contract/feeds.ts'
import { syncTexts } from '#contract/texts/feeds.ts'
import { messageOf } from '#web/lib/api.ts'
import { SyncIcon } from '#web/ui/icons.tsx'
import { toastError, toastInfo, toastSuccess } from '#web/ui/toasts.ts'
import { useRunSync } from '../freshness-api.ts'
import classes from './run-sync.module.css'

interface RunSyncProps {
  /** Always visible; without it a phone shows only the icon. */
  label?: string
}

export function RunSync({ label }: RunSyncProps) {
  const { run, isPending } = useSyncNow()
  return (
    <Button variant="default" title={label ?? 'Run lead sync'} loading={isPending} onClick={run}>
      <SyncIcon />
      <span className={label ? classes.beside : classes.label}>{label ?? 'Run lead sync'}</span>
    </Button>
  )
}

/** Runs a sync and shows its result, on whatever screen people are by then. */
export function useSyncNow(): { run: () => void; isPending: boolean } {
  const { mutateAsync, isPending } = useRunSync()
  // Awaited, because the caller may be unmounted by then.
  const run = () => void mutateAsync().then(tell, (error: unknown) => toastError(messageOf(error)))
  return { run, isPending }
}

/** Shows the result of a sync in the words of the specification (sections 4 and 8). */
function tell(result: SyncResult): void {
  const words = syncTexts
  if (result.status === 'error') return toastError(result.message ?? words.failed)
  if (result.status === 'success') return tellSuccess(result)
  switch (result.reason) {
    case 'already_running':
      return toastInfo(result.message ?? words.alreadyRunning)
    case 'up_to_date':
      return toastInfo(words.upToDate)
    case 'missing_configuration':
      return toastError(words.missingConfiguration)
    default:
      return toastInfo(result.message ?? words.skipped)
  }
}

/** With a message, something is left to do or to look at: if nothing new came, the sync is not called completed. */
function tellSuccess({ processedLeads, processedDeposits, message }: SyncResult): void {
  if (processedLeads > 0 || processedDeposits > 0) {
    const done = syncTexts.done(processedLeads, processedDeposits)
    return toastSuccess(message === null ? done : `${done} ${message}`)
  }
  if (message === null) return toastSuccess(syncTexts.nothingNew)
  toastInfo(message)
}
