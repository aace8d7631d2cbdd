import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import type { LeadFilter } from '#domain/leads/search.ts'
import { messageOf } from '#web/lib/api.ts'
import { countOf, formatCount } from '#web/lib/format.ts'
import { NoneFits } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { leadsQuery, newerQuery } from '../api.ts'
import classes from './lead-list.module.css'
import { LeadTable } from './lead-table.tsx'

interface LeadListProps {
  filter: LeadFilter
  zone: Zone
  /** What stands there as long as there is no lead at all. */
  none: ReactNode
  onClear: () => void
}

export function LeadList({ filter, zone, none, onClear }: LeadListProps) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    leadsQuery(filter, zone),
  )
  const leads = data?.pages.flatMap((page) => page.leads) ?? []
  const first = data?.pages.find((page) => page.first !== null)?.first ?? null
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <>
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isPending && (
        <div role="status">
          <span className="visually-hidden">Loading leads…</span>
          <Skeleton height={420} radius={12} />
        </div>
      )}
      <Newer filter={filter} zone={zone} first={first} />
      {leads.length > 0 && <LeadTable leads={leads} zone={zone} />}
      {data &&
        leads.length === 0 &&
        !hasNextPage &&
        (isNarrowed ? <NoneFits onClear={onClear}>No lead fits these filters.</NoneFits> : none)}
      {hasNextPage && (
        <div className={classes.more}>
          {leads.length === 0 && <p>None of the leads that were looked through so far fits these filters.</p>}
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {leads.length === 0 ? 'Look further back' : 'Show older leads'}
          </Button>
        </div>
      )}
    </>
  )
}

/** New leads are offered instead of pushing down what somebody reads. */
function Newer({ filter, zone, first }: { filter: LeadFilter; zone: Zone; first: string | null }) {
  const client = useQueryClient()
  const { count, more } = useQuery(newerQuery(filter, zone, first)).data ?? { count: 0, more: false }
  const words = more ? `${formatCount(count)} or more new leads` : countOf(count, 'new lead')
  return (
    <div role="status" className={classes.newer}>
      {count > 0 && (
        <Button
          size="xs"
          variant="light"
          onClick={() => void client.resetQueries({ queryKey: leadsQuery(filter, zone).queryKey })}
        >
          {words} – show
        </Button>
      )}
    </div>
  )
}
