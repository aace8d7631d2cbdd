import type { Ref } from 'react'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError } from '#domain/caps/paste.ts'
import { countOf, formatWeekday } from '#web/lib/format.ts'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { CapList, type CapListHandle } from '../cap-list.tsx'
import { ChoiceBox, shareOf } from '../sheet/choice-box.tsx'
import styles from '../sheet/sheet-table.module.css'
import type { SheetHandlers } from '../sheet/use-sheet.ts'
import type { CopyLine, GeoHeadRow } from './copy-lines.ts'
import { CopyRow } from './copy-row.tsx'
import { RecentHeads, type Recent } from './recent-leads.tsx'
import classes from './copy-table.module.css'
import { isSavable } from './use-copy.ts'

interface CopyTableProps {
  rows: readonly (GeoHeadRow | CopyLine)[]
  chosen: ReadonlySet<string>
  refusals: ReadonlyMap<string, readonly CellError[]>
  sheetRef: Ref<HTMLDivElement>
  recent: Recent
  listRef: Ref<CapListHandle>
  handlers: SheetHandlers
  blockOf: (key: string) => ReadonlySet<PasteColumn> | undefined
  onType: (key: string, column: PasteColumn, text: string) => void
  onChoose: (lines: readonly CopyLine[], chosen: boolean) => void
}

const HEIGHTS = { geo: 33, line: 43 }
const PHONE_HEIGHTS = { geo: 33, line: 180 }
const NO_REFUSALS: readonly CellError[] = []

export function CopyTable(props: CopyTableProps) {
  const { rows, chosen, recent, refusals, sheetRef, listRef, handlers, blockOf, onChoose, onType } = props
  const isPhone = useIsPhone()
  const first = rows.find((row) => row.kind === 'line')?.key
  const draw = (row: GeoHeadRow | CopyLine) =>
    row.kind === 'geo' ? (
      <GeoChoice head={row} chosen={chosen} onChoose={onChoose} />
    ) : (
      <CopyRow
        line={row}
        recent={recent?.of(row.untouched)}
        weekday={recent ? formatWeekday(recent.sameWeekday) : ''}
        chosen={chosen.has(row.key)}
        refusals={refusals.get(row.key) ?? NO_REFUSALS}
        savable={isSavable(row)}
        autoFocus={row.key === first}
        onChoose={onChoose}
        block={blockOf(row.key)}
        onType={onType}
      />
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the fields within
    <div
      ref={sheetRef}
      className={`${styles.scroller} ${classes.table}`}
      role="table"
      aria-label="Caps to copy"
      aria-rowcount={rows.length + 1}
      data-scroller={!isPhone || undefined}
      {...handlers}
    >
      <div className={styles.head} role="row">
        <span role="columnheader">
          <span className="visually-hidden">Chosen</span>
        </span>
        <span role="columnheader">Cap</span>
        <span role="columnheader">State</span>
        <RecentHeads recent={recent} />
        <span role="columnheader" data-number>
          Planned
        </span>
        <span role="columnheader">Hours</span>
        <span role="columnheader" data-number>
          CPA, $
        </span>
        <span role="columnheader" data-number>
          CRG %
        </span>
      </div>
      <CapList ref={listRef} rows={rows} heights={isPhone ? PHONE_HEIGHTS : HEIGHTS}>
        {draw}
      </CapList>
    </div>
  )
}

interface GeoChoiceProps {
  head: GeoHeadRow
  chosen: ReadonlySet<string>
  onChoose: (lines: readonly CopyLine[], chosen: boolean) => void
}

/** The head of a geo, which chooses all of it. */
function GeoChoice({ head, chosen, onChoose }: GeoChoiceProps) {
  const choosable = head.lines.filter((line) => line.row.state !== 'same' && isSavable(line))
  const count = choosable.filter(({ key }) => chosen.has(key)).length
  return (
    <div role="row">
      <div role="cell" className={styles.geo}>
        <ChoiceBox
          label={`Copy all of ${head.geo}`}
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
      </div>
    </div>
  )
}
