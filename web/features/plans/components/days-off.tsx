import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Answered } from '#contract/call.ts'
import type { dayOffCalls } from '#contract/days-off.ts'
import { planTexts } from '#contract/texts/plans.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { DAY_OFF_EFFECTS, type DayOff } from '#domain/plans/days-off.ts'
import { messageOf } from '#web/lib/api.ts'
import { useGone } from '#web/lib/use-once.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { passFocus } from '#web/ui/focus.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { DAY_OFF_UNDO, dayOffHistoryQuery, daysOffQuery, useAddDaysOff, useRemoveDayOff } from '../api.ts'
import { describeDayOff, describeEffect } from './plan-values.ts'
import classes from './plans.module.css'

const HolidaysDialog = lazy(async () => ({ default: (await import('./holidays-dialog.tsx')).HolidaysDialog }))

/** Days on which advertisers or geos are off, and what plans make of them. */
export function DaysOff({ today, zone, canEdit }: { today: Day; zone: Zone; canEdit: boolean }) {
  const { data: daysOff, error, refetch } = useQuery(daysOffQuery)
  const [open, setOpen] = useState<'holidays' | 'history' | null>(null)
  if (error && !daysOff) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!daysOff) return <Skeleton height={120} radius={12} />
  return (
    <>
      {canEdit && <AddDayOff today={today} onHolidays={() => setOpen('holidays')} />}
      {open === 'holidays' && (
        <Suspense>
          <HolidaysDialog daysOff={daysOff} onClosed={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'history' && <DayOffHistory zone={zone} onClosed={() => setOpen(null)} />}
      {daysOff.length === 0 ? (
        <EmptyState isSmall>No days off yet. Every plan makes all its caps.</EmptyState>
      ) : (
        <DataTable
          label="Days off"
          columns={
            canEdit
              ? [...COLUMNS, { id: 'act', label: 'Actions', render: (one) => <DeleteDayOff dayOff={one} /> }]
              : COLUMNS
          }
          rows={daysOff}
          keyOf={({ _id }) => _id}
          sortedBy={{ column: 'day', descending: false }}
        />
      )}
      <Button variant="default" className={classes.own} onClick={() => setOpen('history')}>
        History of days off
      </Button>
    </>
  )
}

function DeleteDayOff({ dayOff: { _id, name, key } }: { dayOff: DayOff }) {
  const remove = useRemoveDayOff()
  const isGone = useGone()
  const told = planTexts.dayOff.deleted
  return (
    <span className={classes.acts}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Delete ${name} of ${key}`}
        disabled={remove.isPending}
        onClick={() =>
          void remove.mutateAsync(_id).then(
            ({ batchId }) => toastUndoable(told, batchId, DAY_OFF_UNDO),
            // Without Undo: what it needs was in the lost answer.
            (failure: unknown) => (isGone(failure) ? toastSuccess(told) : toastError(messageOf(failure))),
          )
        }
      >
        Delete
      </Button>
    </span>
  )
}

/** Who added or deleted days off. */
function DayOffHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog of="days off" query={dayOffHistoryQuery} describe={describeChange} zone={zone} onClosed={onClosed} />
  )
}

/** `Added: Christmas of DE, 25 Dec, every year, no cap` */
function describeChange({ action, before, after }: Answered<typeof dayOffCalls.listHistory>[number]): string {
  const by = action.endsWith('by undo') ? ' (undo)' : ''
  const one = after ?? before
  if (!one) throw new Error('a change of no day off')
  return `${after ? 'Added' : 'Deleted'}${by}: ${one.name} of ${describeSide(one)}, ${describeDayOff(one)}, ${describeEffect(one).toLowerCase()}`
}

const COLUMNS: readonly Column<DayOff>[] = [
  {
    id: 'day',
    label: 'Day',
    isHead: true,
    sortBy: ({ day }) => day,
    render: describeDayOff,
  },
  { id: 'of', label: 'For', sortBy: describeSide, render: describeSide },
  { id: 'name', label: 'Name', sortBy: ({ name }) => name, render: ({ name }) => name },
  { id: 'effect', label: 'What happens', sortBy: describeEffect, render: describeEffect },
]

function describeSide({ side, key }: DayOff): string {
  return side === 'geo' ? key : `Advertiser ${key}`
}

function AddDayOff({ today, onHolidays }: { today: Day; onHolidays: () => void }) {
  const add = useAddDaysOff()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    initialValues: { side: 'geo', key: '', day: String(today), yearly: false, effect: 'none', number: '', name: '' },
    clearInputErrorOnChange: true,
  })
  const submit = () => {
    const { side, key, day, yearly, effect, number, name } = form.values
    const body = {
      key,
      day,
      yearly,
      name,
      side: side === 'geo' ? ('geo' as const) : ('advertiser' as const),
      effect: DAY_OFF_EFFECTS.find((one) => one === effect) ?? 'none',
      number: effect === 'number' ? (parseNumber(number) ?? Number.NaN) : null,
    }
    add.mutate([body], {
      onSuccess: ({ batchId }) => {
        toastUndoable(planTexts.dayOff.added, batchId, DAY_OFF_UNDO)
        // Holidays come in a row, of one geo or advertiser. The same day once more is refused.
        form.setInitialValues(form.values)
        passFocus(form.getInputNode('day'), element.current)
      },
      onError: (error) => {
        const errors = fieldErrorsOf(error).map(({ path, message }): [string, string] => [
          path.replace(/^daysOff\.\d+\./, ''),
          message,
        ])
        showProblems(element.current, messageOf(error), () => form.setErrors(Object.fromEntries(errors)))
      },
    })
  }
  return (
    <Form
      ref={element}
      className={classes.bar}
      aria-label="Add a day off"
      noValidate
      onSubmit={() => !add.isPending && submit()}
    >
      <LeaveQuestion isDirty={form.isDirty()} />
      <NativeSelect
        {...form.getInputProps('side')}
        label="For"
        data={[
          { value: 'geo', label: 'A geo' },
          { value: 'advertiser', label: 'An advertiser' },
        ]}
      />
      <TextInput
        {...form.getInputProps('key')}
        readOnly={add.isPending}
        label={form.values.side === 'geo' ? 'Geo' : 'Advertiser ID'}
      />
      <DayField {...form.getInputProps('day')} readOnly={add.isPending} value={form.values.day} label="Day" />
      <TextInput
        {...form.getInputProps('name')}
        readOnly={add.isPending}
        label="Name"
        placeholder="Such as Christmas"
      />
      <NativeSelect
        {...form.getInputProps('effect')}
        label="What happens"
        data={DAY_OFF_EFFECTS.map((value) => ({ value, label: planTexts.dayOff.effects[value] }))}
      />
      {form.values.effect === 'number' && (
        <TextInput {...form.getInputProps('number')} readOnly={add.isPending} inputMode="numeric" label="Leads" />
      )}
      <span className={classes.after}>
        <Checkbox {...form.getInputProps('yearly', { type: 'checkbox' })} label="Every year" className={classes.tick} />
        <Button type="submit" disabled={add.isPending}>
          Add day off
        </Button>
        <Button variant="default" onClick={onHolidays}>
          Choose public holidays…
        </Button>
      </span>
    </Form>
  )
}
