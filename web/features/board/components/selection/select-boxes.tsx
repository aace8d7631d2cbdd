import { useMemo, type ChangeEvent } from 'react'
import type { GeoGroup } from '#domain/caps/aggregates.ts'
import { describeCap, type Cap } from '#domain/caps/cap.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { formatDay } from '#web/lib/format.ts'
import tick from '#web/ui/tick-box.module.css'
import { type BoardWork, useIsSelected, useShareSelected } from '../board-work.tsx'
import { selectId } from '../focus-cap.ts'
import classes from './select.module.css'
import { shownCaps } from './shown-caps.ts'

/** Selects one cap; with Shift, all from the last selected one. */
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
        // A click with Shift would also mark text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      />
    </label>
  )
}

export function selectCap({ selection }: BoardWork, id: string, extend: boolean): void {
  const anchor = selection.anchor()
  if (!extend || anchor === null || anchor === id) selection.toggle(id)
  else selection.set(shownCaps.between(anchor, id), !selection.has(id))
}

/** Selects all caps of a geo that pass the filters. */
export function SelectGeo({ group, work }: { group: GeoGroup<Cap>; work: BoardWork }) {
  const ids = useMemo(() => group.items.map(({ _id }) => _id), [group])
  const share = useShareSelected(work, ids)
  const [first] = group.items
  if (!first) return null
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        className={tick.box}
        ref={(box) => {
          if (box) box.indeterminate = share === 'some'
        }}
        checked={share === 'all'}
        aria-label={`Select all caps of ${group.geo} on ${formatDay(first.date)}`}
        onChange={() => work.selection.set(ids, share !== 'all')}
      />
    </label>
  )
}
