import { Fragment, useMemo } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { isBehind, type PaceClock } from '#domain/caps/pace.ts'
import { tally } from '#domain/caps/aggregates.ts'
import type { CapOrder } from '#domain/caps/sort.ts'
import type { Day } from '#domain/kernel/day.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { sumHeld, usePauses } from '#web/features/pauses/components/board-pauses.ts'
import { formatDay, formatDayFrom, nameDay } from '#web/lib/format.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import type { DayActions } from '../day-column.tsx'
import { BehindButton } from '../day/day-tally.tsx'
import classes from './board-table.module.css'
import { HIDABLE, type Hidable } from '../board-view.ts'
import { spanOf } from './table-columns.ts'
import { capsOn, type PlaceRow } from './table-rows.ts'

interface TableHeadProps {
  kind: CapKind
  days: readonly Day[]
  now: PaceClock
  termsDay: Day
  places: readonly PlaceRow[]
  /** Days whose caps are not read yet, or could not be. */
  unread: ReadonlySet<Day>
  hidden: ReadonlySet<string>
  sort: CapOrder | undefined
  canEdit: boolean
  actions: DayActions
  closerOf: (day: Day) => (() => void) | undefined
  onTerms: (day: Day) => void
  onSort: (order: CapOrder) => void
  onBehind: () => void
  onHide: (name: Hidable) => void
}

const NAMES: Readonly<Record<Hidable, string>> = {
  forecast: 'Forecast',
  hours: 'Hours',
  cpa: 'CPA',
  crg: 'CRG',
  price: 'EPL',
}

/** Two lines that stay in sight: the days with what they come to, and what each column is. */
export function TableHead(props: TableHeadProps) {
  const { kind, days, now, termsDay, places, hidden, sort, canEdit, actions, onSort } = props
  const terms = HIDABLE.filter((name) => name !== 'forecast' && !hidden.has(name))
  const nameOf = (name: Hidable) => (name === 'price' ? KIND_WORDS[kind].price : NAMES[name])
  const sorter = (order: CapOrder, label: string) => (
    <button
      type="button"
      className={classes.label}
      data-sorted={(sort ?? 'planned') === order || undefined}
      onClick={() => onSort(order)}
    >
      {label}
    </button>
  )
  return (
    <div className={classes.head}>
      <div role="row" className={classes.days}>
        <div role="columnheader">
          {props.unread.size < days.length && <span className={classes.sums}>{countOf(places.length, 'row')}</span>}
          <ActionMenu
            label="Columns"
            actions={HIDABLE.map((name) => ({
              label: `${hidden.has(name) ? 'Show' : 'Hide'} ${nameOf(name)}`,
              run: () => props.onHide(name),
            }))}
          />
        </div>
        {days.map((day) => (
          <DayHead
            key={day}
            kind={kind}
            day={day}
            span={spanOf(day, now.day, hidden)}
            now={now}
            places={places}
            isUnread={props.unread.has(day)}
            canEdit={canEdit}
            actions={actions}
            onClose={props.closerOf(day)}
            onBehind={props.onBehind}
          />
        ))}
        {terms.length > 0 && (
          <div role="columnheader" style={{ gridColumn: `span ${terms.length}` }}>
            Terms <span className={classes.sums}>of {sayDay(termsDay, now.day)}</span>
            {days.length > 1 && (
              <ActionMenu
                label="Terms of another day"
                actions={days
                  .filter((day) => day !== termsDay)
                  .map((day) => ({
                    label: `Show terms of ${sayDay(day, now.day)}`,
                    run: () => props.onTerms(day),
                  }))}
              />
            )}
          </div>
        )}
      </div>
      <div role="row" className={classes.labels}>
        <div role="columnheader" className={classes.start}>
          {kind === 'broker' && sorter('broker', 'Broker')}
          {sorter('source', KIND_WORDS[kind].source)}
        </div>
        {days.map((day) => (
          <Fragment key={day}>
            {day <= now.day && (
              <div role="columnheader" className={classes.begins}>
                {day === now.day ? sorter('delivered', 'Delivered') : <span className={classes.label}>Delivered</span>}
              </div>
            )}
            <div role="columnheader" className={day > now.day ? classes.alone : undefined}>
              {sorter('planned', 'Planned')}
            </div>
            {spanOf(day, now.day, hidden) === 3 && (
              <div role="columnheader">
                <span className={classes.label}>Forecast</span>
              </div>
            )}
          </Fragment>
        ))}
        {terms.map((name, index) => (
          <div
            key={name}
            role="columnheader"
            className={index === 0 ? classes.begins : undefined}
            data-text={name === 'hours' || undefined}
          >
            {name === 'price' ? sorter('price', nameOf(name)) : <span className={classes.label}>{nameOf(name)}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}

interface DayHeadProps extends Pick<TableHeadProps, 'kind' | 'now' | 'places' | 'canEdit' | 'actions'> {
  day: Day
  /** How many columns it is above. */
  span: number
  isUnread: boolean
  onClose: (() => void) | undefined
  onBehind: () => void
}

function DayHead({ kind, day, span, now, places, isUnread, canEdit, actions, onClose, onBehind }: DayHeadProps) {
  const caps = useMemo(() => capsOn(places, day), [places, day])
  const { actual, planned } = useMemo(() => tally(caps), [caps])
  const pauses = usePauses()
  const held = useMemo(() => (pauses ? sumHeld(caps, pauses) : 0), [caps, pauses])
  const isLate = useMemo(() => rememberBehind(now), [now])
  const behind = useMemo(() => (day === now.day ? caps.filter(isLate).length : 0), [caps, day, now, isLate])
  const change = [
    { label: '+ Add cap', run: () => actions.add(day) },
    { label: 'Copy caps from…', run: () => actions.copyInto(day) },
    { label: 'Paste caps', run: () => actions.pasteInto(day) },
  ]
  return (
    <div role="columnheader" data-head-of={day} style={{ gridColumn: `span ${span}` }}>
      <span>{nameDay(day, now.day) ?? formatDayFrom(now.day, day)}</span>
      {!isUnread && (
        <span
          className={classes.sums}
          title={`${formatDay(day)}, ${countOf(caps.length, 'cap')}${held > 0 ? `, ${formatCount(held)} paused` : ''}`}
        >
          {day <= now.day && `${formatCount(actual)} / `}
          {formatCount(planned)}
        </span>
      )}
      {behind > 0 && <BehindButton behind={behind} onBehind={onBehind} />}
      <ActionMenu
        label={`More for ${formatDay(day)}`}
        actions={[
          ...(canEdit ? change : []),
          ...(kind === 'broker' ? [{ label: 'Full view', run: () => actions.openDay(day) }] : []),
          { label: 'History', run: () => actions.reviewDay(day) },
          ...(onClose ? [{ label: 'Close', run: onClose }] : []),
        ]}
      />
    </div>
  )
}

/** `today`, `tomorrow` or `Sat 28 Nov`. */
function sayDay(day: Day, today: Day): string {
  return nameDay(day, today)?.toLowerCase() ?? formatDayFrom(today, day)
}

/** Whether a cap is short of what should have come by now; of each it is found out once, however often the table is narrowed. */
function rememberBehind(now: PaceClock): (cap: Cap) => boolean {
  const known = new WeakMap<Cap, boolean>()
  return (cap) => {
    const found = known.get(cap) ?? isBehind(cap, now)
    known.set(cap, found)
    return found
  }
}
