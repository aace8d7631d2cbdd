import classes from './filter-chip.module.css'
import { giveFocusBack } from './focus.ts'
import { CloseIcon } from './icons.tsx'

interface FilterChipProps {
  name: string
  onTakeOff: () => void
}

/** An active filter that can be removed. The focus then goes to the next one, or to a neighbouring button. */
export function FilterChip({ name, onTakeOff }: FilterChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      onClick={({ currentTarget }) => {
        onTakeOff()
        giveFocusBack(findNeighbour(currentTarget))
      }}
    >
      <span className="visually-hidden">Take off </span>
      {name}
      <CloseIcon size={12} />
    </button>
  )
}

/** The next chip, else the previous one; for the last chip the first button of its filters. */
function findNeighbour(chip: Element): Element | null {
  const item = chip.closest('li')
  const chips = [item?.nextElementSibling, item?.previousElementSibling].map((each) => each?.querySelector('button'))
  const others = chip.closest('search')?.querySelectorAll('button') ?? []
  return [...chips, ...others].find((each) => each && each !== chip && each.checkVisibility()) ?? null
}
