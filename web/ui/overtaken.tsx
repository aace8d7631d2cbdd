import type { ReactNode } from 'react'
import classes from './overtaken.module.css'

/** Said beside a field in which somebody types while somebody else saves another value; `children` say who and what. */
export function Overtaken({ children }: { children: ReactNode }) {
  return (
    <p className={classes.root} role="status">
      {children} meanwhile. Saving replaces it.
    </p>
  )
}
