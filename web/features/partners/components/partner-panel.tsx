import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBar } from '#web/ui/list-bar.tsx'
import { readSearch } from '#web/ui/named-option.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { partnersQuery } from '../api.ts'
import { AddPartner } from './add-partner.tsx'
import { HoldRow } from './cell-form.tsx'
import { useGroupTitles } from './group-titles.ts'
import { Offers } from './offers.tsx'
import { KIND_WORDS } from './partner-kinds.ts'
import page from '#web/ui/page.module.css'
import { PartnerTable } from './partner-table.tsx'
import { RemovePartner } from './remove-partner.tsx'

const ImportPartners = lazy(async () => ({ default: (await import('./import-partners.tsx')).ImportPartners }))
const PartnerHistory = lazy(async () => ({ default: (await import('./partner-history.tsx')).PartnerHistory }))

interface PartnerPanelProps {
  kind: PartnerKind
  zone: Zone
}

/** Advertisers or publishers: their names, and the Telegram groups that belong to them. */
export function PartnerPanel({ kind, zone }: PartnerPanelProps) {
  const words = KIND_WORDS[kind]
  const { data: partners, error, refetch } = useQuery(partnersQuery(kind))
  const titles = useGroupTitles()
  const [search, setSearch] = useState('')
  /** The rows that are edited, once for each cell. */
  const [held, setHeld] = useState<readonly string[]>([])
  const hold = useCallback((id: string) => {
    setHeld((ids) => [...ids, id])
    return () => setHeld((ids) => ids.toSpliced(ids.indexOf(id), 1))
  }, [])
  const [leaving, setLeaving] = useState<Partner | null>(null)
  const [dialog, setDialog] = useState<'import' | 'history' | null>(null)
  const close = () => setDialog(null)
  if (error && !partners) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!partners) return <Skeleton height={320} radius={12} />
  const found = partners.filter((partner) => held.includes(partner._id) || matches(partner, titles, search))
  const all = countOf(partners.length, words.one)
  return (
    <div className={page.panel}>
      <AddPartner kind={kind} />
      <Offers kind={kind} />
      <ListBar
        label={`Search ${words.many}`}
        search={search}
        onSearch={setSearch}
        count={search.trim() ? `${formatCount(found.length)} of ${all}` : all}
      >
        <Button variant="default" onClick={() => setDialog('history')}>
          History
        </Button>
        <Button variant="default" onClick={() => setDialog('import')}>
          Bulk import
        </Button>
      </ListBar>
      {partners.length === 0 && <EmptyState isSmall>{words.empty}</EmptyState>}
      {partners.length > 0 && found.length === 0 && (
        <EmptyState isSmall>Nothing found. Search by ID, name, alias or group.</EmptyState>
      )}
      {found.length > 0 && (
        <HoldRow value={hold}>
          <PartnerTable kind={kind} partners={found} titles={titles} onRemove={setLeaving} />
        </HoldRow>
      )}
      {leaving && <RemovePartner partner={leaving} onClosed={() => setLeaving(null)} />}
      <Suspense>
        {dialog === 'import' && <ImportPartners kind={kind} registered={partners} onClosed={close} />}
        {dialog === 'history' && <PartnerHistory kind={kind} zone={zone} onClosed={close} />}
      </Suspense>
    </div>
  )
}

function matches(
  { key, name, aliases, groupIds }: Partner,
  titles: ReadonlyMap<string, string>,
  search: string,
): boolean {
  const wanted = readSearch(search)
  const says = [key, name, ...aliases, ...groupIds, ...groupIds.map((id) => titles.get(id) ?? '')]
  return says.some((text) => text.toLowerCase().includes(wanted))
}
