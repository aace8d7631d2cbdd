import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MessagePreview } from '#contract/statements.ts'
import { statementTexts } from '#contract/texts/statements.ts'
import { messageOf } from '#web/lib/api.ts'
import { countOf } from '#domain/sentences/written.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { isSameMessage, messageQuery, useSendStatement, type StatementOf } from '../api.ts'
import { MessageDeliveries } from './message-deliveries.tsx'
import page from '#web/ui/page.module.css'
import classes from './statement.module.css'

/** What the affiliate would be told, and where; what is sent is what was looked at, whatever has changed since. */
export function MessageDialog({ of, onClosed }: { of: StatementOf; onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery(messageQuery(of))
  const [read, setRead] = useState<MessagePreview | null>(null)
  if (data && !read) setRead(data)
  const send = useSendStatement(of)
  const submit = (seen: MessagePreview) =>
    send.mutate(seen, {
      onSuccess: ({ chats }) => {
        toastSuccess(`On its way to ${countOf(chats, 'chat')}.`)
        dialog.close()
      },
    })
  return (
    <Dialog title="Send the statement" size={480} dialog={dialog} busy={send.isPending} onCloseAsked={dialog.close}>
      <div className={classes.form}>
        {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
        {send.error && <ProblemBox message={messageOf(send.error)} />}
        {data && read && !isSameMessage(data, read) && (
          <ProblemBox
            message={statementTexts.changed}
            retryLabel="Show it"
            onRetry={() => {
              setRead(data)
              send.reset()
            }}
          />
        )}
        {!data && !error && <Skeleton height={200} radius={8} />}
        {data && read && (
          <>
            <pre className={classes.message} aria-label="The message">
              {read.text}
            </pre>
            {read.chatIds.length === 0 && (
              <p className={classes.noChat}>
                {statementTexts.noChat}{' '}
                <Link to="/admin" search={{ section: 'publishers' }}>
                  Open Publishers
                </Link>
              </p>
            )}
            {(read.chatIds.length > 0 || read.sent.length > 0) && (
              <p className={classes.about}>
                {read.chatIds.length > 0 &&
                  `Goes to ${countOf(read.chatIds.length, 'chat')} of this affiliate: ${read.chatIds.join(', ')}.`}
                {read.sent.length > 0 &&
                  ` Sent ${countOf(read.sent.length, 'time')} before, last by ${read.sent[0]?.by}.`}
              </p>
            )}
            {data.deliveries.length > 0 && <MessageDeliveries of={of} deliveries={data.deliveries} />}
            <div className={page.foot}>
              <Button variant="default" onClick={dialog.close} disabled={send.isPending} data-autofocus>
                Cancel
              </Button>
              <Button
                loading={send.isPending}
                disabled={read.chatIds.length === 0 || !isSameMessage(data, read)}
                onClick={() => submit(read)}
              >
                Send
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
