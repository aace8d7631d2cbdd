import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { writeDraft } from '#contract/cap-fields.ts'
import { planTexts } from '#contract/texts/plans.ts'
import { placeOf, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { findCaps, type SourceNames } from '#domain/caps/filter.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { findOverlap, type Plan } from '#domain/plans/plan.ts'
import { countOf, WEEKDAYS } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { advertisersQuery, dayCapsQuery, plansQuery, useSavePlans, PLAN_UNDO, type PlanBodyWire } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './plans.module.css'

const NONE: readonly Cap[] = []

interface DayPlansProps {
  today: Day
  names: SourceNames
  onClosed: () => void
}

/** Makes a plan of each cap of a day, in one commit. */
export function DayPlans({ today, names, onClosed }: DayPlansProps) {
  const dialog = useDialog(onClosed)
  const save = useSavePlans()
  const [kind, setKind] = useState<CapKind>('broker')
  const [date, setDate] = useState<string>(today)
  const [first, setFirst] = useState<string>(today)
  const [last, setLast] = useState('')
  const [days, setDays] = useState(() => WEEKDAYS.map((_, index) => index < 5))
  const [error, setError] = useState<string | null>(null)
  const day = parseDay(date)
  const [text, setText] = useState('')
  const read = useQuery({ ...dayCapsQuery(kind, day ?? today), enabled: day !== null })
  const ofDay = (day && read.data) ?? NONE
  const { data: plans } = useQuery(plansQuery)
  const byPlace = useMemo(() => Map.groupBy(plans ?? [], placeOf), [plans])
  const { data: advertisers } = useQuery(advertisersQuery)
  const chosen = text.trim() === '' ? ofDay : findCaps(ofDay, text, names)
  const known = chosen.filter(({ advertiserId }) => advertiserId === null || advertisers?.has(advertiserId) !== false)
  const gone = chosen.length - known.length
  const caps = known.filter((cap) => !hasPlan(cap, byPlace.get(placeOf(cap)) ?? [], { days, first, last }))
  const left = known.length - caps.length
  const typed = JSON.stringify([kind, date, first, last, days, text])
  const [start] = useState(typed)
  const discard = useDiscard(typed !== start, dialog.close)
  const submit = () => {
    if (caps.length === 0) return
    setError(null)
    save.mutate(
      { plans: caps.map((cap) => toPlan(cap, { days, first, last })) },
      {
        onSuccess: ({ batchId }) => {
          const said = caps.length === 1 ? planTexts.saved : `${countOf(caps.length, 'plan')} saved`
          toastUndoable(said, batchId, PLAN_UNDO)
          dialog.close()
        },
        onError: (failure) => {
          setError(messageOf(failure))
          toastError(messageOf(failure))
        },
      },
    )
  }
  return (
    <Dialog
      title="Make plans of a day"
      size={560}
      dialog={dialog}
      busy={save.isPending}
      onCloseAsked={discard.askToClose}
    >
      <Form className={classes.form} noValidate onSubmit={submit}>
        <NativeSelect
          label="Kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value === 'affiliate' ? 'affiliate' : 'broker')}
          data={[
            { value: 'broker', label: 'Broker caps' },
            { value: 'affiliate', label: 'Affiliate caps' },
          ]}
        />
        <DayField
          label="Of the day"
          data-autofocus
          value={date}
          error={day === null ? planTexts.ofDay : undefined}
          onChange={setDate}
        />
        <TextInput
          className={classes.wide}
          label="Only caps with (optional)"
          placeholder="Such as a broker, a geo, or a source"
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
        />
        <DayField label="First day" value={first} onChange={setFirst} />
        <DayField label="Last day (optional)" value={last} onChange={setLast} />
        <fieldset className={classes.week}>
          <legend>On which weekdays</legend>
          {WEEKDAYS.map((name, index) => (
            <Checkbox
              key={name}
              label={name}
              checked={days[index] ?? false}
              onChange={(event) => setDays(days.with(index, event.currentTarget.checked))}
            />
          ))}
        </fieldset>
        {left > 0 && (
          <p className={`${classes.quiet} ${classes.wide}`}>
            {countOf(left, 'cap has', 'caps have')} a plan on these days already.
          </p>
        )}
        {gone > 0 && <p className={`${classes.quiet} ${classes.wide}`}>{planTexts.gone(gone)}</p>}
        {day && read.error && <ProblemBox message={messageOf(read.error)} onRetry={() => void read.refetch()} />}
        {error && <p className={classes.error}>{error}</p>}
        <DialogFoot discard={discard} className={`${page.staying} ${classes.foot}`}>
          <Button variant="default" onClick={discard.askToClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isPending || caps.length === 0}>
            {caps.length === 0 ? 'No caps to plan' : `Make ${countOf(caps.length, 'plan')}`}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** Whether one of the plans of its place makes a cap on one of the days that are chosen. */
function hasPlan(cap: Cap, plans: readonly Plan[], { days, first, last }: Typed): boolean {
  const [firstDay, lastDay] = [parseDay(first), last === '' ? null : parseDay(last)]
  if (!firstDay) return false
  const numbers = days.map((isOn) => (isOn ? cap.cap : null))
  const draft = { ...cap, numbers, everyWeeks: 1, firstDay, lastDay, note: null }
  return plans.some((plan) => findOverlap(draft, plan) !== null)
}

interface Typed {
  days: readonly boolean[]
  first: string
  last: string
}

function toPlan(cap: Cap, { days, first, last }: Typed): PlanBodyWire {
  const { cpa = null, crg = null, workingHours = null } = writeDraft(cap)
  const { kind, geo, advertiserId, sourceNumber } = cap
  const numbers = days.map((isOn) => (isOn ? cap.cap : null))
  return {
    kind,
    geo,
    advertiserId,
    sourceNumber,
    numbers,
    cpa,
    crg,
    workingHours,
    firstDay: first,
    lastDay: last || null,
  }
}
