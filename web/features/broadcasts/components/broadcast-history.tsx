import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BroadcastSummary } from '#contract/broadcasts.ts'
import { MOST_BROADCASTS } from '#domain/kernel/listed.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { broadcastsQuery, isRunning } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './broadcast-history.module.css'
import { sayUnsent } from './delivery-log.tsx'
import { plainText } from './plain-text.ts'

interface BroadcastHistoryProps {
  zone: Zone
  zoneLabel: string
  onOpen: (id: string) => void
}

/** Sent broadcasts, newest first. */
export function BroadcastHistory({ zone, zoneLabel, onOpen }: BroadcastHistoryProps) {
  const { data, error, refetch } = useQuery(broadcastsQuery)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} radius={12} />
  const sent = data.filter(({ state }) => state !== 'waiting')
  return (
    <section className={page.section} aria-labelledby="history-title">
      <h2 id="history-title" className={page.subtitle}>
        Sent before
      </h2>
      {sent.length === 0 ? (
        <EmptyState isSmall>
          Nothing was sent yet. Write a message above. Its result in each chat will be listed here.
        </EmptyState>
      ) : (
        <DataTable
          label="Broadcasts"
          columns={columnsOf(zone, zoneLabel)}
          rows={sent}
          keyOf={(row) => row.id}
          sortedBy={{ column: 'at', descending: true }}
          step={20}
          onPress={(row) => onOpen(row.id)}
        />
      )}
      {sent.length >= MOST_BROADCASTS && (
        <p className={classes.more}>Only the newest {MOST_BROADCASTS} messages are listed.</p>
      )}
    </section>
  )
}

function columnsOf(zone: Zone, zoneLabel: string): Column<BroadcastSummary>[] {
  return [
    {
      id: 'at',
      label: `Sent (${zoneLabel})`,
      isHead: true,
      sortBy: timeOf,
      render: (row) => (
        <button type="button" className={classes.open}>
          {formatMoment(timeOf(row), zone)}
        </button>
      ),
    },
    {
      id: 'message',
      label: 'Message',
      sortBy: (row) => row.message,
      render: (row) => <span className={classes.message}>{plainText(row)}</span>,
    },
    { id: 'audience', label: 'Audience', sortBy: (row) => row.audience, render: (row) => AUDIENCES[row.audience] },
    { id: 'by', label: 'By', sortBy: (row) => row.sentBy, render: (row) => row.sentBy },
    { id: 'chats', label: 'Chats', align: 'end', sortBy: (row) => row.count, render: (row) => formatCount(row.count) },
    {
      id: 'state',
      label: 'Outcome',
      sortBy: (row) => row.counts.failed + row.counts.unknown,
      render: (row) => (row.state === 'queued' ? sayState(row) : sayUnsent(row, zone)),
    },
  ]
}

const AUDIENCES = { advertisers: 'Advertisers', publishers: 'Publishers' } as const

function timeOf({ sendAt, createdAt }: BroadcastSummary) {
  return sendAt ?? createdAt
}

function sayState({ counts }: BroadcastSummary): string {
  if (isRunning(counts)) return 'On its way'
  const parts = [
    ...(counts.failed > 0 ? [`${formatCount(counts.failed)} failed`] : []),
    ...(counts.unknown > 0 ? [`${formatCount(counts.unknown)} unknown`] : []),
  ]
  return parts.length === 0 ? 'All sent' : parts.join(', ')
}
