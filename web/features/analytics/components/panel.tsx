import { useId, type ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title: string
  /** Below the title. */
  about?: ReactNode
  /** At the end of the title's line. */
  tools?: ReactNode
  children: ReactNode
}

/** A part of the page under its own title. */
export function Panel({ title, about, tools, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.root} aria-labelledby={id}>
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
