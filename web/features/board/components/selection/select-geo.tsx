import { useMemo } from 'react'
import type { GeoGroup } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { formatDay } from '#web/lib/format.ts'
import tick from '#web/ui/tick-box.module.css'
import { type BoardWork, useShareSelected } from '../board-work.tsx'
import classes from './select.module.css'

/** Chooses all caps of a geo that the filters let through. */
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
