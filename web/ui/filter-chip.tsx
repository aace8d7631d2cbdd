import classes from './filter-chip.module.css'
import { CloseIcon } from './icons.tsx'

interface FilterChipProps {
  name: string
  onTakeOff: () => void
}

/** A filter that is on, to take off. */
export function FilterChip({ name, onTakeOff }: FilterChipProps) {
  return (
    <button type="button" className={classes.chip} onClick={onTakeOff}>
      <span className="visually-hidden">Take off </span>
      {name}
      <CloseIcon size={12} />
    </button>
  )
}
