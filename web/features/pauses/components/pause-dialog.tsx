import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#contract/client.ts'
import { type Cap, describePlace } from '#domain/caps/cap.ts'
import { formatLocal } from '#domain/hours/working-hours.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, formatOptionalInstant, HOUR, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { MAX_PAUSE_NOTE_LENGTH, PAUSE_REASONS, type Pause, type PauseScope } from '#domain/pauses/pause.ts'
import { time as timeOfDay } from '#domain/settings/kinds.ts'
import { REASON_WORDS, sayUntil } from '#domain/sentences/pauses.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useBeginPause, PAUSE_UNDO } from '../api.ts'
import type { PauseWork } from './board-pauses.ts'
import page from '#web/ui/page.module.css'
import classes from './pauses.module.css'

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
  const held = only ? work.holding(only) : null
  const now = useNow(15 * SECOND)
  const dialog = useDialog(onClosed)
  const begin = useBeginPause()
  const choices = listScopes(caps)
  const [picked, setPicked] = useState('0')
  const today = zone.dayOf(now)
  const days = caps.map(({ date }) => date).toSorted()
  const [first = today, last = today] = [days[0], days.at(-1)]
  const from = first > today ? zone.startOf(first) : null
  const ends = listEnds(from ?? now, last > today ? last : today, zone)
  const [end, setEnd] = useState('tonight')
  const [time, setTime] = useState('')
  const [reason, setReason] = useState<(typeof PAUSE_REASONS)[number]>('quality')
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const clock = CLOCK.read(time)
  const picks = ends.find(({ id }) => id === end)?.until ?? null
  const until = time === '' ? picks : clock === undefined ? null : nextAt(clock, from ?? now, zone)
  const chosen = choices[Number(picked)] ?? choices[0]
  // A cap of several keeps a pause that holds at least as long: somebody else may have set it.
  const isKept = (scope: PauseScope) =>
    !only && caps.some((cap) => holdsFor(work.holding(cap), scope, from ?? now, until))
  const scopes = chosen?.scopes.filter((scope) => !isKept(scope)) ?? []
  const kept = (chosen?.scopes.length ?? 0) - scopes.length

  const save = () => {
    if (scopes.length === 0 || begin.isPending) return
    const read = CLOCK.check(time)
    if (time !== '' && !read.ok) return setRefused(read.sentence)
    setRefused(null)
    const span = { from: formatOptionalInstant(from), until: formatOptionalInstant(until) }
    const body = { scopes: scopes.map((each) => ({ ...each })), ...span, reason, note }
    begin.mutate(body, {
      onSuccess: ({ batchId }) => {
        const [scope, ...others] = scopes
        const what = scope && others.length === 0 ? describePlace(scope) : countOf(scopes.length, 'cap')
        toastUndoable(`Paused: ${what}, ${sayUntil(until, now, zone)}`, batchId, PAUSE_UNDO)
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
    <Dialog title="Pause traffic" size={460} dialog={dialog} busy={begin.isPending} onCloseAsked={dialog.close}>
      <Form noValidate onSubmit={save}>
        {held && (
          <p className={classes.held}>
            <span>
              {describePlace(held)} is paused {sayUntil(held.until, now, zone)}.
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
            value={picked}
            data={choices.map(({ label }, index) => ({ value: String(index), label }))}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
        </div>
        {kept > 0 && (
          <p className={classes.held}>
            {kept === 1 ? '1 of them is' : `${kept} of them are`} paused that long already, and stay{kept === 1 && 's'}{' '}
            so.
          </p>
        )}
        <p className={classes.label} id="pause-until">
          Until{from !== null && `, from ${formatDay(zone.dayOf(from))}`}
        </p>
        <div className={classes.ends} role="group" aria-labelledby="pause-until">
          {ends.map(({ id, label }) => (
            <Button
              key={id}
              size="compact-sm"
              variant={time === '' && end === id ? 'light' : 'default'}
              aria-pressed={time === '' && end === id}
              onClick={() => {
                setEnd(id)
                setTime('')
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
            placeholder="HH:MM"
            autoComplete="off"
            value={time}
            error={time === '' ? refused !== null : refused}
            onChange={(event) => {
              setTime(event.currentTarget.value)
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
            value={reason}
            data={PAUSE_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))}
            onChange={(event) => setReason(PAUSE_REASONS.find((each) => each === event.currentTarget.value) ?? 'other')}
          />
          <TextInput
            label="Note (optional)"
            maxLength={MAX_PAUSE_NOTE_LENGTH}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
        <div className={`${page.foot} ${classes.foot}`}>
          <Button variant="default" onClick={dialog.close} disabled={begin.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={begin.isPending} disabled={scopes.length === 0} data-autofocus>
            Pause {only ? '' : countOf(scopes.length, 'cap')}
            {until !== null && ` until ${formatLocal(until, zone).slice(-5)}`}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Whether a pause of this very scope holds from a moment until an end, or longer. */
function holdsFor(pause: Pause | null, scope: PauseScope, from: Instant, until: Instant | null): boolean {
  if (pause === null || describePlace(pause) !== describePlace(scope)) return false
  // One that somebody began just now may be ahead of this clock.
  if (pause.from > addMilliseconds(from, MINUTE)) return false
  return pause.until === null || (until !== null && pause.until >= until)
}

interface ScopeChoice {
  label: string
  scopes: readonly PauseScope[]
}

/** The caps themselves; of a single one also what is wider. */
function listScopes(caps: readonly Cap[]): ScopeChoice[] {
  const own = caps.map(({ geo, advertiserId, sourceNumber }): PauseScope => ({ geo, advertiserId, sourceNumber }))
  const [only, ...others] = own
  if (!only || others.length > 0) return [{ label: `These ${caps.length} caps`, scopes: distinct(own) }]
  const { geo, advertiserId, sourceNumber } = only
  const wider: PauseScope[] = [
    ...(advertiserId === null
      ? []
      : [
          { geo, advertiserId, sourceNumber: null },
          { geo: null, advertiserId, sourceNumber },
          { geo, advertiserId: null, sourceNumber },
          { geo: null, advertiserId, sourceNumber: null },
        ]),
    { geo: null, advertiserId: null, sourceNumber },
    { geo, advertiserId: null, sourceNumber: null },
  ]
  return [
    { label: `This cap: ${describePlace(only)}`, scopes: [only] },
    ...wider.map((scope) => ({ label: `All of ${describePlace(scope)}`, scopes: [scope] })),
  ]
}

/** Caps of several days may be of one place. */
function distinct(scopes: readonly PauseScope[]): PauseScope[] {
  return [...new Map(scopes.map((scope) => [describePlace(scope), scope])).values()]
}

/** The end of the day is that of the last cap. */
function listEnds(from: Instant, last: Day, zone: Zone): { id: string; label: string; until: Instant | null }[] {
  const next = addDays(last, 1)
  return [
    { id: 'hour', label: '1 hour', until: addMilliseconds(from, HOUR) },
    { id: 'hours', label: '3 hours', until: addMilliseconds(from, 3 * HOUR) },
    { id: 'tonight', label: 'End of day', until: zone.startOf(next) },
    { id: 'morning', label: 'Next day 09:00', until: zone.instantAt({ day: next, minutes: 9 * 60 }) },
    { id: 'open', label: 'Until resumed', until: null },
  ]
}

/** The next moment at which the clock shows a time. */
function nextAt(time: string, from: Instant, zone: Zone): Instant {
  const day = zone.dayOf(from)
  const minutes = parseTimeOfDay(time)
  const at = zone.instantAt({ day, minutes })
  return at > from ? at : zone.instantAt({ day: addDays(day, 1), minutes })
}
