import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { computeDayOverview } from '#domain/caps/day-overview.ts'
import type { Day } from '#domain/kernel/day.ts'
import { listedCapsQuery } from '#web/features/caps/api.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { FullDayEmpty } from './full-day-empty.tsx'
import { FullDaySections } from './full-day-sections.tsx'
import { FullDaySkeleton } from './full-day-skeleton.tsx'
import { FullDayTiles } from './full-day-tiles.tsx'
import { FullDayTotals } from './full-day-totals.tsx'
import panel from './full-day-panel.module.css'

/** All broker caps of one day: the sums, the brokers, and each cap. */
export function FullDay({ day }: { day: Day }) {
  const { data: caps, error, isPending, isFetching, refetch } = useQuery(listedCapsQuery('broker', day))
  const overview = useMemo(() => caps && computeDayOverview(caps), [caps])
  return (
    <div className={panel.page} aria-busy={isPending}>
      {error && <ProblemBox message={messageOf(error)} onRetry={isFetching ? undefined : () => void refetch()} />}
      {isPending && <FullDaySkeleton />}
      {overview && <FullDayTiles day={day} overview={overview} />}
      {overview?.total.caps === 0 && <FullDayEmpty day={day} />}
      {overview && overview.total.caps > 0 && (
        <>
          <FullDayTotals overview={overview} />
          <FullDaySections geos={overview.geos} />
        </>
      )}
    </div>
  )
}
