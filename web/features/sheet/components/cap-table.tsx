import { Box } from '@mantine/core'
import type { Ref } from 'react'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError } from '#domain/caps/paste.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import type { Room } from '#domain/caps/room.ts'
import { countOf } from '#domain/sentences/written.ts'
import { CapList, type CapListHandle } from '#web/features/caps/components/cap-list.tsx'
import { RoomNote } from '#web/features/caps/components/room-note.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import type { CapLine, GeoHeadRow } from './cap-lines.ts'
import { CapRow } from './cap-row.tsx'
import classes from './cap-table.module.css'
import { ChoiceBox, shareOf } from './choice-box.tsx'
import { RecentHead, type Recent } from './recent-leads.tsx'
import { gridOf, isFact, labelOfColumn, type SheetColumn } from './sheet-columns.ts'
import { NUMBER_COLUMNS } from './sheet-field.tsx'
import styles from './sheet-table.module.css'
import { isSavable } from './use-cap-lines.ts'
import type { SheetHandlers } from './sheet-moves.ts'

interface CapTableProps {
  label: string
  verb: string
  rows: readonly (GeoHeadRow | CapLine)[]
  columns: readonly SheetColumn[]
  chosen: ReadonlySet<string>
  refusals: ReadonlyMap<string, readonly CellError[]>
  recent: Recent
  /** The planned numbers sold and bought for a geo after saving; empty if they are not shown. */
  rooms: ReadonlyMap<GeoKey, Room>
  sheetRef: Ref<HTMLDivElement>
  listRef: Ref<CapListHandle>
  handlers: SheetHandlers
  blockOf: (key: string) => ReadonlySet<PasteColumn> | undefined
  onType: (key: string, column: PasteColumn, text: string, shown: () => void) => void
  onChoose: (lines: readonly CapLine[], chosen: boolean) => void
}

const HEIGHTS = { geo: 33, line: 43 }
const PHONE_HEIGHTS = { geo: 33, line: 180 }
const NO_REFUSALS: readonly CellError[] = []

/** The caps of a sheet, grouped by geo. */
export function CapTable(props: CapTableProps) {
  const { label, verb, rows, columns, chosen, recent, rooms, refusals, sheetRef, listRef, handlers } = props
  const isPhone = useIsPhone()
  const first = rows.find((row) => row.kind === 'line')?.key
  const draw = (row: GeoHeadRow | CapLine) =>
    row.kind === 'geo' ? (
      <GeoChoice head={row} verb={verb} chosen={chosen} room={rooms.get(row.geoKey)} onChoose={props.onChoose} />
    ) : (
      <CapRow
        line={row}
        columns={columns}
        verb={verb}
        recent={recent}
        chosen={chosen.has(row.key)}
        refusals={refusals.get(row.key) ?? NO_REFUSALS}
        savable={isSavable(row)}
        autoFocus={row.key === first}
        onChoose={props.onChoose}
        block={props.blockOf(row.key)}
        onType={props.onType}
      />
    )
  return (
    <Box
      ref={sheetRef}
      className={`${styles.scroller} ${classes.table}`}
      style={{ '--sheet-columns': gridOf(columns) }}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      data-scroller={!isPhone || undefined}
      {...handlers}
    >
      <div className={styles.head} role="row">
        <span role="columnheader">
          <span className="visually-hidden">Chosen</span>
        </span>
        <span role="columnheader">Cap</span>
        {columns.map((column) => (
          <ColumnHead key={column} column={column} recent={recent} />
        ))}
      </div>
      <CapList ref={listRef} rows={rows} heights={isPhone ? PHONE_HEIGHTS : HEIGHTS} areAlike>
        {draw}
      </CapList>
    </Box>
  )
}

function ColumnHead({ column, recent }: { column: SheetColumn; recent: Recent }) {
  if (column === 'date') return <span role="columnheader">Day</span>
  if (column === 'state') return <span role="columnheader">State</span>
  if (isFact(column)) return <RecentHead column={column} recent={recent} />
  return (
    <span role="columnheader" data-number={NUMBER_COLUMNS.has(column) || undefined}>
      {labelOfColumn(column)}
    </span>
  )
}

interface GeoChoiceProps {
  head: GeoHeadRow
  verb: string
  chosen: ReadonlySet<string>
  room: Room | undefined
  onChoose: (lines: readonly CapLine[], chosen: boolean) => void
}

/** The head of a geo, which selects all of its rows. */
function GeoChoice({ head, verb, chosen, room, onChoose }: GeoChoiceProps) {
  const choosable = head.lines.filter((line) => line.row.state !== 'same' && isSavable(line))
  const count = choosable.filter(({ key }) => chosen.has(key)).length
  return (
    <div role="row">
      <div role="cell" className={styles.geo}>
        <ChoiceBox
          label={`${verb} all of ${head.geo}`}
          chosen={shareOf(count, choosable.length)}
          disabled={choosable.length === 0}
          onChange={(wanted) => onChoose(choosable, wanted)}
        />
        <strong>
          <GeoLabel geo={head.geo} />
        </strong>
        <span className={styles.dim}>
          {countOf(head.lines.length, 'cap')} · {count} chosen
        </span>
        {room && <RoomNote room={room} roomy />}
      </div>
    </div>
  )
}
