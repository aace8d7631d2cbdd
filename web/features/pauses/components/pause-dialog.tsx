import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#contract/client.ts'
import { type Cap, describePlace } from '#domain/caps/cap.ts'
import { formatOptionalInstant, SECOND } from '#domain/kernel/instant.ts'
import {
  findEndOfStop,
  isRunningAt,
  MAX_PAUSE_NOTE_LENGTH,
  PAUSE_REASONS,
  PAUSE_WHY,
  type PauseScope,
} from '#domain/pauses/pause.ts'
import { time as timeOfDay } from '#domain/settings/kinds.ts'
import { REASON_WORDS, sayUntil } from '#domain/sentences/pauses.ts'
import { findHolding } from '#domain/pauses/paused-caps.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDay } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useBeginPause, PAUSE_UNDO } from '../api.ts'
import type { PauseWork } from './board-pauses.ts'
import {
  daysOf,
  findChoice,
  holdsFor,
  listEnds,
  listScopes,
  nextAt,
  sayEnd,
  standingOf,
  valuesOf,
  type PauseValues,
} from './pause-choices.ts'
import classes from './pauses.module.css'
import { useStandingPauses } from './use-standing-pauses.ts'

interface PauseDialogProps {
  /** Of one kind. */
  caps: readonly Cap[]
  work: PauseWork
  onClosed: () => void
}

const CLOCK = timeOfDay()

/** Stops the traffic of caps, or of more than one cap of theirs, until a moment that is one press away. */
export function PauseDialog({ caps, work, onClosed }: PauseDialogProps) {
  const { zone } = work
  const [only] = caps.length === 1 ? caps : []
  const now = useNow(15 * SECOND)
  // Those of a day that is over say nothing of what was begun since.
  const { pauses: known, error: unread, refetch } = useStandingPauses()
  const pauses = known ?? []
  const dialog = useDialog(onClosed)
  const begin = useBeginPause()
  const choices = listScopes(caps)
  const { from, first, last } = daysOf(caps, now, zone)
  const held = only ? findHolding(pauses, { ...only, date: first }, zone.localTimeOf(now), zone) : null
  const [pickedByHand, setPicked] = useState<number | null>(null)
  const picked = pickedByHand ?? findChoice(choices, held)
  const chosen = choices[picked] ?? choices[0]
  const begins = from ?? now
  const isOneDay = first === last
  const standing = (scope: PauseScope) => standingOf(pauses, scope, begins)
  const [scope] = only ? (chosen?.scopes ?? []) : []
  const changed = scope ? standing(scope) : null
  const ends = listEnds(begins, last, zone, changed)
  const start = valuesOf(changed)
  const [typed, setTyped] = useState<Partial<PauseValues>>({})
  const { time, reason, note, end: wanted } = { ...start, ...typed }
  const [refused, setRefused] = useState<string | null>(null)
  const clock = CLOCK.read(time)
  // The end of a pause that is over by now is no choice any more.
  const end = ends.find(({ id }) => id === wanted) ?? ends.find(({ id }) => id === start.end)
  const until = time === '' ? (end?.until ?? null) : clock === undefined ? null : nextAt(clock, begins, last, zone)
  // A cap of several keeps a pause that holds at least as long: somebody else may have set it.
  const scopes = chosen?.scopes.filter((each) => only !== undefined || !holdsFor(standing(each), until)) ?? []
  const kept = (chosen?.scopes.length ?? 0) - scopes.length
  // The reasons and notes of several are not shown, so that those stay where nobody gives another one.
  const keeps = only ? [] : PAUSE_WHY.filter((part) => typed[part] === undefined)
  const keepsOwn = keeps.length > 0 && scopes.some((each) => standing(each) !== null)
  const type = (values: Partial<PauseValues>) => setTyped({ ...typed, ...values })
  // What is wider than the cap is named.
  const what = only ? scope && picked > 0 && describePlace(scope) : countOf(scopes.length, 'cap')
  // What is chosen is one press.
  const discard = useDiscard(time !== '' || note !== start.note, dialog.close)

  const save = () => {
    // What is not known to be paused would be paused anew, in place of what runs.
    if (scopes.length === 0 || begin.isPending || !known) return
    const read = CLOCK.check(time)
    if (time !== '' && !read.ok) return setRefused(read.sentence)
    setRefused(null)
    const span = { from: formatOptionalInstant(from), until: formatOptionalInstant(until) }
    const body = { scopes: scopes.map((each) => ({ ...each })), ...span, reason, note, keeps }
    begin.mutate(body, {
      onSuccess: ({ batchId, pauses: [one, ...others] }) => {
        const isOne = one && others.length === 0
        const done = isOne ? describePlace(one) : countOf(scopes.length, 'cap')
        // What was planned for the same goes on after it; what ran beside it has ended with this.
        const planned = pauses.filter((pause) => !isRunningAt(pause, begins))
        const flows = isOne ? findEndOfStop([...planned, one], one, one.from) : until
        toastUndoable(`Paused: ${done}, ${sayUntil(flows, now, zone)}`, batchId, PAUSE_UNDO)
        dialog.close()
      },
      onError: (error) => {
        const problems = error instanceof ApiError ? (error.details.errors ?? []) : []
        const ofEnd = problems.find(({ path }) => path === 'until' || path === 'from')
        if (ofEnd) setRefused(ofEnd.message)
        else toastError(problems[0]?.message ?? messageOf(error))
      },
    })
  }

  return (
    <Dialog title="Pause traffic" size={460} dialog={dialog} busy={begin.isPending} onCloseAsked={discard.askToClose}>
      <Form noValidate onSubmit={save}>
        {unread && !known && (
          <div className={classes.unread}>
            <ProblemBox message={messageOf(unread)} onRetry={() => void refetch()} />
          </div>
        )}
        {held && (
          <p className={classes.held}>
            <span>
              {describePlace(held)} is paused {sayUntil(findEndOfStop(pauses, held, held.from), now, zone)}.
            </span>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                work.resume?.(held)
                dialog.close()
              }}
            >
              Resume
            </Button>
          </p>
        )}
        <div className={classes.fields}>
          <NativeSelect
            label="What"
            disabled={begin.isPending}
            value={String(picked)}
            data={choices.map(({ label }, index) => ({ value: String(index), label }))}
            onChange={(event) => setPicked(Number(event.currentTarget.value))}
          />
        </div>
        {kept > 0 && (
          <p className={classes.held}>
            {countOf(kept, 'of them is', 'of them are')} paused that long already, and stay{kept === 1 && 's'} so.
          </p>
        )}
        <p className={classes.label} id="pause-until">
          Until{isOneDay && from !== null && `, from ${formatDay(first)}`}
        </p>
        {!isOneDay && (
          <p className={classes.note}>
            All of them are paused from {from === null ? 'now' : formatDay(first)} until then, whatever their day.
          </p>
        )}
        <div className={classes.ends} role="group" aria-labelledby="pause-until">
          {ends.map(({ id, label }) => (
            <Button
              key={id}
              size="compact-sm"
              disabled={begin.isPending}
              variant={time === '' && end?.id === id ? 'light' : 'default'}
              aria-pressed={time === '' && end?.id === id}
              onClick={() => {
                type({ end: id, time: '' })
                setRefused(null)
              }}
            >
              {label}
            </Button>
          ))}
          <TextInput
            className={classes.time}
            size="xs"
            aria-label="Until, at"
            readOnly={begin.isPending}
            placeholder="HH:MM"
            autoComplete="off"
            value={time}
            error={time === '' ? refused !== null : refused}
            onChange={(event) => {
              type({ time: event.currentTarget.value })
              setRefused(null)
            }}
          />
        </div>
        {refused !== null && time === '' && (
          <p role="alert" className={classes.refused}>
            {refused}
          </p>
        )}
        <div className={classes.fields}>
          <NativeSelect
            label="Reason"
            disabled={begin.isPending}
            value={reason}
            data={PAUSE_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))}
            onChange={(event) =>
              type({ reason: PAUSE_REASONS.find((each) => each === event.currentTarget.value) ?? 'other' })
            }
          />
          <TextInput
            label="Note (optional)"
            readOnly={begin.isPending}
            maxLength={MAX_PAUSE_NOTE_LENGTH}
            value={note}
            onChange={(event) => type({ note: event.currentTarget.value })}
          />
        </div>
        {keepsOwn && (
          <p className={classes.note}>What is paused already keeps its reason and note, unless you give another one.</p>
        )}
        <DialogFoot discard={discard} className={classes.foot}>
          <Button variant="default" onClick={discard.askToClose} disabled={begin.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={begin.isPending}
            disabled={scopes.length === 0}
            data-disabled={!known || undefined}
            data-autofocus
          >
            Pause {what}
            {until !== null && ` until ${sayEnd(until, now, zone, isOneDay && from === null)}`}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
