import classes from './meter.module.css'

interface MeterProps {
  /** 0 to 100. */
  percent: number
  /** The subject of the bar, for screen readers. */
  label: string
  /** Whether there is more than there may be. */
  isOver?: boolean
  /** The measure in words, such as `31 of 40`. */
  value: string
  /** The position of a tick, 0 to 100: what is due by now. */
  tick?: number | undefined
  /** The expected end of the measure, 0 to 100 each. */
  band?: { from: number; middle: number; to: number } | undefined
}

/** A share as a bar. It is green when full, and red when over; the numbers beside it have the same information. */
export function Meter({ percent, isOver = false, label, value, tick, band }: MeterProps) {
  return (
    <div
      className={classes.root}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={value}
    >
      <div className={classes.track}>
        <div
          className={classes.fill}
          data-full={percent >= 100 || undefined}
          data-over={isOver || undefined}
          style={{ width: `${percent}%` }}
        />
        {band && (
          <>
            <span className={classes.band} style={{ left: `${band.from}%`, width: `${band.to - band.from}%` }} />
            <span className={classes.middle} style={{ left: `${band.middle}%` }} />
          </>
        )}
      </div>
      {tick !== undefined && <span className={classes.tick} style={{ left: `${tick}%` }} />}
    </div>
  )
}
