import { ActionIcon } from '@mantine/core'
import { memo, useId } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { PastedCells, PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError } from '#domain/caps/paste.ts'
import { namesClock } from '#domain/hours/other-clock.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { isGroupedByOneMark } from '#domain/kernel/typed-number.ts'
import { formatCount, formatDayName, formatPrice } from '#domain/sentences/written.ts'
import { labelOf } from '#web/features/caps/components/form/form-values.ts'
import { tellField } from '#web/features/caps/components/history/describe-change.ts'
import { formatDay } from '#web/lib/format.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { ChoiceBox } from '../choice-box.tsx'
import { nameOfRecent, tellRecent, type Recent } from '../recent-leads.tsx'
import type { DELIVERED_COLUMNS } from '../sheet-columns.ts'
import { RowProblems, SheetField } from '../sheet-field.tsx'
import sheet from '../sheet-table.module.css'
import { StateMark } from '../state-mark.tsx'
import type { PasteLine } from './paste-lines.ts'
import classes from './paste-table.module.css'

export interface PasteRowActions {
  choose(lines: readonly PasteLine[], chosen: boolean): void
  mend(key: string, column: PasteColumn, cell: string, shown: () => void): void
  remove(line: PasteLine): void
}

interface PasteRowProps {
  kind: CapKind
  line: PasteLine
  chosen: boolean
  /** What the server said of it. */
  refusals: readonly CellError[]
  columns: readonly PasteColumn[]
  /** Numbers to plan by, which stand before them. */
  delivered: readonly (typeof DELIVERED_COLUMNS)[number][]
  recent: Recent
  /** How wide they are; absent where the row is a card. */
  template: string | undefined
  day: Day
  /** Names of advertisers by id. */
  names: ReadonlyMap<string, string>
  /** Its cells as they were read at first. */
  before: PastedCells | undefined
  /** The columns of the block that it is in. */
  block: ReadonlySet<PasteColumn> | undefined
  actions: PasteRowActions
}

/** One pasted row: its cells as they were written, to be mended in place. */
export const PasteRow = memo(function PasteRow(props: PasteRowProps) {
  const { kind, line, chosen, refusals, columns, delivered, recent, template, day, names, before, block, actions } =
    props
  const { row, state, standing, differing, errors } = line
  const problemsId = useId()
  const problems = [...errors, ...refusals]
  const name = `line ${row.line}`
  const noteOf = (column: PasteColumn) => {
    return standing && differing.some((term) => term === column)
      ? `${tellField(standing, column) ?? 'nothing'} now`
      : undefined
  }
  return (
    <div
      className={sheet.row}
      role="row"
      data-off={(!chosen && state !== 'error') || undefined}
      style={template === undefined ? undefined : { gridTemplateColumns: template }}
    >
      <div role="cell" className={classes.choice}>
        <ChoiceBox
          label={`Save ${name}`}
          chosen={chosen ? 'all' : 'none'}
          disabled={state !== 'new' && state !== 'conflict'}
          onChange={(wanted) => actions.choose([line], wanted)}
        />
      </div>
      <div role="cell" className={`${sheet.line} ${classes.number}`}>
        <span className={sheet.word}>Line </span>
        {row.line}
      </div>
      <div role="cell" className={`${sheet.line} ${classes.state}`}>
        {state === null ? <span className={sheet.dim}>Looking…</span> : <StateMark state={state} />}
      </div>
      <div className={classes.facts}>
        {delivered.map((column) => (
          <span key={column} role="cell" className={sheet.recent}>
            {line.probe ? tellRecent(column, recent, line.probe) : '–'}
            <span className={sheet.word}> {nameOfRecent(column, recent)}</span>
          </span>
        ))}
      </div>
      {columns.map((column) => (
        <div key={column} role="cell" className={classes.field}>
          <SheetField
            column={column}
            label={labelOf(kind, column)}
            rowName={name}
            value={row.cells[column] ?? ''}
            before={wasOf(row.cells, before, column)}
            inBlock={block?.has(column)}
            onChange={(changed, cell, shown) => actions.mend(line.key, changed, cell, shown)}
            placeholder={column === 'date' ? formatDay(day) : undefined}
            problemId={problems.some((problem) => problem.column === column) ? problemsId : undefined}
            note={noteOf(column)}
            hint={hintOf(line, column, names)}
          />
        </div>
      ))}
      <div role="cell" className={classes.remove}>
        <ActionIcon
          size={28}
          aria-label={`Take ${name} out`}
          title="Take this row out"
          data-field="remove"
          onClick={() => actions.remove(line)}
        >
          <CloseIcon size={14} />
        </ActionIcon>
      </div>
      <RowProblems id={problemsId} problems={problems} />
    </div>
  )
})

/** What a cell was before somebody changed it. */
function wasOf(cells: PastedCells, before: PastedCells | undefined, column: PasteColumn): string | undefined {
  const was = before?.[column] ?? ''
  return was === (cells[column] ?? '') ? undefined : was
}

/** How a cell was understood, where it does not say so itself. */
function hintOf({ row, cap }: PasteLine, column: PasteColumn, names: ReadonlyMap<string, string>): string | undefined {
  const written = row.cells[column] ?? ''
  if (!cap) return undefined
  if ((column === 'cap' || column === 'cpa') && isGroupedByOneMark(written)) {
    return `= ${column === 'cap' ? formatCount(cap.cap) : formatPrice(cap.cpa)}`
  }
  if (column === 'geo') return foldGeo(written) === foldGeo(cap.geo) ? undefined : cap.geo
  if (column === 'date') return sayDate(written, cap.date)
  if (column === 'workingHours') return namesClock(written) ? `${cap.workingHours ?? '24/7'} here` : undefined
  if (column !== 'advertiserId' || cap.advertiserId === null) return undefined
  return written === cap.advertiserId ? names.get(cap.advertiserId) : cap.advertiserId
}

/** The day of a date that was written in another way. */
function sayDate(written: string, day: Day): string | undefined {
  const isClear = ['', day, formatDay(day), formatDayName(day)].includes(written)
  return isClear ? undefined : formatDay(day)
}
