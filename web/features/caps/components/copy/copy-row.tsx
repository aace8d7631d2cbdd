import { memo, useId, type ComponentProps } from 'react'
import type { CellError } from '#domain/caps/paste.ts'
import { ChoiceBox } from '../sheet/choice-box.tsx'
import { RowProblems, SheetField } from '../sheet/sheet-field.tsx'
import sheet from '../sheet/sheet-table.module.css'
import { StateMark } from '../sheet/state-mark.tsx'
import { tellField } from '../tell-field.ts'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import { COPY_COLUMNS, nameOfCap, textsOf, type CopyColumn, type CopyLine } from './copy-lines.ts'
import classes from './copy-table.module.css'
import { RecentCells } from './recent-leads.tsx'
import type { Cap } from '#domain/caps/cap.ts'
import names from './cap-names.module.css'

interface CopyRowProps {
  line: CopyLine
  chosen: boolean
  /** What the server said of it. */
  refusals: readonly CellError[]
  savable: boolean
  autoFocus: boolean
  /** What was delivered lately in its place; undefined while that is not known. */
  recent: ComponentProps<typeof RecentCells>['leads']
  weekday: string
  onChoose: (lines: readonly CopyLine[], chosen: boolean) => void
  /** The columns of the block that it is in. */
  block: ReadonlySet<PasteColumn> | undefined
  onType: (key: string, column: PasteColumn, text: string) => void
}

/** What a column is called. */
const COLUMNS: Readonly<Record<CopyColumn, { label: string; placeholder?: string }>> = {
  cap: { label: 'Planned' },
  workingHours: { label: 'Hours', placeholder: 'any time' },
  cpa: { label: 'CPA, $' },
  crg: { label: 'CRG %' },
}

/** One cap to copy: what comes, and against it what stands. Memoised, as a key that is typed changes one row only. */
export const CopyRow = memo(function CopyRow(props: CopyRowProps) {
  const { line, chosen, refusals, savable, autoFocus, recent, weekday, block, onChoose, onType } = props
  const { source, standing, state, differing } = line.row
  const problemsId = useId()
  const name = nameOfCap(source)
  const before = textsOf(line.untouched)
  const texts = { ...before, ...line.edit }
  const problems = [...line.errors, ...refusals]
  const isWrong = (column: CopyColumn) => problems.some((problem) => problem.column === column)
  return (
    <div className={sheet.row} role="row" data-off={!chosen || undefined}>
      <div role="cell" className={classes.choice}>
        <ChoiceBox
          label={`Copy ${name}`}
          chosen={chosen ? 'all' : 'none'}
          disabled={!savable || state === 'same'}
          onChange={(wanted) => onChoose([line], wanted)}
        />
      </div>
      <div role="cell" className={classes.who}>
        <CapNames cap={source} />
      </div>
      <div role="cell" className={`${sheet.line} ${classes.state}`}>
        <StateMark state={line.errors.length > 0 ? 'error' : state} />
      </div>
      <RecentCells leads={recent} weekday={weekday} />
      {COPY_COLUMNS.map((column) => {
        const { label, placeholder } = COLUMNS[column]
        return (
          <div key={column} role="cell" className={classes[column]}>
            <SheetField
              column={column}
              label={label}
              rowName={name}
              value={texts[column]}
              before={texts[column] === before[column] ? undefined : before[column]}
              inBlock={block?.has(column)}
              onChange={(_column, text) => onType(line.key, column, text)}
              placeholder={placeholder}
              problemId={isWrong(column) ? problemsId : undefined}
              note={
                standing && differing.includes(column) ? `${tellField(standing, column) ?? 'nothing'} now` : undefined
              }
              autoFocus={autoFocus && column === 'cap'}
            />
          </div>
        )
      })}
      <RowProblems id={problemsId} problems={problems} />
    </div>
  )
})

/** Who buys and who sends, in a line: the geo stands above. */
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
      <span className={name === null ? names.name : names.dim}>#{cap.sourceNumber}</span>
    </span>
  )
}
