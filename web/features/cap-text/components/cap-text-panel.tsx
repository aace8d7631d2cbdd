import type { Zone } from '#domain/kernel/zone.ts'
import classes from './cap-text-panel.module.css'
import { Words } from './words.tsx'

/** How messages become caps here: the words that mean nothing. */
export function CapTextPanel({ zone }: { zone: Zone }) {
  return (
    <div className={classes.panel}>
      <Words zone={zone} />
    </div>
  )
}
