import classes from './state-mark.module.css'

/** How something stands, in words and the colour that they have. */
export interface Standing {
  tone: 'good' | 'busy' | 'warn' | 'bad' | 'quiet'
  words: string
}

/** Says how something stands: in a box beside its name, or plainly within a line. */
export function StateMark({ tone, words, isBoxed = false }: Standing & { isBoxed?: boolean }) {
  return (
    <span className={isBoxed ? `${classes.root} ${classes.boxed}` : classes.root} data-tone={tone}>
      {words}
    </span>
  )
}
