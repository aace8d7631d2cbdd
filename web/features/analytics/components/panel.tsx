import { useId, type ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title: string
  /** Below the title. */
  about?: ReactNode
  /** At the end of the title's line. */
  tools?: ReactNode
  /** What stood before is shown, while the answer to something else is on its way. */
  isStale?: boolean
  children: ReactNode
}

/** A part of the page under its own title. */
export function Panel({ title, about, tools, isStale = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.root} aria-labelledby={id} aria-busy={isStale} data-stale={isStale || undefined}>
      <div className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        {tools && <div className={classes.tools}>{tools}</div>}
      </div>
      {children}
    </section>
  )
}
