import { useId, type ReactNode } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<Value extends string> {
  'aria-label'?: string
  'aria-labelledby'?: string
  className?: string | undefined
  data: readonly { value: Value; label: ReactNode }[]
  value: Value
  size?: 'xs'
  fullWidth?: boolean
  disabled?: boolean
  onChange: (value: Value) => void
}

/** A choice of few, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { className, data, value: chosen, size, fullWidth, disabled, onChange, ...names } = props
  const name = useId()
  return (
    <div
      {...names}
      role="radiogroup"
      className={`${classes.root} ${className ?? ''}`}
      data-size={size}
      data-full={fullWidth}
    >
      {data.map(({ value, label }) => (
        <label key={value} className={classes.segment}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={value}
            checked={value === chosen}
            disabled={disabled}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
