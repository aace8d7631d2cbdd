import { useId, type ReactNode } from 'react'
import parts from '#web/ui/page.module.css'
import classes from './panel.module.css'

interface PanelProps {
  title: string
  /** Below the title. */
  about?: ReactNode
  /** At the end of the title's line. */
  tools?: ReactNode
  /** True while an earlier answer is shown. */
  isStale?: boolean
  children: ReactNode
}

/** A section of the page with a title. */
export function Panel({ title, about, tools, isStale = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.root} aria-labelledby={id} aria-busy={isStale} data-stale={isStale || undefined}>
      <div className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {about && <p className={parts.note}>{about}</p>}
        </div>
        {tools && <div className={classes.tools}>{tools}</div>}
      </div>
      {children}
    </section>
  )
}
