import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { AliasesCell } from './aliases-cell.tsx'
import { GroupsCell } from './groups-cell.tsx'
import { NameCell } from './name-cell.tsx'
import { KIND_WORDS, showKey } from './partner-kinds.ts'

interface PartnerTableProps {
  kind: PartnerKind
  partners: readonly Partner[]
  /** The titles of the bot's groups, by ID. */
  titles: ReadonlyMap<string, string>
  onRemove: (partner: Partner) => void
}

export function PartnerTable({ kind, partners, titles, onRemove }: PartnerTableProps) {
  const columns = useMemo((): Column<Partner>[] => {
    const words = KIND_WORDS[kind]
    return [
      {
        id: 'key',
        label: words.key,
        width: '150px',
        isHead: true,
        sortBy: ({ key }) => key,
        render: ({ key }) => showKey(kind, key),
      },
      {
        id: 'name',
        label: 'Name',
        width: '26%',
        sortBy: ({ name }) => name,
        render: (partner) => <NameCell partner={partner} />,
      },
      {
        id: 'aliases',
        label: 'Aliases',
        width: '26%',
        sortBy: ({ aliases }) => aliases.length,
        render: (partner) => <AliasesCell partner={partner} />,
      },
      {
        id: 'groups',
        label: 'Groups',
        sortBy: ({ groupIds }) => groupIds.length,
        render: (partner) => <GroupsCell partner={partner} titles={titles} />,
      },
      {
        id: 'actions',
        label: 'Actions',
        width: '96px',
        align: 'end',
        render: (partner) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Delete ${partner.name}`}
            onClick={() => onRemove(partner)}
          >
            Delete
          </Button>
        ),
      },
    ]
  }, [kind, titles, onRemove])
  return (
    <DataTable
      label={kind === 'advertiser' ? 'Advertisers' : 'Publishers'}
      columns={columns}
      rows={partners}
      keyOf={({ _id }) => _id}
      sortedBy={{ column: kind === 'advertiser' ? 'name' : 'key', descending: false }}
    />
  )
}
