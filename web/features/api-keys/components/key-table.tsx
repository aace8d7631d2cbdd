import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { MINUTE } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { ROLES } from '#domain/team/member.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useNow } from '#web/lib/clock.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { describeEnd, describeRights } from '../key-words.ts'
import classes from './keys.module.css'

interface KeyTableProps {
  keys: readonly ApiKey[]
  zone: Zone
  onRevoke: (key: ApiKey) => void
}

export function KeyTable({ keys, zone, onRevoke }: KeyTableProps) {
  const columns = useMemo(() => columnsOf(zone, onRevoke), [zone, onRevoke])
  return (
    <DataTable
      label="API keys"
      columns={columns}
      rows={keys}
      keyOf={({ id }) => id}
      sortedBy={{ column: 'name', descending: false }}
      isWide
    />
  )
}

function columnsOf(zone: Zone, onRevoke: KeyTableProps['onRevoke']): Column<ApiKey>[] {
  return [
    {
      id: 'name',
      label: 'Name',
      isHead: true,
      sortBy: ({ name }) => name,
      render: ({ name, hint }) => (
        <>
          {name}
          <span className={classes.hint}>{hint}_…</span>
        </>
      ),
    },
    {
      id: 'role',
      label: 'Role',
      width: '90px',
      sortBy: ({ role }) => ROLES.indexOf(role),
      render: ({ role }) => role,
    },
    { id: 'calls', label: 'Calls', width: '24%', sortBy: describeRights, render: describeRights },
    {
      id: 'made',
      label: 'Made',
      sortBy: ({ createdAt }) => createdAt,
      render: ({ createdAt, createdBy }) => (
        <>
          {formatMoment(createdAt, zone)}
          <span className={classes.under}>by {createdBy}</span>
        </>
      ),
    },
    {
      id: 'used',
      label: 'Last used',
      sortBy: ({ lastUsedAt }) => lastUsedAt,
      render: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className={classes.dim}>never</span> : formatMoment(lastUsedAt, zone),
    },
    {
      id: 'ends',
      label: 'Ends',
      sortBy: ({ endsAt }) => endsAt,
      render: ({ endsAt }) => <End endsAt={endsAt} zone={zone} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '110px',
      render: (key) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Revoke ${key.name}`}
          aria-haspopup="dialog"
          onClick={() => onRevoke(key)}
        >
          Revoke
        </Button>
      ),
    },
  ]
}

function End({ endsAt, zone }: Pick<ApiKey, 'endsAt'> & { zone: Zone }) {
  const words = describeEnd(endsAt, zone)
  const now = useNow(MINUTE)
  if (endsAt === null) return <span className={classes.dim}>{words}</span>
  return endsAt <= now ? <span className={classes.over}>ended, {words}</span> : words
}
