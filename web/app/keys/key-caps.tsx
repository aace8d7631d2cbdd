import { Fragment } from 'react'
import classes from './key-caps.module.css'

/** How keys make one command: pressed together, one after the other, either of them, or any from one to the other. */
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
