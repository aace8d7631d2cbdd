import classes from '../no-caps.module.css'
import panel from './full-day-panel.module.css'

export function FullDayEmpty() {
  return (
    <div className={panel.panel}>
      <div className={classes.root}>
        <div className={classes.picture} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
        <p className={classes.title}>No caps</p>
        <p className={classes.text}>No caps scheduled for this day</p>
        <p className={classes.text}>Caps are planned on the dashboard, in the column of their day.</p>
      </div>
    </div>
  )
}
