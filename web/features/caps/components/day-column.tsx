import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { groupByGeo, tally } from '#domain/caps/aggregates.ts'
import type { BrokerCap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatCount, formatDayTitle } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { dayCapsQuery } from '../api.ts'
import { toBoardRows, type BoardRow } from './board-rows.ts'
import { CapCard, type CapActions } from './cap-card.tsx'
import { CapList } from './cap-list.tsx'
import classes from './day-column.module.css'
import { DaySkeleton } from './day-skeleton.tsx'
import { GeoHead } from './geo-head.tsx'
import { NoCaps } from './no-caps.tsx'

export interface DayActions extends CapActions {
  add(day: Day): void
  /** Called when somebody is about to add, so that the form can be fetched ahead. */
  prepare(): void
}

interface DayColumnProps {
  day: Day
  today: Day
  /** Whether the column scrolls on its own; else the page does (phones). */
  scrolls: boolean
  /** Absent where the member may only look. */
  actions?: DayActions | undefined
}

/** The heading of a day's column, where the focus goes when what had it is gone. */
export function columnTitleId(day: Day): string {
  return `day-${day}`
}

export function DayColumn({ day, today, scrolls, actions }: DayColumnProps) {
  const { data: caps, error, isPending, isFetching, refetch } = useQuery(dayCapsQuery(day))
  const add = actions && (() => actions.add(day))
  return (
    <section className={classes.column} aria-labelledby={columnTitleId(day)} aria-busy={isPending}>
      <header className={classes.head}>
        <div>
          <h2 id={columnTitleId(day)} className={classes.title} tabIndex={-1}>
            {formatDayTitle(day, today)}
          </h2>
          <DayTally caps={caps} />
        </div>
        {actions && (
          <Button size="xs" variant="light" onClick={add} onPointerEnter={actions.prepare} onFocus={actions.prepare}>
            + Add cap
          </Button>
        )}
      </header>
      <div className={classes.body} data-scroller={scrolls || undefined}>
        {error && (
          <div className={classes.problem}>
            <ProblemBox message={messageOf(error)} onRetry={isFetching ? undefined : () => void refetch()} />
          </div>
        )}
        {isPending && <DaySkeleton />}
        {caps?.length === 0 && <NoCaps onAdd={add} />}
        {caps && caps.length > 0 && <DayCaps key={String(scrolls)} caps={caps} actions={actions} />}
      </div>
    </section>
  )
}

function DayTally({ caps }: { caps: readonly BrokerCap[] | undefined }) {
  if (!caps) return <p className={classes.tally}>&nbsp;</p>
  const sum = tally(caps)
  return (
    <p className={classes.tally}>
      <strong>{formatCount(sum.actual)}</strong> of {formatCount(sum.planned)} delivered
    </p>
  )
}

function DayCaps({ caps, actions }: { caps: readonly BrokerCap[]; actions?: CapActions | undefined }) {
  const [folded, setFolded] = useState<ReadonlySet<GeoKey>>(new Set())
  const groups = useMemo(() => groupByGeo(caps), [caps])
  const rows = useMemo(() => toBoardRows(groups, folded), [groups, folded])
  const toggle = useCallback((key: GeoKey) => setFolded((before) => toggled(before, key)), [])
  const draw = (row: BoardRow) =>
    row.kind === 'geo' ? (
      <GeoHead group={row.group} folded={row.folded} onToggle={toggle} />
    ) : (
      <CapCard cap={row.cap} actions={actions} />
    )
  return <CapList rows={rows}>{draw}</CapList>
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  return set.has(item) ? new Set([...set].filter((other) => other !== item)) : new Set([...set, item])
}
