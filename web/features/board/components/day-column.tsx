import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { GeoGroup } from '#domain/caps/aggregates.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { GeoRoom } from '#domain/caps/room.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { listedCapsQuery } from '#web/features/caps/api.ts'
import { CapList } from '#web/features/caps/components/cap-list.tsx'
import { usePauses } from '#web/features/pauses/components/board-pauses.ts'
import { useDayRoom } from '#web/features/caps/components/use-day-room.ts'
import { DaySkeleton } from '#web/features/caps/components/day-skeleton.tsx'
import { messageOf } from '#web/lib/api.ts'
import { formatDay, formatDayFrom, nameDay } from '#web/lib/format.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { NoneFits } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useBoardWork, type BoardWork } from './board-work.tsx'
import { toBoardRows, useDayGroups, useGeoSet, useTopOfOrder, type BoardRow } from './board-rows.ts'
import { selectShown } from './selection/select-all.ts'
import { shownCaps } from './selection/shown-caps.ts'
import type { BoardView } from './board-view.ts'
import { CapCard, CompactCard, type CapActions } from './cap-card.tsx'
import { columnTitleId } from './focus-cap.ts'
import { DayTally } from './day/day-tally.tsx'
import type { CapView } from './filters/cap-view.ts'
import parts from '#web/ui/page.module.css'
import classes from './day-column.module.css'
import { GeoFacts } from './geo-facts.tsx'
import { GeoHead } from './geo-head.tsx'
import { NoCaps } from './no-caps.tsx'
import { useSteadyGroups } from './planned/steady-groups.ts'

const HEIGHTS = { cards: { geo: 37, facts: 55, cap: 84 }, compact: { geo: 27, facts: 33, cap: 52 } }

/** Cards of all that a cap has, or of two lines. */
export type CardLook = Exclude<BoardView, 'table'>

export interface DayActions extends CapActions {
  add(day: Day): void
  /** Shows the day as a whole. */
  openDay(day: Day): void
  /** Puts a day on the board. */
  bring(day: Day): void
  /** Plans a day from another one. */
  copyInto(day: Day): void
  /** Takes rows of a spreadsheet. */
  pasteInto(day: Day): void
  /** Shows who changed what on a day. */
  reviewDay(day: Day): void
  clearFilters(): void
  /** Brings the caps that are furthest behind to the top. */
  showBehind(): void
  /** Called when somebody is about to add, so that the form can be fetched ahead. */
  prepare(): void
}

interface DayColumnProps {
  kind: CapKind
  day: Day
  today: Day
  now: LocalTime
  look: CardLook
  view: CapView
  /** Whether the column scrolls on its own; else the page does (phones). */
  scrolls: boolean
  /** Absent for a day that cannot be closed. */
  onClose?: (() => void) | undefined
  actions: DayActions
}

export function DayColumn({ kind, day, today, now, look, view, scrolls, onClose, actions }: DayColumnProps) {
  const { data: caps, error, isPending, isFetching, refetch } = useQuery(listedCapsQuery(kind, day))
  const work = useBoardWork()
  const groups = useSteadyGroups(work, caps, useDayGroups(caps, view, now))
  const pauses = usePauses()
  const isHeld = useMemo(() => pauses && ((cap: Cap) => pauses.holding(cap) !== null), [pauses])
  const room = useDayRoom(kind, day, caps, isHeld ?? undefined)
  const clock = day === now.day ? now : undefined
  const column = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useTopOfOrder(body, view.sort)
  const showBehind = () => {
    actions.showBehind()
    if (scrolls) body.current?.scrollTo({ top: 0 })
    else column.current?.scrollIntoView()
  }
  const add = work ? () => actions.add(day) : undefined
  return (
    <section
      ref={column}
      className={`${parts.card} ${classes.column}`}
      aria-labelledby={columnTitleId(day)}
      aria-busy={isPending}
    >
      <header className={classes.head}>
        <h2 id={columnTitleId(day)} className={classes.title} tabIndex={-1}>
          <DayTitle day={day} today={today} />
        </h2>
        <div className={classes.tools}>
          {kind === 'broker' && (
            <Link to="/day/$date/full" params={{ date: day }} search className={classes.link}>
              Full view<span className="visually-hidden"> of {formatDay(day)}</span>
            </Link>
          )}
          {work && (
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
          <DayMenu day={day} actions={actions} work={work} />
          {onClose && (
            <ActionIcon size={28} aria-label={`Close ${formatDay(day)}`} title="Close" onClick={onClose}>
              <CloseIcon size={14} />
            </ActionIcon>
          )}
        </div>
        <DayTally
          caps={caps}
          groups={groups}
          now={clock}
          room={room.sum}
          flowing={room.flowing}
          onBehind={showBehind}
        />
      </header>
      <div ref={body} className={classes.body} data-scroller={(scrolls && !isPending) || undefined}>
        {error && (
          <div className={classes.problem}>
            <ProblemBox message={messageOf(error)} onRetry={isFetching ? undefined : () => void refetch()} />
          </div>
        )}
        {isPending && <DaySkeleton />}
        {caps?.length === 0 && (
          <NoCaps kind={kind} onAdd={add} onCopy={work ? () => actions.copyInto(day) : undefined} />
        )}
        {caps && caps.length > 0 && (
          <DayCaps
            key={`${look} ${scrolls}`}
            look={look}
            day={day}
            groups={groups}
            rooms={room.byGeo}
            now={clock}
            actions={actions}
          />
        )}
      </div>
    </section>
  )
}

/** `Today · Sat 21 Nov`, which may stand in two lines. */
function DayTitle({ day, today }: { day: Day; today: Day }) {
  const name = nameDay(day, today)
  return (
    <>
      {name && <span>{name}</span>}
      {name && <span className={classes.dot}> · </span>}
      <span>{formatDayFrom(today, day)}</span>
    </>
  )
}

/** What else can be done with a day; those who only look have its history. */
function DayMenu({ day, actions, work }: { day: Day; actions: DayActions; work: BoardWork | null }) {
  const changes = work
    ? [
        { label: 'Select all', run: () => selectShown(work, day) },
        { label: 'Copy caps from…', run: () => actions.copyInto(day) },
        { label: 'Paste caps', run: () => actions.pasteInto(day) },
      ]
    : []
  const review = { label: 'History', run: () => actions.reviewDay(day) }
  return <ActionMenu label={`More for ${formatDay(day)}`} actions={[...changes, review]} />
}

interface DayCapsProps {
  look: CardLook
  day: Day
  groups: readonly GeoGroup<Cap>[]
  rooms: ReadonlyMap<GeoKey, GeoRoom>
  /** The wall clock, on the day that it shows. */
  now: LocalTime | undefined
  actions: DayActions
}

const DayCaps = memo(function DayCaps({ look, day, groups, rooms, now, actions }: DayCapsProps) {
  const isCompact = look === 'compact'
  const Card = isCompact ? CompactCard : CapCard
  const { geos: folded, toggle } = useGeoSet()
  const { geos: opened, toggle: open } = useGeoSet()
  const rows = useMemo(
    () => toBoardRows(groups, { folded, opened, factsLast: isCompact }),
    [groups, folded, opened, isCompact],
  )
  useShown(day, groups, rows)
  const draw = (row: BoardRow) => {
    if (row.kind === 'geo') {
      return <GeoHead group={row.group} room={rooms.get(row.group.key)} folded={row.folded} onToggle={toggle} />
    }
    if (row.kind === 'facts') return <GeoFacts group={row.group} opened={row.opened} onToggle={open} />
    return <Card cap={row.cap} now={now} actions={actions} />
  }
  if (rows.length === 0) return <NoCapFits day={day} onClear={actions.clearFilters} />
  return (
    <CapList rows={rows} heights={HEIGHTS[look]}>
      {draw}
    </CapList>
  )
})

function NoCapFits({ day, onClear }: { day: Day; onClear: () => void }) {
  const clear = () => {
    document.getElementById(columnTitleId(day))?.focus()
    onClear()
  }
  return (
    <div className={classes.none}>
      <NoneFits onClear={clear}>No cap of this day matches the filters.</NoneFits>
    </div>
  )
}

/** Lets what is done to several caps know which ones the column shows. */
function useShown(day: Day, groups: readonly GeoGroup<Cap>[], rows: readonly BoardRow[]): void {
  useEffect(() => {
    const inSight = rows.flatMap((row) => (row.kind === 'cap' ? [row.cap._id] : []))
    shownCaps.put(day, () => ({ caps: groups.flatMap(({ items }) => items), inSight }))
    return () => shownCaps.drop(day)
  }, [day, groups, rows])
}
