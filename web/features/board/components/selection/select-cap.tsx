import type { ChangeEvent } from 'react'
import { describeCap, type Cap } from '#domain/caps/cap.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import tick from '#web/ui/tick-box.module.css'
import { type BoardWork, useIsSelected } from '../board-work.tsx'
import { selectId } from '../focus-cap.ts'
import classes from './select.module.css'

/** Chooses one cap; with Shift all from the last one that was chosen. */
export function SelectCap({ cap, work }: { cap: Cap; work: BoardWork }) {
  const chosen = useIsSelected(work, cap._id)
  const change = ({ nativeEvent }: ChangeEvent) =>
    selectCap(work, cap._id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        className={tick.box}
        id={selectId(cap._id)}
        checked={chosen}
        aria-label={`Select ${KIND_WORDS[cap.kind].noun} ${describeCap(cap)}`}
        onChange={change}
        // A click with Shift would mark text on the way.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      />
    </label>
  )
}

export function selectCap({ selection, shown }: BoardWork, id: string, extend: boolean): void {
  const anchor = selection.anchor()
  if (!extend || anchor === null || anchor === id) selection.toggle(id)
  else selection.set(shown.between(anchor, id), !selection.has(id))
}
