import { Button } from '@mantine/core'
import { memo, useState, type ReactNode } from 'react'
import type { Tally } from '#domain/caps/aggregates.ts'
import type { DayOverview } from '#domain/caps/day-overview.ts'
import { computeProgress } from '#domain/caps/pace.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { SourceLabel } from '#web/features/caps/components/source-names.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import panel from './full-day-panel.module.css'
import classes from './full-day-totals.module.css'

/** Lines of a long list that are shown before “more”. */
const FIRST = 8

/** The sums of the day by geo, by broker and by source: the largest plans first. */
export const FullDayTotals = memo(function FullDayTotals({ overview }: { overview: DayOverview }) {
  return (
    <div className={classes.root}>
      <TotalsList
        title="By GEO"
        unit="GEO"
        lines={overview.geoTotals.map((geo) => ({ key: geo.key, name: <GeoLabel geo={geo.geo} />, tally: geo }))}
      />
      <TotalsList
        title="By broker"
        unit="Broker"
        lines={overview.brokerTotals.map((broker) => ({
          key: broker.advertiserId,
          name: broker.advertiserName ?? broker.advertiserId,
          note: broker.advertiserName === null ? undefined : broker.advertiserId,
          tally: broker,
        }))}
      />
      <TotalsList
        title="By source"
        unit="Source"
        lines={overview.sourceTotals.map((source) => ({
          key: source.sourceNumber,
          name: <SourceLabel source={source.sourceNumber} />,
          tally: source,
        }))}
      />
    </div>
  )
})

interface Line {
  key: string
  name: ReactNode
  note?: string | undefined
  tally: Tally
}

function TotalsList({ title, unit, lines }: { title: string; unit: string; lines: readonly Line[] }) {
  const [all, setAll] = useState(false)
  const isLong = lines.length > FIRST
  return (
    <section className={panel.panel} aria-label={`Totals ${title.replace(/^B/, 'b')}`}>
      <header className={panel.head}>
        <h2 className={panel.title}>
          {title}
          <span className={panel.count}>{formatCount(lines.length)}</span>
        </h2>
        {isLong && (
          <Button
            size="xs"
            variant="subtle"
            aria-expanded={all}
            aria-label={`${all ? 'Show fewer' : 'Show all'} ${title.replace(/^B/, 'b')}`}
            onClick={() => setAll(!all)}
          >
            {all ? 'Show fewer' : 'Show all'}
          </Button>
        )}
      </header>
      <Lines unit={unit} label={title} lines={all ? lines : lines.slice(0, FIRST)} scrolls={all && isLong} />
    </section>
  )
}

interface LinesProps {
  unit: string
  label: string
  lines: readonly Line[]
  scrolls: boolean
}

/** A list that scrolls can be focused, so that keys can scroll it. */
function Lines({ unit, label, lines, scrolls }: LinesProps) {
  return (
    <div
      className={classes.body}
      data-scrolls={scrolls || undefined}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">Delivered</th>
            <th scope="col">Planned</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, ...line }) => (
            <TotalsLine key={key} {...line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TotalsLine({ name, note, tally }: Omit<Line, 'key'>) {
  const percent = computeProgress(tally.actual, tally.planned)
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {name}
          {note && <span className={classes.note}>{note}</span>}
        </span>
        {/* The numbers beside it say the same. */}
        <span className={classes.track} aria-hidden="true">
          <span data-full={percent >= 100 || undefined} style={{ width: `${percent}%` }} />
        </span>
      </th>
      <td>{formatCount(tally.actual)}</td>
      <td className={classes.planned}>{formatCount(tally.planned)}</td>
    </tr>
  )
}
