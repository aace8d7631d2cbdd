import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FeedStatus } from '#contract/feed-status.ts'
import { messageOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { usePauseConnector, useRemoveConnector } from '../../connector-api.ts'
import page from '#web/ui/page.module.css'

/** The actions for a feed that was set up here. */
export function ConnectorTools({ feed, onChange }: { feed: FeedStatus; onChange: () => void }) {
  const { name, paused } = feed
  const [isRemoving, setRemoving] = useState(false)
  const pause = usePauseConnector()
  const remove = useRemoveConnector(name)
  const toggle = () =>
    pause.mutate(
      { name, paused: !paused },
      {
        onSuccess: () => toastSuccess(paused ? `${name} is resumed` : `${name} is paused. Its leads stay.`),
        onError: (error) => toastError(messageOf(error)),
      },
    )
  return (
    <div className={page.acts}>
      <Button size="xs" variant="default" onClick={onChange}>
        Change
      </Button>
      <Button size="xs" variant="default" loading={pause.isPending} onClick={toggle}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
        Remove
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title="Remove feed"
          question={`Remove the feed ${name} and its key?`}
          details="Its leads and deposits stay on the board and in payouts. A later feed with the same name continues with them."
          label="Remove feed"
          busyLabel="Removing…"
          act={{ isPending: remove.isPending, mutateAsync: () => remove.mutateAsync(undefined) }}
          onDone={() => toastSuccess(`Feed removed: ${name}. Its leads stay.`)}
          onClosed={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
