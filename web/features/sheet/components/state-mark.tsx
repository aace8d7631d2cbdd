import type { CopyState } from '#domain/caps/copy.ts'
import classes from './state-mark.module.css'

/** The effect of saving a row; a row with an error cannot be saved. */
export type RowState = CopyState | 'error'

const NAMES: Readonly<Record<RowState, string>> = {
  new: 'New',
  same: 'Same',
  conflict: 'In conflict',
  error: 'To fix',
}

const EXPLANATIONS: Readonly<Record<RowState, string>> = {
  new: 'A new cap',
  same: 'The same cap exists already',
  conflict: 'A cap with other terms exists and would be replaced',
  error: 'This row has an error and cannot be saved',
}

export function StateMark({ state }: { state: RowState }) {
  return (
    <span className={classes.mark} data-state={state} title={EXPLANATIONS[state]}>
      {NAMES[state]}
    </span>
  )
}
