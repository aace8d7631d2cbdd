import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Broadcast, BroadcastSummary, Delivery } from '#contract/broadcasts.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DeliveryState } from '#web/ui/delivery-state.tsx'
import { useFocusAfter } from '#web/ui/focus.ts'
import { Meter } from '#web/ui/meter.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastInfo } from '#web/ui/toasts.ts'
import { broadcastQuery, isRunning, useResend, useResendFailed } from '../api.ts'
import parts from '#web/ui/page.module.css'
import classes from './delivery-log.module.css'
import { plainText } from './plain-text.ts'

const words = broadcastTexts

/** The delivery of a broadcast to each chat. */
export function DeliveryLog({ id, zone }: { id: string; zone: Zone }) {
  const { data, error, refetch } = useQuery(broadcastQuery(id))
  const resend = useResend(id)
  const resendFailed = useResendFailed(id)
  const focusAfter = useFocusAfter<HTMLDivElement>()
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} radius={12} />
  const sendAgain = (delivery: Delivery) =>
    resend.mutate(delivery.id, {
      onSuccess: () => toastInfo(words.resent),
      onError: (failure) => toastError(messageOf(failure)),
    })
  const sendAllAgain = () =>
    resendFailed.mutate(undefined, {
      onSuccess: ({ count }) => toastInfo(words.resentAll(count)),
      onError: (failure) => toastError(messageOf(failure)),
    })
  return (
    <section ref={bringIntoView} className={parts.section} aria-labelledby="log-title">
      <h2 id="log-title" className={parts.subtitle}>
        Delivery log
      </h2>
      <p className={parts.note}>
        {formatMoment(data.sendAt ?? data.createdAt, zone)} by {data.sentBy}
      </p>
      <p className={classes.message}>{plainText(data)}</p>
      {data.state === 'queued' && <Progress counts={data.counts} messages={data.deliveries.length} />}
      {data.state !== 'queued' && <p className={parts.note}>{sayUnsent(data, zone)}</p>}
      <div {...focusAfter} className={parts.section}>
        {data.counts.failed > 1 && (
          <Button
            size="xs"
            variant="default"
            className={classes.again}
            loading={resendFailed.isPending}
            onClick={sendAllAgain}
          >
            {words.resendAll(data.counts.failed)}
          </Button>
        )}
        {data.deliveries.length > 0 && (
          <DataTable
            label="Deliveries"
            columns={columnsOf(sendAgain, resend.isPending)}
            rows={data.deliveries}
            keyOf={(row) => row.id}
            sortedBy={{ column: 'status', descending: false }}
            step={100}
          />
        )}
      </div>
    </section>
  )
}

/** It may be opened from elsewhere on the page. */
function bringIntoView(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'nearest' })
}

function Progress({ counts, messages }: { counts: Broadcast['counts']; messages: number }) {
  const { sent, failed, unknown } = counts
  const done = sent + failed + unknown
  const said = [
    `${sent} of ${countOf(messages, 'message')} sent`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ]
  return (
    <div className={classes.progress}>
      <Meter percent={messages === 0 ? 100 : (done * 100) / messages} label="Progress" value={said.join(', ')} />
      <p className={parts.note} role="status">
        {isRunning(counts) ? `On its way: ${said.join(', ')}.` : `Done: ${said.join(', ')}.`}
      </p>
    </div>
  )
}

/** Why a message was sent to no chat. */
export function sayUnsent({ state, problem, cancelledBy, sendAt }: BroadcastSummary, zone: Zone): string {
  if (state === 'waiting' && sendAt !== null) return `Goes ${formatMoment(sendAt, zone)}`
  if (state === 'cancelled') return `Cancelled by ${cancelledBy}`
  return `Not sent. ${problem ?? ''}`
}

/** Failures come first. */
const ORDER = { failed: 0, unknown: 1, sending: 2, queued: 3, sent: 4 } as const

function columnsOf(onResend: (delivery: Delivery) => void, busy: boolean): Column<Delivery>[] {
  return [
    { id: 'recipients', label: 'Recipient', isHead: true, sortBy: nameOf, render: nameOf },
    {
      id: 'chat',
      label: 'Chat',
      sortBy: (row) => row.chatTitle ?? row.chatId,
      render: (row) =>
        row.chatTitle === null ? <code>{row.chatId}</code> : <span title={row.chatId}>{row.chatTitle}</span>,
    },
    {
      id: 'status',
      label: 'Status',
      sortBy: (row) => ORDER[row.status],
      render: (row) => <DeliveryState delivery={row} />,
    },
    {
      id: 'again',
      label: 'Again',
      width: '110px',
      render: (row) =>
        row.status === 'failed' || row.status === 'unknown' ? (
          <Button
            size="xs"
            variant="default"
            aria-label={`Resend to ${nameOf(row)}`}
            disabled={busy}
            onClick={() => onResend(row)}
          >
            Resend
          </Button>
        ) : null,
    },
  ]
}

function nameOf({ recipients }: Delivery): string {
  return recipients.join(', ')
}
