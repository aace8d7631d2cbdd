import { Skeleton } from '@mantine/core'
import { DaySkeleton } from '#web/features/caps/components/day-skeleton.tsx'
import tiles from '../summary-tiles.module.css'
import panel from './full-day-panel.module.css'
import totals from './full-day-totals.module.css'

/** The shape of a whole day that is on its way. */
export function FullDaySkeleton() {
  return (
    <>
      <div className={tiles.tiles} aria-hidden="true">
        {['leads', 'geos', 'brokers', 'sources'].map((tile) => (
          <div key={tile} className={tiles.tile}>
            <Skeleton height={14} width={168} my={5} />
          </div>
        ))}
      </div>
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
