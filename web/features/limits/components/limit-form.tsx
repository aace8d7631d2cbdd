import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Limit as StandingLimit } from '#contract/limit-states.ts'
import { limitTexts } from '#contract/texts/limits.ts'
import { CAP_KINDS } from '#domain/kernel/cap-kind.ts'
import { splitTypedGeos } from '#domain/kernel/countries.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import { LIMIT_PERIODS, LIMIT_UNITS, MAX_LIMIT, type Limit } from '#domain/limits/limit.ts'
import { UNIT_WORDS } from '#domain/sentences/limits.ts'
import { messageOf } from '#web/lib/api.ts'
import { listClashes, rebase, standingOf } from '#web/lib/standing.ts'
import { fieldErrorsOf } from '#web/ui/show-problems.ts'
import { toastError } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { DialogFoot, type useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { LIMIT_UNDO, type LimitDraftWire, type useSaveLimit } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './limits.module.css'

interface LimitFormProps {
  /** The one that is changed; null: a new one. */
  limit: Limit | null
  save: ReturnType<typeof useSaveLimit>
  discard: ReturnType<typeof useDiscard>
  /** Called when something typed would be lost, and when nothing would be any more. */
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

const PERIOD_LABELS = {
  day: 'A day',
  week: 'A week, from Monday',
  month: 'A month',
  range: 'First to last day',
} as const

const SIDE_LABELS = { broker: 'Broker caps', affiliate: 'Affiliate caps' } as const

type TextField = 'name' | 'geos' | 'advertiserIds' | 'sourceNumbers' | 'number' | 'firstDay' | 'lastDay' | 'note'

/** The typed texts, and what is chosen. */
interface Typed extends Record<TextField, string>, Pick<Limit, 'side' | 'unit' | 'period'> {}

/** Adds or changes a limit. A refusal shows at its field, and nothing typed is lost. */
export function LimitForm({ limit, save, discard, onDirty, onDone }: LimitFormProps) {
  const [target, setTarget] = useState(limit)
  const [typed, setTyped] = useState<Typed>(() => typedOf(limit))
  const { side, unit, period } = typed
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const content = JSON.stringify(typed)
  const [start] = useState(content)
  const isDirty = content !== start
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const submit = () => {
    if (save.isPending) return
    const number = typed.number.trim() === '' ? null : (parseNumber(typed.number) ?? Infinity)
    if (number !== null && number > MAX_LIMIT) {
      return setProblems(new Map([['number', limitTexts.number]]))
    }
    const draft: LimitDraftWire = {
      name: typed.name,
      side,
      geos: splitTypedGeos(typed.geos),
      advertiserIds: side === 'broker' ? split(typed.advertiserIds) : [],
      sourceNumbers: split(typed.sourceNumbers),
      number,
      unit,
      period,
      firstDay: typed.firstDay || null,
      lastDay: typed.lastDay || null,
      note: typed.note,
      version: target?.version ?? null,
    }
    save.mutate(
      { id: limit?._id ?? null, draft },
      {
        onSuccess: ({ batchId, limit: { name } }) => {
          toastUndoable(`Limit saved: ${name}`, batchId, LIMIT_UNDO)
          onDone()
        },
        onError: (error) => {
          const current = standingOf(error, StandingLimit)
          const clashes = target && current ? adopt(target, current) : []
          const errors = fieldErrorsOf(error)
          setProblems(
            new Map([...clashes, ...errors].map(({ path, message }) => [path.split('.')[0] ?? path, message])),
          )
          if (errors.length === 0) toastError(messageOf(error))
        },
      },
    )
  }

  /** Takes over what somebody else changed and nobody typed over here. Returns what both changed. */
  const adopt = (before: Limit, current: Limit) => {
    setTyped((own) => rebase(own, typedOf(before), typedOf(current)))
    setTarget(current)
    return listClashes(shownOf(typed), shownOf(typedOf(before)), shownOf(typedOf(current)))
  }

  const type = <Name extends keyof Typed>(name: Name, value: Typed[Name]) => {
    setTyped((before) => ({ ...before, [name]: value }))
    setProblems(new Map())
  }
  const field = (name: TextField) => ({
    value: typed[name],
    error: problems.get(name),
    readOnly: save.isPending,
    onChange: (event: { currentTarget: { value: string } }) => type(name, event.currentTarget.value),
  })
  const dayField = (name: 'firstDay' | 'lastDay') => ({
    value: typed[name],
    error: problems.get(name),
    readOnly: save.isPending,
    onChange: (value: string) => type(name, value),
  })
  const select = (name: 'side' | 'unit' | 'period') => ({
    value: typed[name],
    error: problems.get(name),
    disabled: save.isPending,
  })

  const dayLabel = (label: string) =>
    period === 'range' ? { label, withAsterisk: true } : { label: `${label} (optional)` }

  return (
    <Form noValidate onSubmit={submit}>
      <div className={classes.fields}>
        <TextInput label="Name" withAsterisk autoFocus {...field('name')} />
        <div className={classes.pair}>
          <NativeSelect
            label="What is counted"
            {...select('unit')}
            data={LIMIT_UNITS.map((value) => ({ value, label: UNIT_WORDS[value] }))}
            onChange={({ currentTarget }) =>
              type('unit', LIMIT_UNITS.find((each) => each === currentTarget.value) ?? 'leads')
            }
          />
          <NativeSelect
            label="Period"
            {...select('period')}
            data={LIMIT_PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
            onChange={({ currentTarget }) =>
              type('period', LIMIT_PERIODS.find((each) => each === currentTarget.value) ?? 'week')
            }
          />
        </div>
        <div className={classes.pair}>
          <TextInput label="Limit" placeholder="No limit if empty" inputMode="numeric" {...field('number')} />
          <NativeSelect
            label="Caps"
            {...select('side')}
            data={CAP_KINDS.map((value) => ({ value, label: SIDE_LABELS[value] }))}
            onChange={(event) => type('side', event.currentTarget.value === 'affiliate' ? 'affiliate' : 'broker')}
          />
        </div>
        <TextInput label="Geos" placeholder="All" description="Commas between" {...field('geos')} />
        {side === 'broker' && (
          <TextInput
            label="Advertiser IDs"
            placeholder="All"
            description="Commas between"
            {...field('advertiserIds')}
          />
        )}
        <TextInput label="Sources" placeholder="All" description="Commas between" {...field('sourceNumbers')} />
        <div className={classes.pair}>
          <DayField {...dayLabel('First day')} {...dayField('firstDay')} />
          <DayField {...dayLabel('Last day')} {...dayField('lastDay')} />
        </div>
        <TextInput label="Note (optional)" {...field('note')} />
      </div>
      <DialogFoot discard={discard} className={`${page.staying} ${classes.foot}`}>
        <Button variant="default" onClick={discard.askToClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save limit
        </Button>
      </DialogFoot>
    </Form>
  )
}

function typedOf(limit: Limit | null): Typed {
  return {
    name: limit?.name ?? '',
    geos: limit?.geos.join(', ') ?? '',
    advertiserIds: limit?.advertiserIds.join(', ') ?? '',
    sourceNumbers: limit?.sourceNumbers.join(', ') ?? '',
    number: limit?.number?.toString() ?? '',
    firstDay: limit?.firstDay ?? '',
    lastDay: limit?.lastDay ?? '',
    note: limit?.note ?? '',
    side: limit?.side ?? 'broker',
    unit: limit?.unit ?? 'leads',
    period: limit?.period ?? 'week',
  }
}

/** With what is chosen in the words of its field. */
function shownOf(typed: Typed): Record<keyof Typed, string> {
  const { side, unit, period } = typed
  return { ...typed, side: SIDE_LABELS[side], unit: UNIT_WORDS[unit], period: PERIOD_LABELS[period] }
}

/** By commas, and before each `#`. Blanks part only numbers: an id or a source may have them. */
function split(text: string): string[] {
  return text
    .split(/[,;\n]|\s+(?=#)/)
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : [part.trim()]))
    .filter((part) => part !== '')
}
