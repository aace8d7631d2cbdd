import { ChevronIcon } from './icons.tsx'
import classes from './sort-button.module.css'

interface SortButtonProps {
  label: string
  /** Null: by another column. */
  sorted: 'ascending' | 'descending' | null
  onSort: () => void
}

/** The heading of a column by which a table can be sorted, with the direction in which it is. */
export function SortButton({ label, sorted, onSort }: SortButtonProps) {
  return (
    <button type="button" className={classes.sort} onClick={onSort}>
      {label}
      <span className={classes.arrow} data-direction={sorted ?? undefined}>
        <ChevronIcon size={12} />
      </span>
    </button>
  )
}
