import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What is known of one thing, each fact below its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.root}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
