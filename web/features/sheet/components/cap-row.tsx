import { memo, useId } from 'react'
import { fieldOf } from '#domain/caps/fields.ts'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError } from '#domain/caps/paste.ts'
import { writeTyped } from '#domain/caps/typed.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { tellField } from '#web/features/caps/components/history/describe-change.ts'
import { SourceLabel } from '#web/features/caps/components/source-names.tsx'
import { formatDay } from '#web/lib/format.ts'
import { isCellChanged, nameOfCap, textOfLine, type CapLine } from './cap-lines.ts'
import names from './cap-names.module.css'
import classes from './cap-table.module.css'
import { ChoiceBox } from './choice-box.tsx'
import { nameOfRecent, tellRecent, type Recent } from './recent-leads.tsx'
import { isFact, labelOfColumn, type FactColumn, type LineColumn, type SheetColumn } from './sheet-columns.ts'
import { RowProblems, SheetField } from './sheet-field.tsx'
import sheet from './sheet-table.module.css'
import { StateMark } from './state-mark.tsx'

interface CapRowProps {
  line: CapLine
  columns: readonly SheetColumn[]
  /** The action of selecting the row, `Copy`. */
  verb: string
  chosen: boolean
  /** The server's problems of the row. */
  refusals: readonly CellError[]
  savable: boolean
  autoFocus: boolean
  recent: Recent
  onChoose: (lines: readonly CapLine[], chosen: boolean) => void
  /** The columns of the block that it is in. */
  block: ReadonlySet<PasteColumn> | undefined
  onType: (key: string, column: PasteColumn, text: string, shown: () => void) => void
}

/** One cap of a sheet, with the existing cap for comparison. Memoised, because typing changes only one row. */
export const CapRow = memo(function CapRow(props: CapRowProps) {
  const { line, columns, verb, chosen, refusals, savable, autoFocus, recent, block, onChoose, onType } = props
  const { source, standing, state, differing } = line.row
  const problemsId = useId()
  const name = nameOfCap(source)
  const problems = [...line.errors, ...refusals]

  const drawField = (column: LineColumn) => {
    // For a cap that is edited in place, the cell shows its old value.
    const stands = standing && standing !== line.untouched && differing.includes(column)
    return (
      <div key={column} role="cell">
        <SheetField
          column={column}
          label={labelOfColumn(column)}
          rowName={name}
          value={textOfLine(line, column)}
          before={isCellChanged(line, column) ? writeTyped(line.untouched, column) : undefined}
          inBlock={block?.has(column)}
          onChange={(_column, text, shown) => onType(line.key, column, text, shown)}
          placeholder={fieldOf(column).type === 'hours' ? 'any time' : undefined}
          problemId={problems.some((problem) => problem.column === column) ? problemsId : undefined}
          note={stands ? `${tellField(standing, column) ?? 'nothing'} now` : undefined}
          autoFocus={autoFocus && column === 'cap'}
        />
      </div>
    )
  }

  const drawFact = (column: FactColumn) => {
    switch (column) {
      case 'date':
        return (
          <div key={column} role="cell" className={`${sheet.line} ${classes.date}`}>
            {formatDay(source.date)}
          </div>
        )
      case 'state':
        return (
          <div key={column} role="cell" className={`${sheet.line} ${classes.state}`}>
            <StateMark state={line.errors.length > 0 ? 'error' : state} />
          </div>
        )
      default:
        return (
          <span key={column} role="cell" className={sheet.recent}>
            {tellRecent(column, recent, line.untouched)}
            <span className={sheet.word}> {nameOfRecent(column, recent)}</span>
          </span>
        )
    }
  }

  return (
    <div className={sheet.row} role="row" data-off={!chosen || undefined}>
      <div role="cell" className={classes.choice}>
        <ChoiceBox
          label={`${verb} ${name}`}
          chosen={chosen ? 'all' : 'none'}
          disabled={!savable || state === 'same'}
          onChange={(wanted) => onChoose([line], wanted)}
        />
      </div>
      <div role="cell" className={classes.who}>
        <CapNames cap={source} />
      </div>
      <div className={classes.facts}>{columns.filter(isFact).map(drawFact)}</div>
      <div className={classes.fields}>{columns.map((column) => (isFact(column) ? null : drawField(column)))}</div>
      <RowProblems id={problemsId} problems={problems} />
    </div>
  )
})

/** Advertiser and source in one line; the geo is above. */
function CapNames({ cap }: { cap: Cap }) {
  const name = cap.advertiserName ?? cap.advertiserId
  return (
    <span className={names.root}>
      {name !== null && (
        <>
          <span className={names.name}>{name}</span>
          {cap.advertiserName !== null && <span className={names.dim}>{cap.advertiserId}</span>}
        </>
      )}
      <span className={name === null ? names.name : names.source}>
        <SourceLabel source={cap.sourceNumber} />
      </span>
    </span>
  )
}
