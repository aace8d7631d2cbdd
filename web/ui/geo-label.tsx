import { flagOf } from '#domain/caps/flag.ts'
import classes from './geo-label.module.css'

/** A geo with its flag; the flag says nothing that the letters do not. */
export function GeoLabel({ geo }: { geo: string }) {
  const flag = flagOf(geo)
  return (
    <span className={classes.root}>
      <span className={classes.flag} aria-hidden="true">
        {flag ?? '🌐'}
      </span>
      {geo}
    </span>
  )
}
