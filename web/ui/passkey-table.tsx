import type { ReactNode } from 'react'
import type { Passkey } from '#contract/passkeys.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatMoment } from '#web/lib/format.ts'
import { DataTable, type Column } from './data-table.tsx'

interface PasskeyTableProps {
  passkeys: readonly Passkey[]
  zone: Zone
  /** What can be done with one. */
  renderAct?: (passkey: Passkey) => ReactNode
}

/** What somebody signs in with after the code. */
export function PasskeyTable({ passkeys, zone, renderAct }: PasskeyTableProps) {
  const columns: Column<Passkey>[] = [
    { id: 'name', label: 'Name', isHead: true, sortBy: ({ name }) => name, render: ({ name }) => name },
    {
      id: 'added',
      label: 'Added',
      sortBy: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => formatMoment(createdAt, zone),
    },
    {
      id: 'used',
      label: 'Last used',
      sortBy: ({ lastUsedAt }) => lastUsedAt,
      render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatMoment(lastUsedAt, zone)),
    },
  ]
  if (renderAct) columns.push({ id: 'act', label: 'Actions', render: renderAct })
  return (
    <DataTable
      label="Passkeys"
      columns={columns}
      rows={passkeys}
      keyOf={({ id }) => id}
      sortedBy={{ column: 'added', descending: false }}
    />
  )
}
