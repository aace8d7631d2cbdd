import { useMemo, type Ref } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { PastedCells, PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError } from '#domain/caps/paste.ts'
import type { Day } from '#domain/kernel/day.ts'
import { CapList, type CapListHandle } from '#web/features/caps/components/cap-list.tsx'
import { labelOf } from '#web/features/caps/components/form/form-values.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { RecentHead, type Recent } from '../recent-leads.tsx'
import { NUMBER_COLUMNS } from '../sheet-field.tsx'
import styles from '../sheet-table.module.css'
import type { SheetHandlers } from '../sheet-moves.ts'
import type { layOut } from './paste-columns.ts'
import type { PasteLine } from './paste-lines.ts'
import { PasteRow, type PasteRowActions } from './paste-row.tsx'
import classes from './paste-table.module.css'

interface PasteTableProps {
  kind: CapKind
  lines: readonly PasteLine[]
  chosen: readonly PasteLine[]
  /** The cells of each line as they were read at first. */
  original: ReadonlyMap<number, PastedCells>
  refusals: ReadonlyMap<string, readonly CellError[]>
  layout: ReturnType<typeof layOut>
  recent: Recent
  day: Day
  advertisers: readonly Advertiser[] | undefined
  sheetRef: Ref<HTMLDivElement>
  listRef: Ref<CapListHandle>
  handlers: SheetHandlers
  blockOf: (key: string) => ReadonlySet<PasteColumn> | undefined
  actions: PasteRowActions
}

const HEIGHTS = { line: 59 }
const PHONE_HEIGHTS = { line: 330 }
const NO_REFUSALS: readonly CellError[] = []

export function PasteTable(props: PasteTableProps) {
  const {
    kind,
    lines,
    chosen,
    original,
    refusals,
    layout,
    recent,
    day,
    advertisers,
    sheetRef,
    listRef,
    handlers,
    blockOf,
    actions,
  } = props
  const isPhone = useIsPhone()
  const names = useMemo(
    () => new Map(advertisers?.map(({ advertiserId, name }) => [advertiserId, name])),
    [advertisers],
  )
  const chosenKeys = useMemo(() => new Set(chosen.map(({ key }) => key)), [chosen])
  const template = isPhone ? undefined : layout.template
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the fields within
    <div
      ref={sheetRef}
      className={`${styles.scroller} ${classes.table}`}
      role="table"
      aria-label="Pasted caps"
      aria-rowcount={lines.length + 1}
      data-scroller={!isPhone || undefined}
      {...handlers}
    >
      <div style={isPhone ? undefined : { minWidth: layout.minWidth }}>
        <div className={styles.head} role="row" style={{ gridTemplateColumns: layout.template }}>
          <span role="columnheader">
            <span className="visually-hidden">Chosen</span>
          </span>
          <span role="columnheader">Line</span>
          <span role="columnheader">State</span>
          {layout.delivered.map((column) => (
            <RecentHead key={column} column={column} recent={recent} />
          ))}
          {layout.columns.map((column) => (
            <span key={column} role="columnheader" data-number={NUMBER_COLUMNS.has(column) || undefined}>
              {labelOf(kind, column)}
            </span>
          ))}
          <span role="columnheader">
            <span className="visually-hidden">Take out</span>
          </span>
        </div>
        <CapList ref={listRef} rows={lines} heights={isPhone ? PHONE_HEIGHTS : HEIGHTS}>
          {(line) => (
            <PasteRow
              kind={kind}
              line={line}
              chosen={chosenKeys.has(line.key)}
              refusals={refusals.get(line.key) ?? NO_REFUSALS}
              columns={layout.columns}
              delivered={layout.delivered}
              recent={recent}
              template={template}
              day={day}
              names={names}
              before={original.get(line.row.line)}
              block={blockOf(line.key)}
              actions={actions}
            />
          )}
        </CapList>
      </div>
    </div>
  )
}
