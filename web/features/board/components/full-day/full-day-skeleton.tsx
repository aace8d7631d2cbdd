import { Skeleton } from '@mantine/core'
import { DaySkeleton } from '#web/features/caps/components/day-skeleton.tsx'
import { Tile } from '../summary-tiles.tsx'
import tiles from '../summary-tiles.module.css'
import { TILE_LABELS } from './full-day-tiles.tsx'
import panel from './full-day-panel.module.css'
import totals from './full-day-totals.module.css'

/** The shape of a whole day while it loads. */
export function FullDaySkeleton() {
  return (
    <>
      <dl className={tiles.tiles} aria-hidden="true">
        {Object.values(TILE_LABELS).map((label) => (
          <Tile key={label} label={label} figure={undefined} />
        ))}
      </dl>
      <div className={totals.root} aria-hidden="true">
        {['geos', 'brokers', 'sources'].map((list) => (
          <div key={list} className={`${panel.panel} ${panel.awaited}`}>
            {['first', 'second', 'third', 'fourth'].map((line) => (
              <Skeleton key={line} height={14} />
            ))}
          </div>
        ))}
      </div>
      <div className={panel.panel}>
        <DaySkeleton />
      </div>
    </>
  )
}
