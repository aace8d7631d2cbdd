import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShownLead } from '#contract/leads.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { LEAD_COLUMNS, turnOrder, type LeadOrder } from '#domain/leads/columns.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { NoneFits } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { leadColumnsQuery, leadsQuery, newerQuery, type LeadView } from '../api.ts'
import { COLUMN_WORDS } from './column-words.ts'
import classes from './lead-list.module.css'
import { LeadTable } from './lead-table.tsx'

interface LeadListProps {
  view: LeadView
  zone: Zone
  onSort: (order: LeadOrder | null) => void
  /** Called when somebody is about to open one. */
  onPrepare: () => void
  onOpen: (lead: ShownLead) => void
  /** Shown while there are no leads at all. */
  none: ReactNode
  onClear: () => void
}

export function LeadList({ view, zone, onSort, onPrepare, onOpen, none, onClear }: LeadListProps) {
  const { filter, order } = view
  const query = useInfiniteQuery(leadsQuery(view, zone))
  const { data, error, isPending, isPlaceholderData, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const { data: columns = LEAD_COLUMNS } = useQuery(leadColumnsQuery)
  const leads = data?.pages.flatMap((page) => page.leads) ?? []
  const first = data?.pages.find((page) => page.first !== null)?.first ?? null
  const isHidden = order !== null && !columns.includes(order.column)
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <>
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {order && (error !== null || isHidden) && (
        <div className={classes.order}>
          {isHidden && <span>Sorted by {COLUMN_WORDS[order.column]}, a hidden column</span>}
          <Button variant="default" size="xs" onClick={() => onSort(null)}>
            Show newest first
          </Button>
        </div>
      )}
      {isPending && (
        <div role="status">
          <span className="visually-hidden">Loading leads…</span>
          <Skeleton height={420} radius={12} />
        </div>
      )}
      <Newer view={view} zone={zone} first={first} />
      {leads.length > 0 && (
        <div
          className={classes.leads}
          aria-busy={isPlaceholderData}
          data-stale={isPlaceholderData || undefined}
          onPointerEnter={onPrepare}
          onFocus={onPrepare}
        >
          <LeadTable
            leads={leads}
            zone={zone}
            columns={columns}
            order={order}
            onSort={(column) => onSort(turnOrder(order, column))}
            onOpen={onOpen}
          />
        </div>
      )}
      {data &&
        leads.length === 0 &&
        !hasNextPage &&
        (isNarrowed ? <NoneFits onClear={onClear}>No lead matches these filters.</NoneFits> : none)}
      {hasNextPage && (
        <div className={classes.more}>
          {leads.length === 0 && <p>None of the leads searched so far matches these filters.</p>}
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {leads.length === 0 ? 'Look further back' : order ? 'Show more leads' : 'Show older leads'}
          </Button>
        </div>
      )}
    </>
  )
}

/** Offers new leads, instead of pushing down the read ones. */
function Newer({ view, zone, first }: { view: LeadView; zone: Zone; first: string | null }) {
  const client = useQueryClient()
  const { count, more } = useQuery(newerQuery(view.filter, zone, first)).data ?? { count: 0, more: false }
  const words = more ? `${formatCount(count)} or more new leads` : countOf(count, 'new lead')
  return (
    <div role="status" className={classes.newer}>
      {count > 0 && (
        <Button
          size="xs"
          variant="light"
          onClick={() => void client.resetQueries({ queryKey: leadsQuery(view, zone).queryKey })}
        >
          {words} – show
        </Button>
      )}
    </div>
  )
}
