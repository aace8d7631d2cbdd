import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BroadcastSummary } from '#contract/broadcasts.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { useFocusAfter } from '#web/ui/focus.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { broadcastsQuery, useCancelBroadcast } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './broadcast-history.module.css'
import { plainText } from './plain-text.ts'

interface WaitingBroadcastsProps {
  zone: Zone
  zoneLabel: string
}

/** Broadcasts with a later time. Each can be cancelled until then. */
export function WaitingBroadcasts({ zone, zoneLabel }: WaitingBroadcastsProps) {
  const { data = [] } = useQuery(broadcastsQuery)
  const cancel = useCancelBroadcast()
  const focusAfter = useFocusAfter<HTMLElement>()
  const waiting = data.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return null
  const takeBack = (id: string) =>
    cancel.mutate(id, {
      onSuccess: () => toastSuccess(broadcastTexts.cancelled),
      onError: (error) => toastError(messageOf(error)),
    })
  return (
    <section {...focusAfter} className={page.section} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={page.subtitle}>
        To be sent
      </h2>
      <DataTable
        label="Waiting messages"
        columns={columnsOf(zone, zoneLabel, cancel.isPending, takeBack)}
        rows={waiting}
        keyOf={(row) => row.id}
        sortedBy={{ column: 'at', descending: false }}
        step={20}
      />
    </section>
  )
}

function columnsOf(
  zone: Zone,
  zoneLabel: string,
  busy: boolean,
  onCancel: (id: string) => void,
): Column<BroadcastSummary>[] {
  const timeOf = ({ sendAt, createdAt }: BroadcastSummary) => formatMoment(sendAt ?? createdAt, zone)
  return [
    {
      id: 'at',
      label: `Goes (${zoneLabel})`,
      isHead: true,
      sortBy: (row) => row.sendAt,
      render: (row) => <time>{timeOf(row)}</time>,
    },
    {
      id: 'message',
      label: 'Message',
      sortBy: (row) => row.message,
      render: (row) => <span className={classes.message}>{plainText(row)}</span>,
    },
    { id: 'by', label: 'By', sortBy: (row) => row.sentBy, render: (row) => row.sentBy },
    {
      id: 'cancel',
      label: 'Cancel',
      width: '110px',
      render: (row) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Cancel the message of ${timeOf(row)}`}
          disabled={busy}
          onClick={() => onCancel(row.id)}
        >
          Cancel
        </Button>
      ),
    },
  ]
}
