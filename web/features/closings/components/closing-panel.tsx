import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { closingQuery, closingsQuery, useFreeze } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './closing.module.css'
import { ClosedWeek } from './closed-week.tsx'
import { WeekDialog, type OpenDialog } from './week-dialog.tsx'

interface ClosingPanelProps {
  report: { id: string; range: DayRange; isNewest: boolean }
  zone: Zone
  /** Shows another report of these days; null: the newest. */
  onShow: (reportId: string | null) => void
}

/** Whether the days of a report are closed, and the way from frozen to paid. */
export function ClosingPanel({ report, zone, onShow }: ClosingPanelProps) {
  const { data, error, refetch } = useQuery(closingsQuery)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { start, end } = report.range
  const standing = data?.find((closing) => closing.start <= end && closing.end >= start)
  const isOwn = standing?.start === start && standing.end === end
  const other = otherOf(report, isOwn ? standing.reportId : report.id)
  const focusAfter = useFocusAfter()
  return (
    <section className={page.section} aria-labelledby="closing-heading" {...focusAfter}>
      <h2 className={page.subtitleBelow} id="closing-heading">
        Close the week
      </h2>
      {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} radius={12} />}
      {other && (
        <div className={classes.note}>
          <p className={classes.noteText}>{other.note}</p>
          <Button size="compact-sm" variant="default" onClick={() => onShow(other.reportId)}>
            {other.act}
          </Button>
        </div>
      )}
      {data && !standing && <Freeze reportId={report.id} />}
      {standing && !isOwn && (
        <p className={classes.about}>
          {formatDay(standing.start)} – {formatDay(standing.end)} is closed already and shares days with this range.
        </p>
      )}
      {standing && isOwn && <Standing id={standing.id} zone={zone} onOpen={setOpen} />}
      {/* Stays when the week behind it is opened again. */}
      {open && <WeekDialog open={open} zone={zone} onOpen={setOpen} />}
    </section>
  )
}

/** The other report of these days that somebody may want to see, and why; null where there is none. */
function otherOf({ id, isNewest }: ClosingPanelProps['report'], closedId: string) {
  if (!isNewest) {
    const note = 'There is a newer calculation of these days.'
    return { note, act: 'Show the newest', reportId: null }
  }
  if (id === closedId) return null
  const note =
    'This calculation is newer than the closed one. The frozen amounts are paid. Differences are carried over into the next closed week.'
  return { note, act: 'Show the closed calculation', reportId: closedId }
}

function Freeze({ reportId }: { reportId: string }) {
  const freeze = useFreeze()
  return (
    <div className={`${page.card} ${classes.bar}`}>
      <p className={classes.about}>
        Freezing keeps the numbers of this calculation, even if data arrive later. You can then adjust, approve and pay
        it.
      </p>
      <Button
        variant="default"
        loading={freeze.isPending}
        onClick={() => freeze.mutate(reportId, { onError: (error) => toastError(messageOf(error)) })}
      >
        Freeze this report
      </Button>
    </div>
  )
}

interface StandingProps {
  id: string
  zone: Zone
  onOpen: (open: OpenDialog) => void
}

function Standing({ id, zone, onOpen }: StandingProps) {
  const { data, error, refetch } = useQuery(closingQuery(id))
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  return data ? <ClosedWeek closing={data} zone={zone} onOpen={onOpen} /> : <Skeleton height={160} radius={12} />
}
