import { Fragment, memo, use, useMemo, type RefObject } from 'react'
import { computeLeadPrice, describeCap, type Cap } from '#domain/caps/cap.ts'
import { computeExpectedBy, computeProgress, decidePace } from '#domain/caps/pace.ts'
import type { Room } from '#domain/caps/room.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { countOf, formatCount, formatDollars, MISSING } from '#domain/sentences/written.ts'
import { tellField } from '#web/features/caps/components/history/describe-change.ts'
import { RoomNote } from '#web/features/caps/components/room-note.tsx'
import { GeoLimit } from '#web/features/limits/components/head-limits.tsx'
import { useSourceLabel } from '#web/features/caps/components/source-names.tsx'
import { PausedBadge } from '#web/features/pauses/components/paused-badge.tsx'
import { PlanMark } from '#web/features/plans/components/plan-mark.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { OutlookContext } from '../outlook.ts'
import { PACE_NAMES } from '#web/features/caps/components/pace-badge.tsx'
import classes from './board-table.module.css'
import type { CellColumn, TableColumn } from './table-columns.ts'
import { sumGeo, type GeoRow, type PlaceRow } from './table-rows.ts'
import type { CellEdit } from './use-table-edits.ts'

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}

/** What is first of a day and no bar. */
const FIRST = `${classes.fact} ${classes.begins}`
/** Said of what is empty because its day was not read. */
const UNREAD = 'not loaded'

interface TablePlaceProps {
  row: PlaceRow
  /** The planned number of each day. */
  ofDays: readonly CellColumn[]
  /** Days whose caps are not read yet, or could not be. */
  unread: ReadonlySet<Day>
  today: Day
  now: LocalTime
  /** The terms, after the days. */
  terms: readonly CellColumn[]
  termsDay: Day
  hidden: ReadonlySet<string>
  /** True if the row names its geo, because no head does. */
  showsGeo: boolean
  edits: ReadonlyMap<string, CellEdit> | undefined
  block: ReadonlySet<TableColumn> | undefined
  /** The cell that Tab reaches. */
  stop: TableColumn | null
  /** The cell that is edited. */
  editing: { column: TableColumn; text: string } | null
  field: RefObject<HTMLInputElement | null>
  canEdit: boolean
  onText: (text: string) => void
  onLeave: () => void
}

/** The caps of one place: delivery, the planned number of each day, and the terms of one. */
export const TablePlace = memo(function TablePlace(props: TablePlaceProps) {
  const { row, ofDays, unread, today, now, termsDay, hidden, showsGeo } = props
  const outlook = use(OutlookContext)
  const { first } = row
  const source = useSourceLabel(first.sourceNumber)
  const name = first.advertiserName ?? first.advertiserId
  const terms = row.caps.get(termsDay)

  const whose = `${describeCap(first)}${name ? `, ${name}` : ''}`

  const drawCell = ({ name: column, day, field, label: heading }: CellColumn) => {
    const cap = row.caps.get(day)
    const edit = props.edits?.get(column)
    const stands = cap ? (field === 'cap' ? formatCount(cap.cap) : (tellField(cap, field) ?? MISSING)) : ''
    const label = `${heading} of ${whose}`
    if (props.editing?.column === column) {
      return (
        <div
          key={column}
          role="gridcell"
          className={classes.cell}
          data-cap-id={field === 'cap' ? cap?._id : undefined}
          data-editing
        >
          <input
            ref={props.field}
            className={classes.input}
            data-field={column}
            aria-label={label}
            autoComplete="off"
            spellCheck={false}
            value={props.editing.text}
            onChange={(event) => props.onText(event.currentTarget.value)}
            onBlur={props.onLeave}
          />
        </div>
      )
    }
    const text = edit?.text ?? stands
    return (
      <div
        key={column}
        role="gridcell"
        className={classes.cell}
        data-field={column}
        data-cap-id={field === 'cap' ? cap?._id : undefined}
        data-empty={text === '' || undefined}
        data-block={props.block?.has(column) || undefined}
        data-saving={edit?.problem === null || undefined}
        data-text={field === 'workingHours' || undefined}
        aria-invalid={edit?.problem ? true : undefined}
        aria-label={`${label}: ${text || (unread.has(day) ? UNREAD : 'none')}`}
        title={edit?.problem ?? (field === 'workingHours' ? text : undefined)}
        tabIndex={props.stop === column ? 0 : -1}
      >
        {text || (unread.has(day) ? '' : '–')}
      </div>
    )
  }

  return (
    <div role="row" className={classes.row}>
      <div role="rowheader" className={classes.place}>
        {showsGeo && <span className={classes.geo}>{first.geo}</span>}
        <span className={classes.who}>
          {name !== null && <span>{`${name} `}</span>}
          {first.advertiserName !== null && <span className={classes.dim}>{`${first.advertiserId} `}</span>}
          <span>{source}</span>
        </span>
        <PausedBadge cap={[...row.caps.values()].find(({ date }) => date >= today) ?? first} />
        <PlanMark caps={[...row.caps.values()]} />
      </div>
      {ofDays.map((column) => {
        const { day } = column
        const cap = row.caps.get(day)
        return (
          <Fragment key={day}>
            {day > today ? (
              drawGrip(cap, props.canEdit)
            ) : unread.has(day) ? (
              <div role="gridcell" className={FIRST} aria-label={UNREAD} />
            ) : (
              drawDelivered(cap, now, props.canEdit)
            )}
            {drawCell(column)}
            {day === today && !hidden.has('forecast') && (
              <div role="gridcell" className={classes.fact} data-after title={cap && outlook.caps.get(cap._id)}>
                {cap && outlook.likely.get(cap._id)}
              </div>
            )}
          </Fragment>
        )
      })}
      {props.terms.map(drawCell)}
      {!hidden.has('price') && (
        <div role="gridcell" className={classes.fact}>
          {terms ? formatDollars(computeLeadPrice(terms)) : unread.has(termsDay) ? '' : '–'}
        </div>
      )}
    </div>
  )
})

/** The delivered leads of a cap with a bar, and a tick at the number due by now. No component: there are hundreds. */
function drawDelivered(cap: Cap | undefined, now: LocalTime, canEdit: boolean) {
  if (!cap) return <div role="gridcell" className={FIRST} aria-label="No cap" />
  const percent = computeProgress(cap.actualCount, cap.cap)
  const pace = decidePace(cap, now)
  const expected = cap.date === now.day && cap.cap > 0 ? computeExpectedBy(cap, now) : null
  const delivered = formatCount(cap.actualCount)
  return (
    <div
      role="gridcell"
      className={classes.delivered}
      draggable={canEdit}
      aria-label={pace ? `${delivered} ${PACE_NAMES[pace]}` : undefined}
      data-pace={pace}
      data-tick={expected !== null || undefined}
      title={pace ? PACE_NAMES[pace] : undefined}
      style={{ '--share': percent / 100, '--due': expected === null ? 0 : expected / cap.cap }}
    >
      {delivered}
    </div>
  )
}

/** Of a day to come nothing is delivered: its cap is asked and dragged by a handle in front of its number. */
function drawGrip(cap: Cap | undefined, canEdit: boolean) {
  if (!cap) return <div role="none" className={FIRST} />
  const title = canEdit ? 'See why, or drag onto a day to copy' : 'See why'
  return <div role="none" className={classes.grip} draggable={canEdit} title={title} />
}

interface GeoSumsProps {
  row: GeoRow
  days: readonly Day[]
  unread: ReadonlySet<Day>
  today: Day
  /** The day with a forecast beside its numbers. */
  forecastOf: Day | null
  rooms: ReadonlyMap<GeoKey, Room>
}

/** The sums of a geo for each day. */
export function GeoSums({ row, days, unread, today, forecastOf, rooms }: GeoSumsProps) {
  const room = rooms.get(row.geoKey)
  const { sources, sums: ofDays } = useMemo(() => sumGeo(row, days), [row, days])
  return (
    <div role="row" className={`${classes.row} ${classes.geoRow}`}>
      <div role="rowheader" className={classes.place}>
        <strong>
          <GeoLabel geo={row.geo} />
        </strong>
        {room && (
          <span className={classes.dim}>
            <RoomNote room={room} />
          </span>
        )}
        <GeoLimit geo={row.geo} day={today} />
        <span className={classes.dim}>{countOf(sources, 'source')}</span>
      </div>
      {days.map((day, index) => {
        const sums = unread.has(day) ? undefined : ofDays[index]
        const title = sums && countOf(sums.caps, 'cap')
        return (
          <Fragment key={day}>
            <div role={day > today ? 'none' : 'gridcell'} className={FIRST} title={title}>
              {day <= today && sums && formatCount(sums.actual)}
            </div>
            <div role="gridcell" className={classes.fact} title={title}>
              {sums && formatCount(sums.planned)}
            </div>
            {day === forecastOf && <div role="none" />}
          </Fragment>
        )
      })}
    </div>
  )
}
