import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { closingQuery, closingsQuery, useFreeze } from '../api.ts'
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
  return (
    <section className={classes.section} aria-labelledby="closing-heading">
      <h2 className={classes.heading} id="closing-heading">
        Close the week
      </h2>
      {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} radius={12} />}
      {data && !standing && <Freeze reportId={report.id} />}
      {standing && !isOwn && (
        <p className={classes.about}>
          {formatDay(standing.start)} – {formatDay(standing.end)} is closed already and shares days with this range.
        </p>
      )}
      {standing && isOwn && (
        <>
          {standing.reportId !== report.id && (
            <Note act="Show the closed one" onAct={() => onShow(standing.reportId)}>
              This calculation is newer than the one that was closed. What is paid stays as it was frozen; differences
              are carried over into the next week that is closed.
            </Note>
          )}
          <Standing id={standing.id} zone={zone} onOpen={setOpen} />
        </>
      )}
      {!report.isNewest && (
        <Note act="Show the newest" onAct={() => onShow(null)}>
          There is a newer calculation of these days than this one.
        </Note>
      )}
      {/* Stays when the week behind it is opened again. */}
      {open && <WeekDialog open={open} zone={zone} onOpen={setOpen} />}
    </section>
  )
}

function Note({ children, act, onAct }: { children: ReactNode; act: string; onAct: () => void }) {
  return (
    <div className={classes.note}>
      <p className={classes.noteText}>{children}</p>
      <Button size="compact-sm" variant="default" onClick={onAct}>
        {act}
      </Button>
    </div>
  )
}

function Freeze({ reportId }: { reportId: string }) {
  const freeze = useFreeze()
  return (
    <div className={classes.bar}>
      <p className={classes.about}>
        Freezing keeps what this calculation says, whatever arrives late. Then it can be adjusted, approved and paid.
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
