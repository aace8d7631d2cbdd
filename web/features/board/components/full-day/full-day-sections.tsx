import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import type { GeoOverview } from '#domain/caps/day-overview.ts'
import { CapList } from '#web/features/caps/components/cap-list.tsx'
import { CapCard } from '../cap-card.tsx'
import { GeoHead } from '../geo-head.tsx'
import { useGeoSet } from '../board-rows.ts'
import { FullDayChips } from './full-day-chips.tsx'
import panel from './full-day-panel.module.css'
import { toFullDayRows, type FullDayRow } from './full-day-rows.ts'

/** CSS pixels; narrower cards are hard to read. */
const CARD_WIDTH = 360

const HEIGHTS = { geo: 37, chips: 75, caps: 84 }

/** The caps of the day, a section for each geo. */
export function FullDaySections({ geos }: { geos: readonly GeoOverview[] }) {
  const { ref, width } = useElementSize()
  const { geos: folded, toggle: toggleFold, set: fold } = useGeoSet()
  const { geos: opened, toggle: toggleChips } = useGeoSet()
  const columns = Math.max(1, Math.floor(width / CARD_WIDTH))
  const rows = useMemo(() => toFullDayRows(geos, { folded, opened, columns }), [geos, folded, opened, columns])
  const isAllFolded = geos.every(({ key }) => folded.has(key))

  const draw = (row: FullDayRow) => {
    if (row.kind === 'geo') return <GeoHead group={row.geo} folded={row.folded} onToggle={toggleFold} />
    if (row.kind === 'chips') return <FullDayChips geo={row.geo} opened={row.opened} onToggle={toggleChips} />
    return (
      <div className={panel.cards} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {row.caps.map((cap) => (
          <CapCard key={cap._id} cap={cap} />
        ))}
      </div>
    )
  }
  return (
    <section className={panel.panel} aria-label="Caps by GEO">
      <header className={panel.head}>
        <h2 className={panel.title}>Caps by GEO</h2>
        <Button size="xs" variant="subtle" onClick={() => fold(new Set(isAllFolded ? [] : geos.map(({ key }) => key)))}>
          {isAllFolded ? 'Unfold all' : 'Fold all'}
        </Button>
      </header>
      <div ref={ref}>
        <CapList rows={width === 0 ? [] : rows} heights={HEIGHTS}>
          {draw}
        </CapList>
      </div>
    </section>
  )
}
