import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#web/lib/api.ts'
import { countOf } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { messageQuery, useSendStatement, type StatementOf } from '../api.ts'
import { MessageDeliveries } from './message-deliveries.tsx'
import classes from './statement.module.css'

/** What the affiliate would be told, and where; nothing is sent before it was looked at. */
export function MessageDialog({ of, onClosed }: { of: StatementOf; onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery({ ...messageQuery(of), staleTime: 0 })
  const send = useSendStatement(of)
  const submit = (seen: Parameters<typeof send.mutate>[0]) =>
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
        {!data && !error && <Skeleton height={200} radius={8} />}
        {data && (
          <>
            <pre className={classes.message} aria-label="The message">
              {data.text}
            </pre>
            {data.chatIds.length === 0 && (
              <p className={classes.noChat}>
                {texts.statements.noChat}{' '}
                <Link to="/admin" search={{ section: 'publishers' }}>
                  Open Publishers
                </Link>
              </p>
            )}
            {(data.chatIds.length > 0 || data.sent.length > 0) && (
              <p className={classes.about}>
                {data.chatIds.length > 0 &&
                  `Goes to ${countOf(data.chatIds.length, 'chat')} of this affiliate: ${data.chatIds.join(', ')}.`}
                {data.sent.length > 0 &&
                  ` Put on its way ${countOf(data.sent.length, 'time')} before, last by ${data.sent[0]?.by}.`}
              </p>
            )}
            {data.deliveries.length > 0 && <MessageDeliveries of={of} deliveries={data.deliveries} />}
            <div className={classes.foot}>
              <Button variant="default" onClick={dialog.close} disabled={send.isPending}>
                Cancel
              </Button>
              <Button
                loading={send.isPending}
                disabled={data.chatIds.length === 0}
                onClick={() => submit(data)}
                data-autofocus
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
