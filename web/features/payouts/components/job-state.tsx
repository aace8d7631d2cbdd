import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PayoutJob } from '#contract/payouts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { isOnItsWay, jobQuery, rangeJobsQuery, useCancelReport, useRefreshJobs, type ChosenRange } from '../api.ts'
import classes from './job-state.module.css'

/** The running calculation of this range, or one that has ended while the page was open. */
export function JobState({ range, zone }: { range: ChosenRange; zone: Zone }) {
  const job = useTrackedJob(range)
  return job && <State job={job} zone={zone} />
}

function State({ job, zone }: { job: PayoutJob; zone: Zone }) {
  const cancel = useCancelReport()
  const percent = Math.floor(job.progress * 100)
  const end = isOnItsWay(job) ? '' : describeEnd(job, zone)
  return (
    <div className={classes.root} data-status={job.status}>
      <span className={classes.words} role="status">
        <strong>{nameState(job)}</strong>
        {end && <span>{end}</span>}
      </span>
      {job.status === 'running' && (
        <>
          <Meter percent={percent} label="Calculation" value={`${percent}%`} />
          <span>{percent}%</span>
        </>
      )}
      {isOnItsWay(job) && (
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(job.id, { onError: (error) => toastError(messageOf(error)) })}
        >
          Cancel
        </Button>
      )}
    </div>
  )
}

/** Follows the running calculation of the history until it ends, whoever queued it. */
function useTrackedJob(range: ChosenRange): PayoutJob | null {
  const history = useQuery(rangeJobsQuery(range)).data ?? []
  const refreshJobs = useRefreshJobs()
  const [tracked, setTracked] = useState<string | null>(null)
  const found = history.find(isOnItsWay)?.id ?? null
  if (found !== null && found !== tracked) setTracked(found)
  const asked = useQuery(jobQuery(tracked)).data
  const job = asked ?? history.find(({ id }) => id === tracked) ?? null
  const hasEnded = asked !== undefined && !isOnItsWay(asked)

  useEffect(() => {
    if (hasEnded) void refreshJobs()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each calculation that ends
  }, [tracked, hasEnded])

  return job
}

/** The text beside the state of a calculation: when it finished, or why it failed. */
export function describeEnd({ status, completedAt, errorMessage }: PayoutJob, zone: Zone): string {
  const at = completedAt === null ? '' : formatMoment(completedAt, zone)
  return status === 'failed' ? [errorMessage, at].filter(Boolean).join(' · ') : at
}

export function nameState({ status }: PayoutJob): string {
  return payoutTexts.states[status]
}
