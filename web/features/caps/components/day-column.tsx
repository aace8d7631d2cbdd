import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { groupByGeo, tally, type GeoGroup } from '#domain/caps/aggregates.ts'
import { filterCaps } from '#domain/caps/filter.ts'
import { sortCaps } from '#domain/caps/sort.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatCount, formatDay, formatDayTitle } from '#web/lib/format.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { listedCapsQuery } from '../api.ts'
import { toBoardRows, type BoardRow } from './board-rows.ts'
import { CapCard, type CapActions } from './cap-card.tsx'
import type { CapView } from './filters/cap-filters.tsx'
import { CapList } from './cap-list.tsx'
import classes from './day-column.module.css'
import { DaySkeleton } from './day-skeleton.tsx'
import { GeoFacts } from './geo-facts.tsx'
import { GeoHead } from './geo-head.tsx'
import { NoCaps } from './no-caps.tsx'

export interface DayActions extends CapActions {
  add(day: Day): void
  /** Called when somebody is about to add, so that the form can be fetched ahead. */
  prepare(): void
}

interface DayColumnProps {
  kind: CapKind
  day: Day
  today: Day
  now: LocalTime
  view: CapView
  /** Whether the column scrolls on its own; else the page does (phones). */
  scrolls: boolean
  /** Absent for a day that cannot be closed. */
  onClose?: (() => void) | undefined
  /** Absent where the member may only look. */
  actions?: DayActions | undefined
}

/** The heading of a day's column, where the focus goes when what had it is gone. */
export function columnTitleId(day: Day): string {
  return `day-${day}`
}

export function DayColumn({ kind, day, today, now, view, scrolls, onClose, actions }: DayColumnProps) {
  const { data: caps, error, isPending, isFetching, refetch } = useQuery(listedCapsQuery(kind, day))
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
        <div className={classes.tools}>
          {kind === 'broker' && (
            <Link to="/day/$date/full" params={{ date: day }} className={classes.link}>
              Full view<span className="visually-hidden"> of {formatDay(day)}</span>
            </Link>
          )}
          {actions && (
            <Button
              size="compact-sm"
              variant="light"
              onClick={add}
              onPointerEnter={actions.prepare}
              onFocus={actions.prepare}
            >
              + Add cap
            </Button>
          )}
          {onClose && (
            <ActionIcon size={28} aria-label={`Close ${formatDay(day)}`} title="Close" onClick={onClose}>
              <CloseIcon size={14} />
            </ActionIcon>
          )}
        </div>
      </header>
      <div className={classes.body} data-scroller={(scrolls && !isPending) || undefined}>
        {error && (
          <div className={classes.problem}>
            <ProblemBox message={messageOf(error)} onRetry={isFetching ? undefined : () => void refetch()} />
          </div>
        )}
        {isPending && <DaySkeleton />}
        {caps?.length === 0 && <NoCaps kind={kind} onAdd={add} />}
        {caps && caps.length > 0 && (
          <DayCaps key={String(scrolls)} caps={caps} now={now} view={view} actions={actions} />
        )}
      </div>
    </section>
  )
}

function DayTally({ caps }: { caps: readonly ListedCap[] | undefined }) {
  if (!caps) return <p className={classes.tally}>&nbsp;</p>
  const sum = tally(caps)
  return (
    <p className={classes.tally}>
      <strong>{formatCount(sum.actual)}</strong> of {formatCount(sum.planned)} delivered
    </p>
  )
}

interface DayCapsProps {
  caps: readonly ListedCap[]
  now: LocalTime
  view: CapView
  actions?: CapActions | undefined
}

function DayCaps({ caps, now, view, actions }: DayCapsProps) {
  const [folded, setFolded] = useState<ReadonlySet<GeoKey>>(new Set())
  const [opened, setOpened] = useState<ReadonlySet<GeoKey>>(new Set())
  const groups = useMemo(() => arrange(caps, view, now), [caps, view, now])
  const rows = useMemo(() => toBoardRows(groups, { folded, opened }), [groups, folded, opened])
  const toggle = useCallback((key: GeoKey) => setFolded((before) => toggled(before, key)), [])
  const open = useCallback((key: GeoKey) => setOpened((before) => toggled(before, key)), [])
  const draw = (row: BoardRow) => {
    if (row.kind === 'geo') return <GeoHead group={row.group} folded={row.folded} onToggle={toggle} />
    if (row.kind === 'facts') return <GeoFacts group={row.group} opened={row.opened} onToggle={open} />
    return <CapCard cap={row.cap} now={row.cap.date === now.day ? now : undefined} actions={actions} />
  }
  if (rows.length === 0) return <p className={classes.none}>No cap of this day fits the filters.</p>
  return <CapList rows={rows}>{draw}</CapList>
}

/** The caps that pass, by geo, in the order that was asked for. */
function arrange(caps: readonly ListedCap[], { sort, ...filter }: CapView, now: LocalTime): GeoGroup<ListedCap>[] {
  const groups = groupByGeo(filterCaps(caps, filter, now))
  return sort ? groups.map((group) => ({ ...group, items: sortCaps(group.items, sort, now) })) : groups
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  return set.has(item) ? new Set([...set].filter((other) => other !== item)) : new Set([...set, item])
}
