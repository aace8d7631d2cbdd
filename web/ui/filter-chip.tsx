import classes from './filter-chip.module.css'
import { giveFocusBack } from './focus.ts'
import { CloseIcon } from './icons.tsx'

interface FilterChipProps {
  name: string
  onTakeOff: () => void
}

/** A filter that is on, to take off. The focus goes on to the next one, or to what stands beside them. */
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

/** The chip after it, else the one before; of the last one the first button of its filters. */
function findNeighbour(chip: Element): Element | null {
  const item = chip.closest('li')
  const chips = [item?.nextElementSibling, item?.previousElementSibling].map((each) => each?.querySelector('button'))
  const others = chip.closest('search')?.querySelectorAll('button') ?? []
  return [...chips, ...others].find((each) => each && each !== chip && each.checkVisibility()) ?? null
}
