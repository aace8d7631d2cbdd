import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { describePlace } from '#domain/caps/cap.ts'
import type { SourceNames } from '#domain/caps/filter.ts'
import { checkInput, type FieldError } from '#contract/check.ts'
import { planCalls, StandingPlan, type PlanLine } from '#contract/plans.ts'
import { planTexts } from '#contract/texts/plans.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { messageOf } from '#web/lib/api.ts'
import { listClashes, rebase, standingOf } from '#web/lib/standing.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Form, foldTyped, toUpperCase } from '#web/ui/form.tsx'
import { WEEKDAYS } from '#domain/sentences/written.ts'
import { NamedField } from '#web/ui/named-field.tsx'
import { undoOfDay, usePreviewPlans, useSavePlans, PLAN_UNDO, type PlanWish } from '../api.ts'
import { PlanLines } from './plan-lines.tsx'
import {
  canMoveFirstDay,
  fieldOf,
  newValues,
  toWish,
  valuesOf,
  type ChangeScope,
  type PlanValues,
} from './plan-values.ts'
import page from '#web/ui/page.module.css'
import classes from './plans.module.css'

interface PlanFormProps {
  /** The changed plan; null for a new one. */
  plan: Plan | null
  today: Day
  /** What the affiliates behind sources are called. */
  names: SourceNames
  onClosed: () => void
}

/** Shows the effect of saving first, a day a line; then saves. */
export function PlanForm({ plan, today, names, onClosed }: PlanFormProps) {
  const dialog = useDialog(onClosed)
  const element = useRef<HTMLFormElement>(null)
  const [preview, save] = [usePreviewPlans(), useSavePlans()]
  const [seen, setSeen] = useState<{ values: PlanValues; lines: PlanLine[] } | null>(null)
  const form = useForm<PlanValues>({
    initialValues: plan ? valuesOf(plan, today) : newValues(today),
    clearInputErrorOnChange: true,
  })
  const [target, setTarget] = useState(plan)
  const isOneDay = form.values.scope === 'day'
  const busy = preview.isPending || save.isPending
  // Any change after the preview needs a new preview.
  const lines = seen?.values === form.values ? seen.lines : null

  const showErrors = (message: string, errors: readonly FieldError[]) => {
    const shown = errors.map((error): [string, string] => [fieldOf(error.path), error.message])
    showProblems(element.current, message, () => form.setErrors(Object.fromEntries(shown)))
  }
  const fail = (error: unknown) => {
    const current = standingOf(error, StandingPlan)
    if (!target || !current) return showErrors(messageOf(error), fieldErrorsOf(error))
    const [before, theirs] = [valuesOf(target, today), valuesOf(current, today)]
    const clashes = listClashes(form.values, before, theirs)
    form.setValues((typed) => rebase(typed, before, theirs))
    setTarget(current)
    showErrors(messageOf(error), [...clashes, ...fieldErrorsOf(error)])
  }
  const submit = () => {
    const values = form.values
    const wish = toWish(values, target, today)
    const checked = checkWish(wish)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    if (!lines) return preview.mutate(wish, { onSuccess: (found) => setSeen({ values, lines: found }), onError: fail })
    save.mutate(wish, {
      onSuccess: ({ batchId }) => {
        if ('day' in wish) toastUndoable(planTexts.daySaved, batchId, undoOfDay(wish.plan.kind))
        else toastUndoable(planTexts.saved, batchId, PLAN_UNDO)
        dialog.close()
      },
      onError: fail,
    })
  }
  const discard = useDiscard(form.isDirty(), dialog.close)

  return (
    <Dialog
      title={plan ? `Change the plan ${describePlace(plan)}` : 'Add a plan'}
      size={680}
      dialog={dialog}
      busy={save.isPending}
      onCloseAsked={discard.askToClose}
    >
      <Form ref={element} className={classes.form} noValidate onSubmit={() => !busy && submit()}>
        {plan ? <ChangeFields form={form} /> : <PlaceFields form={form} names={names} />}
        {!isOneDay && <TermFields form={form} hasFirstDay={!plan || canMoveFirstDay(plan, form.values, today)} />}
        {lines && (
          <div className={classes.wide}>
            <PlanLines lines={lines} />
          </div>
        )}
        <DialogFoot discard={discard} className={`${page.staying} ${classes.foot}`}>
          <Button variant="default" onClick={discard.askToClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy}>
            {lines ? (isOneDay ? 'Save day' : 'Save plan') : isOneDay ? 'Show the day' : 'Show the next 4 weeks'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function PlaceFields({ form, names }: { form: PlanFields; names: SourceNames }) {
  return (
    <>
      <NativeSelect
        {...form.getInputProps('kind')}
        label="Kind"
        data={[
          { value: 'broker', label: 'Broker caps' },
          { value: 'affiliate', label: 'Affiliate caps' },
        ]}
      />
      <TextInput
        {...form.getInputProps('geo')}
        onChange={(event) => form.setFieldValue('geo', foldTyped(event.currentTarget, toUpperCase))}
        label="Geo"
        withAsterisk
        spellCheck={false}
        data-autofocus
      />
      {form.values.kind === 'broker' && (
        <TextInput {...form.getInputProps('advertiserId')} label="Advertiser ID" withAsterisk />
      )}
      <NamedField
        {...form.getInputProps('sourceNumber')}
        label="Source"
        withAsterisk
        placeholder="Such as 44"
        names={names}
        value={form.values.sourceNumber}
      />
    </>
  )
}

type PlanFields = ReturnType<typeof useForm<PlanValues>>

/** Checks the request against its schema. */
function checkWish(wish: PlanWish) {
  if ('plans' in wish) return checkInput(planCalls.create.body, wish)
  if ('change' in wish) return checkInput(planCalls.change.body, wish.change)
  return checkInput(planCalls.setDay.body, { number: wish.number })
}

const SCOPES: readonly { value: ChangeScope; label: string }[] = [
  { value: 'today', label: 'From today on' },
  { value: 'following', label: 'From a day on' },
  { value: 'day', label: 'One day only' },
]

/** The days of a change, and the number if it is one day. */
function ChangeFields({ form }: { form: PlanFields }) {
  const { scope } = form.values
  return (
    <>
      <NativeSelect
        label="What changes"
        className={scope === 'today' ? classes.wide : undefined}
        value={scope}
        data={SCOPES}
        data-autofocus
        onChange={({ currentTarget }) =>
          form.setFieldValue('scope', SCOPES.find(({ value }) => value === currentTarget.value)?.value ?? 'today')
        }
      />
      {scope !== 'today' && (
        <DayField
          {...form.getInputProps('from')}
          value={form.values.from}
          label={scope === 'day' ? 'Day' : 'Change it from'}
          withAsterisk
        />
      )}
      {scope === 'day' && (
        <TextInput
          {...form.getInputProps('dayNumber')}
          className={classes.wide}
          inputMode="numeric"
          label="Leads on this day"
          description="Empty means no cap. The plan will not change this day again."
        />
      )}
    </>
  )
}

function TermFields({ form, hasFirstDay }: { form: PlanFields; hasFirstDay: boolean }) {
  return (
    <>
      <fieldset className={classes.week}>
        <legend>Leads per day; empty means no cap</legend>
        {WEEKDAYS.map((name, index) => (
          <TextInput
            key={name}
            {...form.getInputProps(`numbers.${index}`)}
            label={name}
            inputMode="numeric"
            error={(form.errors['numbers'] ?? form.errors[`numbers.${index}`]) !== undefined}
          />
        ))}
      </fieldset>
      {form.errors['numbers'] && <p className={classes.error}>{form.errors['numbers']}</p>}
      {WEEKDAYS.map((name, index) => {
        const error = form.errors[`numbers.${index}`]
        return (
          error && (
            <p key={name} className={classes.error}>
              {name}: {error}
            </p>
          )
        )
      })}
      <TextInput
        {...form.getInputProps('workingHours')}
        className={classes.wide}
        label="Working hours (optional)"
        placeholder="Such as 09:00-17:00, 10:00-18:00 Europe/Berlin, or 24/7"
      />
      <TextInput {...form.getInputProps('cpa')} inputMode="decimal" label="CPA, $ (optional)" />
      <TextInput {...form.getInputProps('crg')} inputMode="decimal" label="CRG % (optional)" />
      <TextInput {...form.getInputProps('everyWeeks')} inputMode="numeric" label="Every … weeks" />
      {hasFirstDay && (
        <DayField {...form.getInputProps('firstDay')} value={form.values.firstDay} label="First day" withAsterisk />
      )}
      <DayField {...form.getInputProps('lastDay')} value={form.values.lastDay} label="Last day (optional)" />
      <TextInput {...form.getInputProps('note')} className={classes.wide} label="Note (optional)" />
    </>
  )
}
