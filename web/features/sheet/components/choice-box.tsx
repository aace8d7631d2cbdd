import { useEffect, useRef } from 'react'
import { formatCount } from '#domain/sentences/written.ts'
import tick from '#web/ui/tick-box.module.css'
import classes from './choice-box.module.css'

interface ChoiceBoxProps {
  label: string
  /** Whether the label is drawn beside the box. */
  labelled?: boolean
  /** `some` of several are chosen. */
  chosen: 'all' | 'some' | 'none'
  disabled?: boolean
  onChange: (chosen: boolean) => void
}

/** A box that chooses one row, or several at once. */
export function ChoiceBox({ label, labelled = false, chosen, disabled = false, onChange }: ChoiceBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen === 'some'
  }, [chosen])
  return (
    <label className={classes.root} data-disabled={disabled || undefined}>
      <input
        ref={box}
        type="checkbox"
        className={`${tick.box} ${classes.box}`}
        aria-label={labelled ? undefined : label}
        data-field="choice"
        checked={chosen === 'all'}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {labelled && <span>{label}</span>}
    </label>
  )
}

export function shareOf(chosen: number, of: number): 'all' | 'some' | 'none' {
  if (chosen === 0) return 'none'
  return chosen === of ? 'all' : 'some'
}

interface StateChoiceProps {
  /** What the rows have in common, `New`. */
  label: string
  count: number
  /** How many of them are chosen. */
  chosen: number
  onChoose: (chosen: boolean) => void
}

/** Chooses all rows of a state at once. */
export function StateChoice({ label, count, chosen, onChoose }: StateChoiceProps) {
  return (
    <ChoiceBox
      label={`${label} ${formatCount(count)}`}
      labelled
      chosen={shareOf(chosen, count)}
      disabled={count === 0}
      onChange={onChoose}
    />
  )
}

/** The states of rows that can be chosen, as people call them. */
export const CHOOSABLE = [
  { state: 'new', label: 'New' },
  { state: 'conflict', label: 'In conflict' },
] as const
