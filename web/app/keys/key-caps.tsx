import { Fragment } from 'react'
import classes from './key-caps.module.css'

/** How keys form one command: pressed together, in sequence, as alternatives, or as a range. */
export type KeysJoined = '+' | 'then' | 'or' | 'to'

/** Keys as they look on a keyboard, letters as capitals. */
export function KeyCaps({ keys, joined }: { keys: readonly string[]; joined: KeysJoined }) {
  return (
    <span className={classes.keys}>
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className={classes.word}>{joined}</span>}
          <kbd className={classes.key}>{/^[a-z]$/.test(key) ? key.toUpperCase() : key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
