import { Button } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { PayoutJob } from '#contract/payouts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatDayRange } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { allJobsQuery, rangeJobsQuery, type ChosenRange } from '../api.ts'
import { Amount } from './amount.tsx'
import page from '#web/ui/page.module.css'
import classes from './job-lists.module.css'
import { describeEnd, nameState } from './job-state.tsx'

/** The newest calculations of the range. */
export function RangeJobs({ range, zone }: { range: ChosenRange; zone: Zone }) {
  const query = useQuery(rangeJobsQuery(range))
  return (
    <Fold title="Recent calculations" hint="of this range">
      <JobList query={query} zone={zone} />
    </Fold>
  )
}

/** The newest calculations of all ranges; each leads to its days. */
export function AllJobs({ zone, onRange }: { zone: Zone; onRange: (range: DayRange) => void }) {
  const query = useQuery(allJobsQuery)
  return (
    <Fold title="All recent payout jobs" hint="of any range">
      <JobList query={query} zone={zone} onRange={onRange} />
    </Fold>
  )
}

function Fold({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary className={classes.summary}>
        <ChevronIcon size={12} />
        {title} <span className={classes.dim}>{hint}</span>
      </summary>
      {children}
    </details>
  )
}

interface JobListProps {
  query: Pick<UseQueryResult<readonly PayoutJob[]>, 'data' | 'error' | 'refetch'>
  zone: Zone
  onRange?: (range: DayRange) => void
}

function JobList({ query, zone, onRange }: JobListProps) {
  const { data: jobs, error, refetch } = query
  if (error && !jobs) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!jobs) return <p className={classes.none}>Loading calculations…</p>
  if (jobs.length === 0) return <p className={classes.none}>None yet.</p>
  return (
    <ul className={page.list}>
      {jobs.map((job) => (
        <li key={job.id} className={classes.job}>
          <span className={classes.state} data-status={job.status}>
            {nameState(job)}
          </span>
          <span className={classes.words}>
            {onRange && <span>{formatDayRange(job.params)}</span>}
            <span className={classes.dim}>
              {describeEnd(job, zone) || `queued ${formatMoment(job.createdAt, zone)}`} · by {job.requestedBy}
            </span>
          </span>
          <span className={classes.total}>{job.totals && <Amount dollars={job.totals.totalPayout} />}</span>
          {onRange && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Show ${formatDayRange(job.params)}`}
              onClick={() => onRange({ start: job.params.start, end: job.params.end })}
            >
              Show
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
