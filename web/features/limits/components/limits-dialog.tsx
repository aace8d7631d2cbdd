import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { describeLimitScope, type Limit } from '#domain/limits/limit.ts'
import { countUnits, isOverPlanned, sayFull, sayNumber, sayPlanned } from '#domain/sentences/limits.ts'
import { formatCount, formatDayRange } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { TodayContext } from '#web/lib/clock.ts'
import { useGone } from '#web/lib/use-once.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDiscard } from '#web/ui/discard-question.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { LIMIT_UNDO, limitPeriodsQuery, useDownloadLimits, useRemoveLimit, useSaveLimit } from '../api.ts'
import { limitsTodayQuery, type ShownLimit } from '../state-api.ts'
import { LimitForm } from './limit-form.tsx'
import { LimitHistory } from './limit-history.tsx'
import page from '#web/ui/page.module.css'
import classes from './limits.module.css'

interface LimitsDialogProps {
  zone: Zone
  canEdit: boolean
  onClosed: () => void
}

/** All limits, those that fill first in front, with their forms. */
export function LimitsDialog({ zone, canEdit, onClosed }: LimitsDialogProps) {
  const dialog = useDialog(onClosed)
  const today = use(TodayContext)
  const { data, error, isPending, refetch } = useQuery(limitsTodayQuery(today))
  const [form, setForm] = useState<{ limit: Limit | null } | null>(null)
  const [isDirty, setDirty] = useState(false)
  const [isBack, setBack] = useState(false)
  const save = useSaveLimit()
  const closeForm = () => {
    setForm(null)
    setDirty(false)
    setBack(true)
  }
  const question = useDiscard(isDirty, closeForm)
  // The next form does not begin with the question.
  const leaveForm = () => {
    closeForm()
    question.keep()
  }
  const discard = { ...question, discard: leaveForm }
  const [showsHistory, setShowsHistory] = useState(false)
  const download = useDownloadLimits()
  const title = form ? (form.limit ? 'Change a limit' : 'Add a limit') : 'Limits'
  return (
    <Dialog
      title={title}
      size={620}
      dialog={dialog}
      busy={save.isPending}
      onCloseAsked={form ? discard.askToClose : dialog.close}
    >
      {form ? (
        <LimitForm limit={form.limit} save={save} discard={discard} onDirty={setDirty} onDone={leaveForm} />
      ) : (
        <>
          {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
          {isPending && <Skeleton height={96} radius={8} />}
          {data?.length === 0 && (
            <EmptyState isSmall>No limits yet. A limit is the most that several caps may take together.</EmptyState>
          )}
          <ul className={classes.list} aria-label="Limits">
            {data?.map((state) => (
              <LimitRow key={state.limit._id} state={state} canEdit={canEdit} onEdit={() => setForm(state)} />
            ))}
          </ul>
          <div className={`${page.foot} ${page.staying} ${classes.foot}`}>
            <ExportButtons what="the limits" size="sm" download={download} />
            <Button variant="default" onClick={() => setShowsHistory(true)}>
              History
            </Button>
            {canEdit && (
              <Button autoFocus={isBack} onClick={() => setForm({ limit: null })}>
                Add a limit
              </Button>
            )}
          </div>
          {showsHistory && <LimitHistory zone={zone} onClosed={() => setShowsHistory(false)} />}
        </>
      )}
    </Dialog>
  )
}

interface LimitRowProps {
  state: ShownLimit
  canEdit: boolean
  onEdit: () => void
}

function LimitRow({ state, canEdit, onEdit }: LimitRowProps) {
  const { limit, period, delivered } = state
  const [showsPeriods, setShowsPeriods] = useState(false)
  const remove = useRemoveLimit()
  const isGone = useGone()
  const told = `Limit deleted: ${limit.name}`
  const isOver = isOverPlanned(state)
  const said = [sayFull(state), limit.note].filter((part) => part !== null)
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <strong>{limit.name}</strong> · {sayNumber(limit)}
        <span className={classes.note}>
          {describeLimitScope(limit)}
          {period ? ` · ${formatDayRange(period)}` : ' · not on this day'}
        </span>
        {period && limit.number !== null && (
          <span className={classes.meter}>
            <Meter
              percent={limit.number === 0 ? (delivered > 0 ? 100 : 0) : Math.min(100, (delivered * 100) / limit.number)}
              isOver={delivered > limit.number}
              label={`${limit.name}, delivered`}
              value={`${formatCount(delivered)} of ${formatCount(limit.number)}`}
            />
          </span>
        )}
        {period && (
          <span className={classes.note}>
            {countUnits(delivered, limit.unit)}
            {said.map((part) => ` · ${part}`).join('')}
            {sayPlanned(state) !== null && (
              <span className={isOver ? classes.over : undefined}> · {sayPlanned(state)}</span>
            )}
          </span>
        )}
        {showsPeriods && <Periods limit={limit} />}
      </div>
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={showsPeriods}
          onClick={() => setShowsPeriods(!showsPeriods)}
        >
          Periods
        </Button>
        {canEdit && (
          <>
            <Button size="compact-sm" variant="default" onClick={onEdit}>
              Edit
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              color="red"
              loading={remove.isPending}
              onClick={() =>
                void remove.mutateAsync(limit._id).then(
                  ({ batchId }) => toastUndoable(told, batchId, LIMIT_UNDO),
                  // Without Undo: what it needs was in the lost answer.
                  (failure: unknown) => (isGone(failure) ? toastSuccess(told) : toastError(messageOf(failure))),
                )
              }
            >
              Delete
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** The planned and delivered leads of a limit, a period a row, since the first that has any. */
function Periods({ limit }: { limit: Limit }) {
  const { data, error, refetch } = useQuery(limitPeriodsQuery(limit._id))
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={64} radius={8} />
  if (data.length === 0) return <EmptyState isSmall>No period yet.</EmptyState>
  const first = data.findLastIndex(({ planned, delivered }) => planned + delivered > 0)
  return (
    <table className={classes.periods} aria-label={`Periods of ${limit.name}`}>
      <thead>
        <tr>
          {['Days', 'Planned', 'Delivered', 'Limit'].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.slice(0, Math.max(first, 0) + 1).map(({ period, planned, delivered }) => (
          <tr key={period.start}>
            <td>{formatDayRange(period)}</td>
            <td>{formatCount(planned)}</td>
            <td>{formatCount(delivered)}</td>
            <td>{limit.number === null ? 'none' : formatCount(limit.number)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
