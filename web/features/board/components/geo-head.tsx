import { memo } from 'react'
import type { GeoGroup } from '#domain/caps/aggregates.ts'
import type { Room } from '#domain/caps/room.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { RoomNote } from '#web/features/caps/components/room-note.tsx'
import { GeoLimit } from '#web/features/limits/components/head-limits.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { ChevronIcon } from '#web/ui/icons.tsx'
import { useBoardWork } from './board-work.tsx'
import { SelectGeo } from './selection/select-boxes.tsx'
import classes from './geo-head.module.css'

interface GeoHeadProps {
  group: GeoGroup<Cap>
  /** Absent if the geo has caps of one kind only. */
  room?: Room | undefined
  folded: boolean
  onToggle: (key: GeoKey) => void
}

export const GeoHead = memo(function GeoHead({ group, room, folded, onToggle }: GeoHeadProps) {
  const work = useBoardWork()
  return (
    <div className={classes.root} data-selectable={work !== null || undefined}>
      {work && (
        <span className={classes.select}>
          <SelectGeo group={group} work={work} />
        </span>
      )}
      <h3 className={classes.heading}>
        <button type="button" className={classes.button} aria-expanded={!folded} onClick={() => onToggle(group.key)}>
          <span className={classes.chevron} data-open={!folded || undefined}>
            <ChevronIcon size={14} />
          </span>
          <span className={classes.geo}>
            <GeoLabel geo={group.geo} />
          </span>
          <span className={classes.numbers}>
            <strong>{formatCount(group.actual)}</strong> / {formatCount(group.planned)}
          </span>
          <span className={classes.counts}>
            {room && <RoomNote room={room} />}
            <span className={room && classes.spread}>
              {room && ' · '}
              {countOf(group.caps, 'cap')} · {countOf(group.sourceSummaries.length, 'source')}
            </span>
            <GeoLimit geo={group.geo} day={group.items[0]?.date} before=" · " />
          </span>
        </button>
      </h3>
    </div>
  )
})
