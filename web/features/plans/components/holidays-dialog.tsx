import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planTexts } from '#contract/texts/plans.ts'
import { readTypedGeo } from '#domain/kernel/countries.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { indexDaysOff, type DayOff } from '#domain/plans/days-off.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { foldTyped, toUpperCase } from '#web/ui/form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { DAY_OFF_UNDO, holidaysQuery, plansQuery, useAddDaysOff } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './plans.module.css'

interface HolidaysDialogProps {
  daysOff: readonly DayOff[]
  onClosed: () => void
}

/** Public holidays of a geo, to choose days off from. */
export function HolidaysDialog({ daysOff, onClosed }: HolidaysDialogProps) {
  const dialog = useDialog(onClosed)
  const add = useAddDaysOff()
  const { data: plans = [] } = useQuery(plansQuery)
  const geos = [...new Set(plans.map(({ geo }) => geo))].toSorted()
  const [typed, setTyped] = useState<string | null>(null)
  const geo = readTypedGeo(typed ?? geos[0] ?? '')
  const { data: holidays, error, refetch, isLoading } = useQuery({ ...holidaysQuery(geo), enabled: geo.length >= 2 })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const find = indexDaysOff(daysOff)
  const free = (holidays ?? []).filter(({ day }) => find({ geo, advertiserId: null }, day) === null)
  const picked = free.filter(({ day }) => chosen.has(day))
  const discard = useDiscard(picked.length > 0, dialog.close)
  const isAll = free.length > 0 && picked.length === free.length
  const choose = (days: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const day of days) {
      if (isChosen) next.add(day)
      else next.delete(day)
    }
    setChosen(next)
  }
  const submit = () =>
    add.mutate(
      picked.map((one) => ({ ...one, side: 'geo' as const, key: geo, effect: 'none' as const, number: null })),
      {
        onSuccess: ({ daysOff: added, batchId }) => {
          const message = added.length === 1 ? planTexts.dayOff.added : `${countOf(added.length, 'day')} off added`
          toastUndoable(message, batchId, DAY_OFF_UNDO)
          dialog.close()
        },
        onError: (failure) => toastError(messageOf(failure)),
      },
    )
  return (
    <Dialog
      title="Choose public holidays"
      size={560}
      dialog={dialog}
      busy={add.isPending}
      onCloseAsked={discard.askToClose}
    >
      <TextInput
        label="Geo"
        description="A country, such as DE or Germany"
        value={typed ?? geo}
        list="geos-of-plans"
        spellCheck={false}
        data-autofocus
        onChange={(event) => {
          setTyped(foldTyped(event.currentTarget, toUpperCase))
          setChosen(new Set())
        }}
      />
      <datalist id="geos-of-plans">
        {geos.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isLoading && <Skeleton height={160} radius={8} mt={12} />}
      {holidays?.length === 0 && <p className={classes.quiet}>No public holidays are known of {foldGeo(geo)}.</p>}
      {holidays && holidays.length > 0 && (
        <fieldset className={classes.holidays}>
          <legend>Days without caps in {geo}</legend>
          {free.length > 0 && (
            <Checkbox
              label="All of them"
              checked={isAll}
              indeterminate={picked.length > 0 && !isAll}
              onChange={() =>
                choose(
                  free.map(({ day }) => day),
                  !isAll,
                )
              }
            />
          )}
          {holidays.map(({ day, name, yearly }) => {
            const isFree = free.some((one) => one.day === day)
            return (
              <Checkbox
                key={day}
                disabled={!isFree}
                checked={isFree && chosen.has(day)}
                label={`${formatDay(day)} · ${name}${yearly ? ', every year' : ''}${isFree ? '' : ' (a day off already)'}`}
                onChange={(event) => choose([day], event.currentTarget.checked)}
              />
            )
          })}
        </fieldset>
      )}
      <p className={classes.quiet}>
        Holidays by date-holidays, after Wikipedia (CC BY-SA 3.0). Check those you rely on.
      </p>
      <DialogFoot discard={discard} what="chose" className={page.staying}>
        <Button variant="default" onClick={discard.askToClose} disabled={add.isPending}>
          Cancel
        </Button>
        <Button onClick={submit} disabled={add.isPending || picked.length === 0}>
          {picked.length === 0 ? 'Add days off' : `Add ${countOf(picked.length, 'day')} off`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
