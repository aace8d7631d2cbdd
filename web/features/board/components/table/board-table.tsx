import {
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
  type UIEvent,
} from 'react'
import { flushSync } from 'react-dom'
import type { CapFilter } from '#domain/caps/filter.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { useTableDays } from '#web/features/caps/days-api.ts'
import { CapList } from '#web/features/caps/components/cap-list.tsx'
import { DaySkeleton } from '#web/features/caps/components/day-skeleton.tsx'
import { SourceNames } from '#web/features/caps/components/source-names.tsx'
import { useDayRoom } from '#web/features/caps/components/use-day-room.ts'
import { useSheet } from '#web/features/sheet/components/use-sheet.ts'
import { NoneFits } from '#web/ui/empty-state.tsx'
import { giveFocusBack } from '#web/ui/focus.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import type { Hidable } from '../board-view.ts'
import { useTopOfOrder } from '../board-rows.ts'
import type { DayColumnsProps } from '../day-columns.tsx'
import type { CapView, CapViewChange } from '../filters/cap-view.ts'
import { NoCaps } from '../no-caps.tsx'
import { shownCaps } from '../selection/shown-caps.ts'
import classes from './board-table.module.css'
import { cellColumns, columnOf, layOut, pasteColumns, readColumns, type TableColumn } from './table-columns.ts'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { GeoSums, TablePlace } from './table-place.tsx'
import {
  collectPlaces,
  createNarrowing,
  holdPlaces,
  listRows,
  orderPlaces,
  type GeoRow,
  type PlaceRow,
  type TableRow,
} from './table-rows.ts'
import { useCellTyping } from './use-cell-typing.ts'
import { capAt, textOfCell, useTableEdits, type CellEdit } from './use-table-edits.ts'

interface BoardTableProps extends Omit<DayColumnsProps, 'look' | 'onShow'> {
  hidden: ReadonlySet<string>
  canEdit: boolean
  onNarrow: (change: CapViewChange) => void
  onHide: (name: Hidable) => void
}

/** Parts of the address that take the table away. */
const PARTS_THAT_LOSE = ['mode', 'view']

const HEIGHTS = { geo: 25, place: 28 }

/** The days beside each other, a row for each place: looked through, and changed as in a spreadsheet. */
export function BoardTable(props: BoardTableProps) {
  const { kind, days, today, now, view, hidden, shown: current, canEdit, actions } = props
  const answers = useTableDays(kind, days)
  const { byDay, unread } = answers
  const places = useMemo(() => collectPlaces(days, byDay), [days, byDay])
  const byKey = useMemo(() => new Map(places.map((row) => [row.key, row])), [places])
  const order = view.sort ?? 'planned'
  // Whoever types a filter waits for it: what it does not change is not done again.
  const [chosen, showTermsOf] = useState(addDays(today, 1))
  const termsDay = days.includes(chosen) ? chosen : today
  const ordered = useMemo(() => orderPlaces(places, order, now, termsDay), [places, order, now, termsDay])
  const names = use(SourceNames)
  const [narrow] = useState(createNarrowing)
  const arranged = useMemo(() => narrow(ordered, filterOf(view), now, names), [narrow, ordered, view, now, names])
  const grid = useRef<HTMLDivElement>(null)
  useTopOfOrder(grid, view.sort)
  useEffect(() => {
    grid.current?.querySelector(`[data-head-of="${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const { shown, hold } = useHeldPlaces(grid, arranged, byKey, view)
  const steady = useMemo(() => [...shown.known, ...shown.fresh], [shown])
  const isGrouped = view.sort === undefined
  const rows = useMemo(() => listRows(shown, isGrouped), [shown, isGrouped])
  const columns = useMemo(() => cellColumns(days, termsDay, hidden), [days, termsDay, hidden])
  const known = useMemo(() => readColumns(columns), [columns])
  const ofDays = useMemo(() => known.filter(({ field }) => field === 'cap'), [known])
  const terms = useMemo(() => known.filter(({ field }) => field !== 'cap'), [known])
  const rooms = useDayRoom(kind, today, byDay[days.indexOf(today)]).byGeo
  const edits = useTableEdits(kind, days, byKey)
  const editsByKey = useMemo(() => groupEdits(edits.edits), [edits.edits])

  const firstColumn = columnOf(today, 'cap')

  const keys = useSheet<TableColumn>({
    rows,
    columns,
    pastable: (covered) => pasteColumns(columns, covered),
    textOf: (cell) => textOfCell(cell, byKey, editsByKey.get(cell.key)?.get(cell.column)),
    write: (changes) => canEdit && edits.write(changes),
    undo: () => null,
    redo: () => null,
    showAll: actions.clearFilters,
  })
  const typing = useCellTyping({
    sheet: keys,
    rows: byKey,
    edits,
    canEdit,
    actions,
    first: firstColumn,
  })
  const { at } = typing
  // Somewhere Tab reaches the table, also after the current cell is gone.
  const stopRow = rows.find(({ key }) => key === at?.key) ?? rows.find((row) => row.kind === 'place')
  const stop = at && at.key === stopRow?.key && columns.includes(at.column) ? at.column : firstColumn
  const { sheet: sheetRef, list: listRef } = keys
  const layout = layOut(kind, days, today, hidden)
  useShownCaps(days, rows)

  /** The button goes with what it clears. */
  const clearFilters = () => {
    giveFocusBack(null)
    actions.clearFilters()
  }

  const draw = (row: GeoRow | PlaceRow) => {
    if (row.kind === 'geo')
      return (
        <GeoSums
          row={row}
          days={days}
          unread={unread}
          today={today}
          forecastOf={hidden.has('forecast') ? null : today}
          rooms={rooms}
        />
      )
    return (
      <TablePlace
        row={row}
        ofDays={ofDays}
        unread={unread}
        today={today}
        now={now}
        terms={terms}
        termsDay={termsDay}
        hidden={hidden}
        showsGeo={!isGrouped}
        edits={editsByKey.get(row.key)}
        block={keys.blockOf(row.key)}
        stop={row === stopRow ? stop : null}
        editing={typing.editing?.key === row.key ? typing.editing : null}
        field={typing.field}
        canEdit={canEdit}
        onText={typing.type}
        onLeave={typing.leave}
      />
    )
  }

  return (
    <section className={classes.frame} aria-label="Caps by day" aria-busy={answers.isPending}>
      <LeaveQuestion
        isDirty={edits.refused.length > 0 || edits.isWaiting || typing.editing !== null}
        parts={PARTS_THAT_LOSE}
      />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus */}
      <div
        ref={grid}
        className={classes.scroller}
        role="grid"
        aria-label="Caps, a row for each place"
        data-empty={rows.length === 0 || undefined}
        data-scroller
        onScroll={markAside}
        onPointerEnter={hold}
        onPointerLeave={hold}
        onFocus={hold}
        onBlur={hold}
      >
        <div
          ref={sheetRef}
          role="none"
          style={{ '--columns': layout.columns, minWidth: layout.least }}
          {...typing.handlers}
        >
          <TableHead
            kind={kind}
            days={days}
            now={now}
            termsDay={termsDay}
            places={steady}
            unread={unread}
            hidden={hidden}
            sort={view.sort}
            canEdit={canEdit}
            actions={actions}
            closerOf={props.closerOf}
            onTerms={showTermsOf}
            onSort={(sort) => props.onNarrow({ sort: sort === 'planned' ? undefined : sort })}
            onBehind={() => {
              actions.showBehind()
              grid.current?.scrollTo({ top: 0 })
            }}
            onHide={props.onHide}
          />
          <CapList ref={listRef} rows={rows} heights={HEIGHTS} stop={stopRow?.key} areExact areAlike>
            {draw}
          </CapList>
        </div>
      </div>
      {answers.isPending && <DaySkeleton />}
      {answers.problem && (
        <div className={classes.none}>
          <ProblemBox message={answers.problem} onRetry={answers.retry} />
        </div>
      )}
      {!answers.isPending && !answers.problem && places.length === 0 && (
        <NoCaps
          kind={kind}
          onAdd={canEdit ? () => actions.add(today) : undefined}
          onCopy={canEdit ? () => actions.copyInto(today) : undefined}
        />
      )}
      {!answers.isPending && places.length > 0 && steady.length === 0 && (
        <div className={classes.none}>
          <NoneFits onClear={clearFilters}>No cap of these days matches the filters.</NoneFits>
        </div>
      )}
      <TableFoot
        cap={at ? (capAt(at, byKey) ?? null) : null}
        refused={edits.refused}
        rows={byKey}
        canEdit={canEdit}
        actions={actions}
        onGo={(cell) => {
          for (const { day, hidable } of readColumns([cell.column])) {
            if (!days.includes(day)) actions.bring(day)
            if (hidable) flushSync(() => showTermsOf(day))
            if (hidable && hidden.has(hidable)) props.onHide(hidable)
          }
          keys.seek(cell)
        }}
        onDrop={(cells) => edits.drop(cells)}
      />
    </section>
  )
}

/** The first column keeps its place only while the others are scrolled under it: each cell that does is a layer of its own. */
function markAside({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-aside', currentTarget.scrollLeft > 0)
}

function filterOf({ sort: _sort, ...filter }: CapView): CapFilter {
  return filter
}

/** The rows as they are arranged; while the pointer or the focus is on them as they were when it came, until they are looked at otherwise. */
function useHeldPlaces(
  grid: RefObject<HTMLDivElement | null>,
  arranged: readonly PlaceRow[],
  all: ReadonlyMap<string, PlaceRow>,
  view: CapView,
) {
  const [held, setHeld] = useState<{ view: CapView; rows: readonly PlaceRow[] } | null>(null)
  const rows = held?.view === view ? held.rows : null
  const shown = useMemo(
    () => (rows ? holdPlaces(rows, arranged, all) : { known: arranged, fresh: [] }),
    [rows, arranged, all],
  )
  const latest = useRef({ arranged, view })
  useLayoutEffect(() => {
    latest.current = { arranged, view }
  })
  // A frame later: a cell that becomes a field has lost the focus for a moment.
  const hold = useCallback(
    () =>
      void requestAnimationFrame(() => {
        const isHeld = grid.current?.matches(':hover, :focus-within') === true
        const now = latest.current
        setHeld((before) =>
          isHeld ? (before?.view === now.view ? before : { view: now.view, rows: now.arranged }) : null,
        )
      }),
    [grid],
  )
  return { shown, hold }
}

/** The edits of each row by column; a row without any keeps drawing as it was. */
function groupEdits(edits: ReadonlyMap<string, CellEdit>) {
  const groups = Map.groupBy(edits.values(), ({ key }) => key)
  return new Map(
    [...groups].map(([key, own]) => [key, new Map<string, CellEdit>(own.map((edit) => [edit.column, edit]))]),
  )
}

/** Lets what is done to several caps know which ones the table shows. */
function useShownCaps(days: readonly Day[], rows: readonly TableRow[]): void {
  useEffect(() => {
    for (const day of days) {
      shownCaps.put(day, () => {
        const caps = rows.flatMap((row) => (row.kind === 'place' ? (row.caps.get(day) ?? []) : []))
        return { caps, inSight: caps.map(({ _id }) => _id) }
      })
    }
    return () => {
      for (const day of days) shownCaps.drop(day)
    }
  }, [days, rows])
}
