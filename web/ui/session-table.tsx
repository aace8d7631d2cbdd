import type { Session } from '#contract/sessions.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatMoment } from '#web/lib/format.ts'
import type { ReactNode } from 'react'
import { DataTable, type Column } from './data-table.tsx'
import classes from './session-table.module.css'

interface SessionTableProps {
  sessions: readonly Session[]
  zone: Zone
  /** What can be done with one. */
  renderAct?: (session: Session) => ReactNode
}

/** Where somebody is signed in. */
export function SessionTable({ sessions, zone, renderAct }: SessionTableProps) {
  const columns: Column<Session>[] = [
    {
      id: 'address',
      label: 'Address',
      isHead: true,
      sortBy: ({ address }) => address,
      render: ({ address, current }) => (
        <>
          {address ?? 'The server itself'} {current && <span className={classes.here}>This session</span>}
        </>
      ),
    },
    {
      id: 'since',
      label: 'Signed in',
      sortBy: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => formatMoment(createdAt, zone),
    },
    {
      id: 'seen',
      label: 'Last used',
      sortBy: ({ lastSeenAt }) => lastSeenAt,
      render: ({ lastSeenAt }) => formatMoment(lastSeenAt, zone),
    },
  ]
  if (renderAct) columns.push({ id: 'act', label: 'Actions', render: renderAct })
  return (
    <DataTable
      label="Sessions"
      columns={columns}
      rows={sessions}
      keyOf={({ id }) => id}
      sortedBy={{ column: 'seen', descending: true }}
    />
  )
}
