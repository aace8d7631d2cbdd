import { formatCount } from '#web/lib/format.ts'
import { ChoiceBox, shareOf } from './choice-box.tsx'

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
