import type { CopyState } from '#domain/caps/copy.ts'
import classes from './state-mark.module.css'

/** What saving a row would do; a row with an error cannot be saved at all. */
export type RowState = CopyState | 'error'

const NAMES: Readonly<Record<RowState, string>> = {
  new: 'New',
  same: 'Same',
  conflict: 'In conflict',
  error: 'To mend',
}

const EXPLANATIONS: Readonly<Record<RowState, string>> = {
  new: 'Nothing stands there yet',
  same: 'It stands there already, with the same terms',
  conflict: 'A cap with other terms stands there: it would be replaced',
  error: 'This row cannot be saved as it is',
}

export function StateMark({ state }: { state: RowState }) {
  return (
    <span className={classes.mark} data-state={state} title={EXPLANATIONS[state]}>
      {NAMES[state]}
    </span>
  )
}
